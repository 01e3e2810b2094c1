import type { ValuePath } from '../../diagnostic.ts';
import { agreeing, type Contradictions } from '../../documents/contradictions.ts';
import type { RecordCounts } from './counts.ts';
import type { RunCounts } from './model.ts';

/** The five counts, in the order in which a report shows them. */
export const COUNT_NAMES = ['total', 'passed', 'failed', 'skipped', 'inconclusive'] as const;

type CountName = (typeof COUNT_NAMES)[number];
type StatedCounts = Partial<Record<CountName, number | undefined>>;

/**
 * Returns one set of counts from all counts that a report states and from its records. A count that is not stated comes
 * from the records; without records it stays absent. Adds every disagreement to `contradictions`.
 * @param stated the places where the report states counts, preferred first
 * @param shown the counts that the records give
 */
export function settleCounts(
  stated: readonly (readonly [holder: ValuePath, counts: StatedCounts | undefined])[],
  shown: RecordCounts | undefined,
  contradictions: Contradictions,
): RunCounts {
  const settled: { -readonly [K in CountName]?: number } = {};
  const paths: { [K in CountName]?: ValuePath | undefined } = {};
  for (const name of COUNT_NAMES) {
    const spellings = stated.map(([holder, counts]) => [[...holder, name], counts?.[name]] as const);
    const value = agreeing(spellings, contradictions);
    const path = spellings.find(([, spelled]) => spelled !== undefined)?.[0];
    paths[name] = path;
    // a count has a path exactly when it is stated
    if (shown && path) compare(name, value as number, shown, path, contradictions);
    const count = value ?? shown?.[name];
    if (count !== undefined) settled[name] = count;
  }
  // counts that agree with the records add up, because the records do
  if (!shown) checkSum(settled, paths, contradictions);
  return settled;
}

function compare(
  name: CountName,
  stated: number,
  shown: RecordCounts,
  path: ValuePath,
  contradictions: Contradictions,
): void {
  const found = shown[name] ?? 0;
  const withoutSkipped = name === 'total' ? found - shown.skipped : found;
  if (stated === found || stated === withoutSkipped) return;
  const either = withoutSkipped === found ? '' : `, or ${withoutSkipped} without the skipped ones`;
  contradictions.add(path, `is ${stated}, but the entries of tests give ${found}${either}`);
}

function checkSum(
  counts: RunCounts,
  paths: { readonly [K in CountName]?: ValuePath | undefined },
  contradictions: Contradictions,
): void {
  const { total, passed, failed, skipped, inconclusive = 0 } = counts;
  if (total === undefined) return;
  const ran = (passed ?? 0) + (failed ?? 0) + inconclusive;
  // if a count is unknown, the total may be larger than the sum of the others, but never smaller
  const isComplete = passed !== undefined && failed !== undefined && skipped !== undefined;
  const addsUp = isComplete ? total === ran || total === ran + skipped : total >= ran;
  if (addsUp) return;
  const parts = COUNT_NAMES.filter((name) => name !== 'total' && counts[name] !== undefined);
  contradictions.add(
    // without records, a total is stated
    paths.total as ValuePath,
    `is ${total}, but ${parts.map((name) => `${name} ${counts[name]}`).join(', ')} add up to ${ran + (skipped ?? 0)}`,
    'count every test in total; only skipped tests may be left out',
  );
}
