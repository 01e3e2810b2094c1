import { splitReference } from '../../artifacts/cassette/recordings/reference.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import { recordingSources } from './recording-sources.ts';

/**
 * Refuses recordings that are on two sides: a model that is compared with its own runs never differs, so nothing is checked.
 * Who types a comparison of a model with itself may mean it; a suite that says so for every release does not.
 * @param sides the names of the sides, and what each is given
 * @throws InputError that names each of the recordings
 */
export function refuseShared(
  sides: Readonly<Record<string, readonly string[] | undefined>>,
  files: FilesPort,
): void {
  const taken = new Map<string, { readonly side: string; readonly pointer: string }[]>();
  const problems: Diagnostic[] = [];
  for (const [side, given] of Object.entries(sides)) {
    if (given === undefined) continue;
    const own: [string, { side: string; pointer: string }][] = [];
    for (const { reference } of recordingSources(side, given, files)) {
      const { file, pointer } = placeOf(reference, files);
      // a pipe is read only once
      if (file === null) continue;
      const other = taken.get(file)?.find((each) => overlap(each.pointer, pointer));
      if (other) problems.push(shared(reference, other.side, side));
      own.push([file, { side, pointer }]);
    }
    for (const [file, place] of own) taken.set(file, [...(taken.get(file) ?? []), place]);
  }
  if (problems.length > 0) throw new InputError(problems);
}

function shared(file: string, one: string, other: string): Diagnostic {
  const message = `is in \`${one}\` and in \`${other}\`: recordings that are compared with themselves never differ`;
  const help =
    'name recordings of the other model in `candidate`; `aa` takes further recordings of the model of `baseline`';
  return { file, message, help };
}

/** The file of a reference, and the pointer into it; empty for the whole file. */
function placeOf(reference: string, files: Pick<FilesPort, 'realPath'>) {
  const whole = files.realPath(reference);
  if (whole !== null) return { file: whole, pointer: '' };
  const { path, pointer = '' } = splitReference(reference);
  return { file: files.realPath(path), pointer };
}

/** Whether one of two pointers leads to the other, or to a part of it. */
function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}
