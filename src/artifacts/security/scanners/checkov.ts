import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { recordList } from '../../../documents/record-list.ts';
import { isObject } from '../../../values/own-property.ts';
import type { FindingCounter } from './finding-counter.ts';
import { hasKeys, isListOf, scannerFormat, text, whatever } from './scanner-format.ts';

const number = () => z.nullish(z.number());

/** What Checkov found with one of its frameworks. */
const report = z.object({
  results: z.object({
    passed_checks: z.nullish(z.array(whatever())),
    failed_checks: z.nullish(recordList(z.object({ severity: text() }))),
    parsing_errors: z.nullish(z.array(whatever())),
  }),
  summary: z.nullish(
    z.object({ passed: number(), failed: number(), skipped: number(), parsing_errors: number() }),
  ),
});

const isReport = (value: unknown) =>
  hasKeys('check_type', 'results')(value) &&
  isObject(value.results) &&
  Object.hasOwn(value.results, 'failed_checks');

const WORDS = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  moderate: 'medium',
  low: 'low',
  info: 'info',
  none: 'check',
  '': 'check',
} as const;

/** `checkov --output json` with one framework. */
export const checkovFormat = scannerFormat({
  scanner: 'Checkov',
  recognises: isReport,
  schema: report,
  words: WORDS,
  count: (file, counter) => refuseUnchecked([file], countReport(file, [], counter), counter),
});

/** `checkov --output json` with several frameworks. */
export const checkovListFormat = scannerFormat({
  scanner: 'Checkov',
  recognises: (value) => isListOf(value, isReport),
  schema: recordList(report),
  words: WORDS,
  count(file, counter) {
    let failed = 0;
    for (const [index, each] of file.entries()) failed += countReport(each, [index], counter);
    refuseUnchecked(file, failed, counter);
  },
});

/** What Checkov writes when it found nothing to check. */
export const checkovNothingFormat = scannerFormat({
  scanner: 'Checkov',
  recognises: hasKeys('checkov_version', 'passed', 'failed'),
  schema: z.object({}),
  words: WORDS,
  count: (_, counter) => counter.fail([], 'contains no checks: Checkov found nothing to check'),
});

function countReport(
  { results, summary }: z.output<typeof report>,
  path: ValuePath,
  counter: FindingCounter,
): number {
  const failed = results.failed_checks ?? [];
  for (const [index, { severity }] of failed.entries()) {
    counter.addWord(severity, [...path, 'results', 'failed_checks', index, 'severity']);
  }
  if ((summary?.failed ?? failed.length) !== failed.length) {
    counter.fail(
      [...path, 'summary', 'failed'],
      `is ${summary?.failed}, but the file shows ${failed.length}`,
    );
  }
  const unread = Math.max(summary?.parsing_errors ?? 0, results.parsing_errors?.length ?? 0);
  if (unread > 0) {
    counter.fail(
      [...path, 'results', 'parsing_errors'],
      `Checkov could not read ${unread} files: the scan is not complete`,
      'fix the files, or leave them out with --skip-path',
    );
  }
  return failed.length;
}

/** Refuses reports of which none checked anything. */
function refuseUnchecked(
  reports: readonly z.output<typeof report>[],
  failed: number,
  counter: FindingCounter,
): void {
  const didCheck = reports.some(
    ({ results, summary }) =>
      (summary?.passed ?? results.passed_checks?.length ?? 0) + (summary?.skipped ?? 0) > 0,
  );
  if (!didCheck && failed === 0) counter.fail([], 'contains no checks that ran: nothing was checked');
}
