import * as z from 'zod/mini';
import { Contradictions, confirmed } from '../../documents/contradictions.ts';
import { count } from '../../documents/schema-parts.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { isObject } from '../../values/own-property.ts';
import type { JsonFormat } from '../json-artifact.ts';
import { toRunReport } from './counts.ts';
import type { RunReport, TestRecord, TestStatus } from './model.ts';
import { endAfter } from './run-end.ts';

/** How a test ended over all its attempts, in Playwright's words. */
const OUTCOMES = {
  expected: 'pass',
  flaky: 'pass',
  unexpected: 'fail',
  skipped: 'skip',
} as const satisfies Record<string, TestStatus>;

type Outcome = keyof typeof OUTCOMES;

/** How one attempt ended. */
const attemptStatus = () => z.enum(['passed', 'failed', 'timedOut', 'skipped', 'interrupted']);

const errorSchema = z.object({ message: z.nullish(z.string()), value: z.nullish(z.string()) });

const testSchema = z.object({
  status: z.enum(Object.keys(OUTCOMES) as Outcome[]),
  expectedStatus: attemptStatus(),
  projectName: z.nullish(z.string()),
  results: z.array(
    z.object({
      status: attemptStatus(),
      duration: z.nullish(z.number()),
      error: z.nullish(errorSchema),
    }),
  ),
});

const specSchema = z.object({
  title: z.string(),
  ok: z.nullish(z.boolean()),
  file: z.nullish(z.string()),
  line: z.nullish(z.number()),
  tests: z.array(testSchema),
});

const suiteSchema = z.object({
  title: z.string(),
  specs: z.nullish(z.array(specSchema)),
  get suites(): z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<typeof suiteSchema>>> {
    return z.nullish(z.array(suiteSchema));
  },
});

const schema = z.object({
  suites: z.array(suiteSchema),
  errors: z.nullish(z.array(errorSchema)),
  stats: z.object({
    startTime: z.nullish(z.string()),
    duration: z.nullish(z.number()),
    expected: count(),
    unexpected: count(),
    flaky: count(),
    skipped: count(),
  }),
});

type Suite = z.output<typeof suiteSchema>;
type Spec = z.output<typeof specSchema>;
type Test = z.output<typeof testSchema>;

/** The output of `playwright test --reporter=json`. A test that runs in several projects counts once for each. */
export const playwrightFormat: JsonFormat<RunReport> = {
  name: 'Playwright JSON',
  recognises: (value) =>
    isObject(value) &&
    Array.isArray(value.suites) &&
    ['stats', 'errors', 'config'].some((key) => key in value),
  read(document) {
    const { suites, errors, stats } = validate(schema, document);
    const report = new Suites(document);
    suites.forEach((suite, index) => {
      // the outermost suites are files, which each spec names itself
      report.add(suite, [], ['suites', index]);
    });
    report.refuseContradictions(stats);
    const outside = (errors ?? []).map(
      (error): TestRecord => ({ name: 'outside of any test', status: 'fail', message: messageOf(error) }),
    );
    const end = endAfter(stats.startTime, stats.duration);
    return { value: toRunReport([...report.tests, ...outside], document.file, end), warnings: [] };
  },
};

class Suites {
  readonly tests: TestRecord[] = [];
  readonly #outcomes: Record<Outcome, number> = { expected: 0, flaky: 0, unexpected: 0, skipped: 0 };
  readonly #contradictions: Contradictions;

  constructor(document: SourceDocument) {
    this.#contradictions = new Contradictions(document);
  }

  add({ specs, suites }: Suite, titles: readonly string[], path: readonly (string | number)[]): void {
    specs?.forEach((spec, index) => {
      this.#addSpec(spec, titles, [...path, 'specs', index]);
    });
    suites?.forEach((suite, index) => {
      this.add(suite, [...titles, suite.title], [...path, 'suites', index]);
    });
  }

  #addSpec(spec: Spec, titles: readonly string[], path: readonly (string | number)[]): void {
    spec.tests.forEach((test, index) => {
      this.#outcomes[test.status]++;
      this.tests.push(toRecord(test, spec, titles));
      if (!isBorneOut(test)) {
        this.#contradictions.add(
          [...path, 'tests', index, 'status'],
          `is \`${test.status}\`, but the attempts ended differently`,
        );
      }
    });
    if (spec.ok === false && !spec.tests.some(({ status }) => status === 'unexpected')) {
      this.#contradictions.add([...path, 'ok'], 'is false, but none of its tests is `unexpected`');
    }
  }

  /** @throws InputError when the report contradicts itself */
  refuseContradictions(stats: Record<Outcome, number>): void {
    for (const outcome of Object.keys(OUTCOMES) as Outcome[]) {
      const stated = [[['stats', outcome], stats[outcome]]] as const;
      confirmed(stated, this.#outcomes[outcome], 'the suites', this.#contradictions);
    }
    this.#contradictions.refuse();
  }
}

/** Whether the attempts confirm a status that does not fail the test. `unexpected` needs no confirmation. */
function isBorneOut({ status, expectedStatus, results }: Test): boolean {
  const ran = results.filter((result) => result.status !== 'skipped' && result.status !== 'interrupted');
  const isAsExpected = (result: (typeof ran)[number]) => result.status === expectedStatus;
  if (status === 'expected') return ran.length > 0 && ran.every(isAsExpected);
  // a test may fail first, and skip itself on the retry
  if (status === 'flaky') return ran.some(isAsExpected) || results.some((r) => r.status === 'skipped');
  return status === 'unexpected' || ran.length === 0;
}

function toRecord({ status, results, projectName }: Test, spec: Spec, titles: readonly string[]): TestRecord {
  // Playwright calls an interrupted test skipped, although it started and did not finish
  const isCutOff = status === 'skipped' && results.some((result) => result.status === 'interrupted');
  const name = [...titles, spec.title].join(' › ');
  const last = results.at(-1);
  return {
    name: projectName ? `[${projectName}] ${name}` : name,
    status: isCutOff ? 'fail' : OUTCOMES[status],
    file: spec.file ?? undefined,
    line: spec.line ?? undefined,
    duration_ms: last?.duration ?? undefined,
    message: status === 'unexpected' ? messageOf(last?.error) : undefined,
    flaky: status === 'flaky' ? true : undefined,
  };
}

function messageOf(error: z.output<typeof errorSchema> | null | undefined): string | undefined {
  return error?.message ?? error?.value ?? undefined;
}
