import * as z from 'zod/mini';
import { Contradictions } from '../../documents/contradictions.ts';
import { count } from '../../documents/schema-parts.ts';
import { validate } from '../../documents/validate.ts';
import { isObject } from '../../values/own-property.ts';
import type { JsonFormat } from '../json-artifact.ts';
import { countTests, toRunReport } from './counts.ts';
import type { RunReport, TestRecord, TestStatus } from './model.ts';
import { endAfter } from './run-end.ts';

const testSchema = z.object({
  title: z.nullish(z.string()),
  fullTitle: z.nullish(z.string()),
  state: z.nullish(z.enum(['passed', 'failed', 'pending', 'skipped'])),
  fail: z.nullish(z.boolean()),
  pending: z.nullish(z.boolean()),
  skipped: z.nullish(z.boolean()),
  duration: z.nullish(z.number()),
  err: z.nullish(z.object({ message: z.nullish(z.string()) })),
});

const suiteSchema = z.object({
  file: z.nullish(z.string()),
  tests: z.nullish(z.array(testSchema)),
  beforeHooks: z.nullish(z.array(testSchema)),
  afterHooks: z.nullish(z.array(testSchema)),
  get suites(): z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<typeof suiteSchema>>> {
    return z.nullish(z.array(suiteSchema));
  },
});

const schema = z.object({
  stats: z.object({
    passes: count(),
    failures: count(),
    pending: z.optional(count()),
    end: z.nullish(z.string()),
  }),
  // false where no test was found
  results: z.array(z.union([z.literal(false), suiteSchema])),
});

type Suite = z.output<typeof suiteSchema>;
type Test = z.output<typeof testSchema>;

/** The JSON of mochawesome. A hook that failed counts as a failed test. */
export const mochawesomeFormat: JsonFormat<RunReport> = {
  name: 'mochawesome JSON',
  recognises: (value) =>
    isObject(value) && isObject(value.stats) && Array.isArray(value.results) && 'passes' in value.stats,
  read(document) {
    const { stats, results } = validate(schema, document);
    const tests = results.flatMap((suite) => (suite === false ? [] : testsOf(suite)));
    const shown = countTests(tests);
    const contradictions = new Contradictions(document);
    for (const [name, found] of [
      ['passes', shown.passed],
      ['failures', shown.failed],
    ] as const) {
      if (stats[name] === found) continue;
      contradictions.add(['stats', name], `is ${stats[name]}, but the results show ${found}`);
    }
    contradictions.refuse();
    return { value: toRunReport(tests, document.file, endAfter(stats.end ?? undefined, 0)), warnings: [] };
  },
};

function testsOf(suite: Suite): TestRecord[] {
  const hooks = [...(suite.beforeHooks ?? []), ...(suite.afterHooks ?? [])].filter(
    (hook) => statusOf(hook) === 'fail',
  );
  const own = [...(suite.tests ?? []), ...hooks].map(
    (test): TestRecord => ({
      name: test.fullTitle ?? test.title ?? '',
      status: statusOf(test),
      file: suite.file || undefined,
      duration_ms: test.duration ?? undefined,
      message: test.err?.message ?? undefined,
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

function statusOf({ state, fail, pending, skipped }: Test): TestStatus {
  if (fail || state === 'failed') return 'fail';
  if (pending || skipped || state === 'pending' || state === 'skipped') return 'skip';
  return state === 'passed' ? 'pass' : 'inconclusive';
}
