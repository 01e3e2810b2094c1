import * as z from 'zod/mini';
import { Contradictions } from '../../documents/contradictions.ts';
import { recordList } from '../../documents/record-list.ts';
import { count } from '../../documents/schema-parts.ts';
import { validate } from '../../documents/validate.ts';
import { isObject } from '../../values/own-property.ts';
import type { JsonFormat } from '../json-artifact.ts';
import { toRunReport } from './counts.ts';
import type { RunReport, TestRecord, TestStatus } from './model.ts';
import { epochTime, eventsAt } from './run-end.ts';

// a pending test was skipped on purpose; other is any status that CTRF has no word for, so the test did not pass
const STATUSES = {
  passed: 'pass',
  failed: 'fail',
  skipped: 'skip',
  pending: 'skip',
  other: 'inconclusive',
} as const satisfies Record<string, TestStatus>;

type Status = keyof typeof STATUSES;

const testSchema = z.object({
  name: z.string(),
  status: z.enum(Object.keys(STATUSES) as Status[]),
  duration: z.nullish(z.number()),
  message: z.nullish(z.string()),
  filePath: z.nullish(z.string()),
  line: z.nullish(z.number()),
  flaky: z.nullish(z.boolean()),
});

const schema = z.object({
  results: z.object({
    tool: z.nullish(z.object({ name: z.nullish(z.string()) })),
    summary: z.object({
      tests: count(),
      passed: count(),
      failed: count(),
      pending: z.optional(count()),
      skipped: z.optional(count()),
      other: z.optional(count()),
      start: epochTime(),
      stop: epochTime(),
    }),
    tests: recordList(testSchema),
  }),
});

/** The reporter lists a test by the expected outcome, but counts it by the outcome of its last attempt. */
const PLAYWRIGHT_HELP =
  "pass Playwright's own JSON: `--reporter=json`; its CTRF reporter counts some tests differently than it lists them";

/** Common Test Report Format (https://ctrf.io). The summary and the tests are both required, and must agree. */
export const ctrfFormat: JsonFormat<RunReport> = {
  name: 'CTRF JSON',
  recognises: (value) =>
    isObject(value) &&
    isObject(value.results) &&
    (value.reportFormat === 'CTRF' || Object.hasOwn(value.results, 'summary')),
  read(document) {
    const { summary, tests, tool } = validate(schema, document).results;
    const { start, stop, ...counted } = summary;
    const shown: Record<Status, number> = { passed: 0, failed: 0, skipped: 0, pending: 0, other: 0 };
    for (const { status } of tests) shown[status]++;

    const contradictions = new Contradictions(document);
    for (const [name, stated] of Object.entries(counted)) {
      const found = name === 'tests' ? tests.length : shown[name as Status];
      if (stated === undefined || stated === found) continue;
      contradictions.add(
        ['results', 'summary', name],
        `is ${stated}, but the entries of results.tests give ${found}`,
        tool?.name === 'playwright' ? PLAYWRIGHT_HELP : undefined,
      );
    }
    contradictions.refuse();
    const report = toRunReport(tests.map(toRecord), document.file, eventsAt([start, stop]));
    // a summary that states `other` keeps the count of inconclusive tests, even when it is 0
    const inconclusive = report.counts.inconclusive ?? summary.other;
    const counts = { ...report.counts, ...(inconclusive !== undefined && { inconclusive }) };
    return { value: { ...report, counts }, warnings: [] };
  },
};

function toRecord({
  name,
  status,
  duration,
  message,
  filePath,
  line,
  flaky,
}: z.output<typeof testSchema>): TestRecord {
  return {
    name,
    status: STATUSES[status],
    file: filePath ?? undefined,
    line: line ?? undefined,
    duration_ms: duration ?? undefined,
    message: message ?? undefined,
    flaky: flaky === true && status === 'passed' ? true : undefined,
  };
}
