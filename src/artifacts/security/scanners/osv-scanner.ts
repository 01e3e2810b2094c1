import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { recordList } from '../../../documents/record-list.ts';
import type { ScanSeverity } from '../model.ts';
import { severityOfScore, worseSeverity } from '../severity.ts';
import type { FindingCounter } from './finding-counter.ts';
import { hasKeys, isListOf, scannerFormat, text, whatever } from './scanner-format.ts';

const vulnerability = z.object({
  id: z.string(),
  database_specific: z.nullish(z.object({ severity: z.nullish(z.unknown()) })),
});

const packageResult = z.object({
  vulnerabilities: z.nullish(recordList(vulnerability)),
  groups: z.nullish(recordList(z.object({ ids: z.array(z.string()), max_severity: text() }))),
  license_violations: z.nullish(z.array(whatever())),
});

const schema = z.object({
  results: z.nullish(recordList(z.object({ packages: z.nullish(recordList(packageResult)) }))),
});

/** The words of GitHub's database, which OSV passes on. */
const WORDS: Readonly<Record<string, ScanSeverity>> = {
  critical: 'critical',
  high: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
};

/** `osv-scanner --format json`. A group is one vulnerability under all its ids, and counts once. */
export const osvScannerFormat = scannerFormat({
  scanner: 'OSV-Scanner',
  recognises: (value) =>
    hasKeys('results')(value) &&
    (Object.hasOwn(value, 'experimental_config') || isListOf(value.results, hasKeys('source', 'packages'))),
  schema,
  words: {},
  count({ results }, counter) {
    for (const [at, { packages }] of (results ?? []).entries()) {
      for (const [index, each] of (packages ?? []).entries()) {
        countPackage(each, ['results', at, 'packages', index], counter);
      }
    }
  },
});

function countPackage(
  { vulnerabilities, groups, license_violations }: z.output<typeof packageResult>,
  path: ValuePath,
  counter: FindingCounter,
): void {
  const byId = new Map((vulnerabilities ?? []).map((each) => [each.id, each]));
  const grouped = new Set((groups ?? []).flatMap(({ ids }) => ids));
  const alone = [...byId.keys()]
    .filter((id) => !grouped.has(id))
    .map((id) => ({ ids: [id], max_severity: '' }));
  for (const [index, { ids, max_severity }] of [...(groups ?? []), ...alone].entries()) {
    const score = max_severity ? Number(max_severity) : 0;
    if (!(score >= 0 && score <= 10)) {
      counter.fail([...path, 'groups', index, 'max_severity'], 'must be a number from 0 to 10, or empty');
      continue;
    }
    const words = ids.map((id) => wordOf(byId.get(id)));
    const severity = words.reduce(worseSeverity, severityOfScore(score));
    if (severity) counter.add(severity);
    else counter.assume(ids.some((id) => id.startsWith('MAL-')) ? 'malware' : 'vulnerability');
  }
  for (const _ of license_violations ?? []) counter.assume('license');
}

function wordOf(found: z.output<typeof vulnerability> | undefined): ScanSeverity | undefined {
  const word = found?.database_specific?.severity;
  const known = typeof word === 'string' ? word.toLowerCase() : '';
  return Object.hasOwn(WORDS, known) ? WORDS[known] : undefined;
}
