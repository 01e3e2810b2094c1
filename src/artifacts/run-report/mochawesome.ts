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
    testsRegistered: z.optional(count()),
    // hooks that failed; not listed in some versions, but then counted as failures
    other: z.nullish(z.number()),
    hasOther: z.nullish(z.boolean()),
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
    const suites = results.filter((suite) => suite !== false);
    const tests = suites.flatMap((suite) => recordsOf(suite, testsOf));
    const hooks = suites.flatMap((suite) => recordsOf(suite, failedHooksOf));
    const shown = countTests(tests);
    const contradictions = new Contradictions(document);
    for (const [name, found, most] of [
      ['passes', shown.passed, shown.passed],
      // a hook that failed counts in some versions
      ['failures', shown.failed, shown.failed + hooks.length],
    ] as const) {
      if (stats[name] >= found && stats[name] <= most) continue;
      contradictions.add(['stats', name], `is ${stats[name]}, but the results show ${found}`);
    }
    if ((stats.testsRegistered ?? 0) > shown.total) {
      const message = `is ${stats.testsRegistered}, but the results show ${shown.total} tests`;
      contradictions.add(['stats', 'testsRegistered'], message);
    }
    const failed = shown.failed + hooks.length;
    if ((stats.other ?? (stats.hasOther ? 1 : 0)) > failed) {
      const key = typeof stats.other === 'number' ? 'other' : 'hasOther';
      contradictions.add(
        ['stats', key],
        `is ${stats[key]}, but the results show ${failed} failed hooks and tests`,
      );
    }
    contradictions.refuse();
    const end = endAfter(stats.end ?? undefined, 0);
    return { value: toRunReport([...tests, ...hooks], document.file, end), warnings: [] };
  },
};

const testsOf = ({ tests }: Suite): readonly Test[] => tests ?? [];

function failedHooksOf({ beforeHooks, afterHooks }: Suite): readonly Test[] {
  return [...(beforeHooks ?? []), ...(afterHooks ?? [])].filter((hook) => statusOf(hook) === 'fail');
}

function recordsOf(suite: Suite, select: (suite: Suite) => readonly Test[]): TestRecord[] {
  const own = select(suite).map(
    (test): TestRecord => ({
      name: test.fullTitle ?? test.title ?? '',
      status: statusOf(test),
      file: suite.file || undefined,
      duration_ms: test.duration ?? undefined,
      message: test.err?.message ?? undefined,
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => recordsOf(inner, select))];
}

function statusOf({ state, fail, pending, skipped }: Test): TestStatus {
  if (fail || state === 'failed') return 'fail';
  if (pending || skipped || state === 'pending' || state === 'skipped') return 'skip';
  return state === 'passed' ? 'pass' : 'inconclusive';
}
