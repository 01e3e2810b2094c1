import { InputError } from '../errors.ts';
import type { ReportFile } from '../flags.ts';
import type { FilesPort } from '../ports.ts';
import { clip } from '../text/clip.ts';
import { isSameFile } from './refuse-overwriting.ts';

/** Names of standard output, which may lead to a file, too. */
const STANDARD_OUTPUT: readonly string[] = ['/dev/stdout', '/dev/fd/1'];

/** The options that name files for reports. */
interface ReportTargets {
  readonly out?: string | undefined;
  readonly report?: readonly ReportFile[] | undefined;
}

/** Returns every file that a command writes a report to. */
export function reportFiles({ out, report = [] }: ReportTargets): string[] {
  return [...(out === undefined ? [] : [out]), ...report.map(({ file }) => file)];
}

/**
 * Refuses two reports that go to one place, by whatever names: the second would take the place of the first.
 * @throws InputError
 */
export function refuseSharedFiles(
  options: ReportTargets,
  files: Pick<FilesPort, 'realPath' | 'plainFile'>,
): void {
  const before = options.out === undefined ? [...STANDARD_OUTPUT] : [];
  for (const file of reportFiles(options)) {
    const other = before.find((each) => isSameFile(each, file, files));
    if (other !== undefined) {
      throw new InputError({
        message: `two reports go to ${STANDARD_OUTPUT.includes(other) ? 'standard output' : `\`${clip(file)}\``}`,
        help: 'give each report a file of its own',
      });
    }
    before.push(file);
  }
}
