import { parseJson } from '../../../documents/json.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { InputError } from '../../../errors.ts';
import type { Archive, FilesPort } from '../../../ports.ts';
import { isObject } from '../../../values/own-property.ts';
import type { Notes } from '../events/notes.ts';
import { parseNoting } from '../parse-noting.ts';
import { parsePointer, splitReference } from './reference.ts';

/** The file of a sample: `samples/ID_epoch_N.json`. The id may be any text. */
const SAMPLE = /^samples\/(.*)_epoch_(\d+)\.json$/s;

/** Where the facts about the whole run are: written at its end, or at its start. */
const HEADERS = ['header.json', '_journal/start.json', 'start.json'] as const;

/** A log of Inspect that is a zip archive (`.eval`): what its JSON form has at the top, and its samples. */
export interface EvalLog {
  readonly file: string;
  /** The JSON form, with the name of the file of each sample in its place. */
  readonly outline: Readonly<Record<string, unknown>> & { readonly samples: readonly string[] };
  /** Reads a sample of {@link outline}. Paths in it are those of the sample. */
  readonly sample: (name: string) => Promise<SourceDocument>;
}

/**
 * Opens the log of a reference such as `run.eval#/samples/2`, and closes it when `use` ends.
 * @returns the result of `use`; null if the reference does not lead to an archive
 */
export async function inArchive<T>(
  reference: string,
  files: Pick<FilesPort, 'readArchive'>,
  notes: Notes,
  use: (log: EvalLog, pointer: readonly string[]) => Promise<T>,
): Promise<T | null> {
  const whole = await files.readArchive(reference, async (archive) =>
    use(await openEvalLog(reference, archive, notes), []),
  );
  const { path, pointer } = splitReference(reference);
  if (whole || pointer === undefined) return whole;
  return files.readArchive(path, async (archive) =>
    use(await openEvalLog(path, archive, notes), parsePointer(pointer, reference)),
  );
}

/**
 * Opens a log of Inspect. Only one of its samples is in memory at a time, so a log may be larger than any string.
 * @throws InputError when the archive is not such a log
 */
async function openEvalLog(file: string, archive: Archive, notes: Notes): Promise<EvalLog> {
  const samples = archive.names.filter((name) => SAMPLE.test(name));
  const name = HEADERS.find((each) => archive.names.includes(each));
  const parsed = async (path: string) => {
    const text = await archive.readText(path);
    return parseNoting(text, notes, (plain) => parseJson(plain, `${file}/${path}`, 'exact'));
  };
  const header = name === undefined ? undefined : (await parsed(name)).value;
  const facts = isObject(header) ? header : {};
  if (samples.length === 0 && !isObject(facts.eval)) throw isOther(file, archive);
  if (samples.length === 0) {
    throw new InputError({
      file,
      message: 'is a log of Inspect without samples',
      help: 'nothing was recorded: check whether the run failed, or was started with `--no-log-samples`',
    });
  }
  return { file, outline: { ...facts, samples: sorted(samples, facts.eval) }, sample: parsed };
}

/** Sorts samples as the JSON form of a log has them: by epoch, then by id, where numbers come in their order. */
function sorted(names: readonly string[], about: unknown): string[] {
  const dataset = isObject(about) ? about.dataset : undefined;
  const ids = isObject(dataset) && Array.isArray(dataset.sample_ids) ? dataset.sample_ids : [];
  const areTexts = typeof ids[0] === 'string';
  const keyed = names.map((name) => {
    const [, id = '', epoch = ''] = SAMPLE.exec(name) ?? [];
    return { name, epoch: Number(epoch), id: areTexts || !/^\d+$/.test(id) ? id : id.padStart(20, '0') };
  });
  keyed.sort((a, b) => a.epoch - b.epoch || (a.id < b.id ? -1 : 1));
  return keyed.map(({ name }) => name);
}

function isOther(file: string, { names }: Archive): InputError {
  const found = names.slice(0, 5).map((name) => `\`${name}\``);
  return new InputError({
    file,
    message: `is a zip archive, but not a log of Inspect: found ${found.join(', ') || 'no files'}`,
    help: 'unpack it; a log of Inspect (`.eval`) has `header.json` and `samples/`',
  });
}
