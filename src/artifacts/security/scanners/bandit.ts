import * as z from 'zod/mini';
import { recordList } from '../../../documents/record-list.ts';
import { isObject } from '../../../values/own-property.ts';
import { hasKeys, isListOf, scannerFormat, text, whatever } from './scanner-format.ts';

const schema = z.object({
  results: recordList(z.object({ issue_severity: text() })),
  errors: z.array(whatever()),
  metrics: z.optional(z.object({ _totals: z.optional(z.object({ loc: z.nullish(z.number()) })) })),
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
    if (errors.length > 0) counter.fail(['errors', 0], 'is an error of Bandit: the scan is not complete');
    else if (results.length === 0 && !metrics?._totals?.loc) {
      counter.fail(['metrics'], 'counts no line of code: Bandit scanned nothing');
    }
  },
});
