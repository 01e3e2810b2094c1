import * as z from 'zod/mini';
import { recordList } from '../../../documents/record-list.ts';
import { isObject } from '../../../values/own-property.ts';
import type { FindingCounter } from './finding-counter.ts';
import { hasKeys, isListOf, scannerFormat, text, whatever } from './scanner-format.ts';

const SEVERITIES = ['HIGH', 'MEDIUM', 'LOW', 'UNDEFINED'] as const;

/** How many findings Bandit counted, before the options `-l` and `-i` and a baseline took some out of its results. */
const counted = () => z.nullish(z.number());
const totalsSchema = z.object({
  loc: counted(),
  'SEVERITY.HIGH': counted(),
  'SEVERITY.MEDIUM': counted(),
  'SEVERITY.LOW': counted(),
  'SEVERITY.UNDEFINED': counted(),
});

const schema = z.object({
  results: recordList(z.object({ issue_severity: text() })),
  errors: z.array(whatever()),
  metrics: z.optional(z.object({ _totals: z.optional(totalsSchema) })),
});

/** `bandit -f json`. It lists the files that it could not parse as errors. */
export const banditFormat = scannerFormat({
  scanner: 'Bandit',
  recognises: (value) =>
    hasKeys('results', 'errors')(value) &&
    (isObject(value.metrics) || isListOf(value.results, hasKeys('issue_severity', 'test_id'))),
  schema,
  words: { high: 'high', medium: 'medium', low: 'low', undefined: 'vulnerability' },
  count({ results, errors, metrics }, counter) {
    for (const [index, { issue_severity }] of results.entries()) {
      counter.addWord(issue_severity, ['results', index, 'issue_severity']);
    }
    compareWithTotals(results, metrics?._totals ?? {}, counter);
    if (errors.length > 0) counter.fail(['errors', 0], 'is an error of Bandit: the scan is not complete');
    else if (results.length === 0 && !metrics?._totals?.loc) {
      counter.fail(['metrics'], 'counts no line of code: Bandit scanned nothing');
    }
  },
});

function compareWithTotals(
  results: z.output<typeof schema>['results'],
  totals: Partial<z.output<typeof totalsSchema>>,
  counter: FindingCounter,
): void {
  for (const severity of SEVERITIES) {
    const key = `SEVERITY.${severity}` as const;
    const stated = totals[key];
    if (stated === undefined || stated === null) continue;
    const shown = results.filter(({ issue_severity: word }) => word?.toUpperCase() === severity).length;
    const path = ['metrics', '_totals', key];
    if (stated < shown) counter.fail(path, `is ${stated}, but results lists ${shown}`);
    if (stated > shown) {
      const how = 'Bandit hides findings with -l, -i and a baseline';
      counter.warn(path, `is ${stated}, but results lists ${shown}, and only those count: ${how}`);
    }
  }
}
