import type { ValuePath } from '../../diagnostic.ts';
import { isObject, valueAt } from '../../values/own-property.ts';
import { canonicalFormat } from './formats/canonical.ts';
import { rootsOfTraces } from './formats/langchain.ts';
import type { RunFormat } from './formats/run-format.ts';
import { RUN_FORMATS } from './formats/run-formats.ts';
import { CASSETTE_VERSION } from './schema.ts';

/** The format of a run; undefined when the value is not a run. */
export function formatOf(value: unknown): RunFormat | undefined {
  // a value that names our schema is in our format, whatever else it contains
  if (isObject(value) && value.schema_version === CASSETTE_VERSION) return canonicalFormat;
  return RUN_FORMATS.find(({ recognises }) => recognises(value));
}

/** The paths of the list of runs in a file with several. */
const LISTS = RUN_FORMATS.flatMap(({ listedUnder }) => listedUnder ?? []).map((path) => path.split('.'));

/**
 * The paths of the runs in a value with several; undefined when the value is a run itself, or not a recording. One run
 * that is recognised is enough: another may have crashed.
 */
export function runsIn(value: unknown): ValuePath[] | undefined {
  if (formatOf(value)) return undefined;
  if (Array.isArray(value)) {
    const indexes = rootsOfTraces(value) ?? [...value.keys()];
    return indexes.some((index) => formatOf(value[index])) ? indexes.map((index) => [index]) : undefined;
  }
  const path = LISTS.find((each) => holdsRuns(valueAt(value, each)));
  if (path === undefined) return undefined;
  return (valueAt(value, path) as unknown[]).map((_, index) => [...path, index]);
}

/** The name of the format of a recording, or of the first in a list; undefined when the value is not a recording. */
export function recordingFormatOf(value: unknown): string | undefined {
  const [first] = runsIn(value) ?? [[]];
  const run = (first ?? []).reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown>)[key],
    value,
  );
  return formatOf(run)?.name;
}

function holdsRuns(value: unknown): boolean {
  return Array.isArray(value) && value.some((each) => formatOf(each) !== undefined);
}
