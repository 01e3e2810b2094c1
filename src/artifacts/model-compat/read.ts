import { Contradictions, confirmed } from '../../documents/contradictions.ts';
import { parseJson } from '../../documents/json.ts';
import type { Reading } from '../../documents/reading.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import { isObject } from '../../values/own-property.ts';
import { hasAnyKey, type JsonFormat, readJsonArtifact } from '../json-artifact.ts';
import { CLASSIFICATIONS, type CountName, type ModelCompat } from './model.ts';
import { type ModelCompatFile, modelCompatSchema } from './schema.ts';

const COUNT_NAMES = ['total', 'pass', 'drift', 'fail'] as const satisfies readonly CountName[];

const hasEntries = hasAnyKey(['schema_version', 'entries']);

// other artifacts have a `summary` with a `total` too
const hasClasses = hasAnyKey(['pass', 'drift', 'fail']);

/** The diff that mcptest writes, in any of its spellings. */
export const canonicalFormat: JsonFormat<ModelCompat> = {
  name: 'mcptest model-compatibility diff',
  recognises: (value) =>
    hasEntries(value) || (isObject(value) && [value.summary, value.counts].some(hasClasses)),
  read: (document) => ({
    value: toModelCompat(validate(modelCompatSchema, document), document),
    warnings: [],
  }),
};

/**
 * Reads a model-compatibility diff.
 * @throws InputError when the file is not such a diff, contradicts itself, or compares nothing
 */
export function readModelCompat(path: string, files: FilesPort): Reading<ModelCompat> {
  return readJsonArtifact('model-compat', parseJson(files.readText(path), path), [canonicalFormat]);
}

function toModelCompat(diff: ModelCompatFile, document: SourceDocument): ModelCompat {
  const contradictions = new Contradictions(document);
  const shown = diff.entries && countEntries(diff.entries);
  const counts: { [name in CountName]?: number } = {};
  for (const name of COUNT_NAMES) {
    const stated = [
      [['summary', name], diff.summary?.[name]],
      [['counts', name], diff.counts?.[name]],
    ] as const;
    const value = confirmed(stated, shown?.[name], 'the entries', contradictions);
    if (value !== undefined) counts[name] = value;
  }
  refuseWrongSum(counts, diff.summary ? 'summary' : 'counts', contradictions);
  contradictions.refuse();
  refuseEmpty(counts, document);
  return { counts };
}

function countEntries(entries: NonNullable<ModelCompatFile['entries']>): Record<CountName, number> {
  const counts = { total: entries.length, pass: 0, drift: 0, fail: 0 };
  for (const { classification } of entries) counts[CLASSIFICATIONS[classification]]++;
  return counts;
}

/** Every entry is in exactly one class. A class without a count may contain all entries that are not in the others. */
function refuseWrongSum(
  { total, pass, drift, fail }: ModelCompat['counts'],
  key: 'summary' | 'counts',
  contradictions: Contradictions,
): void {
  if (total === undefined) return;
  const known = sum([pass, drift, fail]);
  const isComplete = pass !== undefined && drift !== undefined && fail !== undefined;
  if (isComplete ? known !== total : known > total) {
    contradictions.add([key, 'total'], `is ${total}, but pass, drift and fail add up to ${known}`);
  }
}

/** Refuses a diff that does not show that it compared anything: it must not pass a rule such as `fail: max 0`. */
function refuseEmpty({ total, pass, drift, fail }: ModelCompat['counts'], document: SourceDocument): void {
  if ((total ?? sum([pass, drift, fail])) > 0) return;
  throw new InputError({
    file: document.file,
    position: document.locate([]),
    message: 'compares no entries: nothing was checked',
    help: 'find out why the diff has no entries; comparing nothing is not a pass',
  });
}

function sum(counts: readonly (number | undefined)[]): number {
  return counts.reduce<number>((total, count) => total + (count ?? 0), 0);
}
