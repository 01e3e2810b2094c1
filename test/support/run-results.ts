import fc from 'fast-check';
import { readTestSuite } from '../../src/artifacts/test-suite/read.ts';
import type { MadeCall, SuiteRun, TestStatus } from '../../src/features/run/run-model.ts';
import type { RunResult } from '../../src/features/run/run-result.ts';
import type { RanSuite } from '../../src/features/run/to-run-result.ts';
import { toRunResult } from '../../src/features/run/to-run-result.ts';

/** Makes a call of a tool that answered. */
export function made(name: string, outcome: MadeCall['outcome'] = 'ok'): MadeCall {
  return {
    phase: 'call',
    server: 'server',
    request: { kind: 'tool', name, args: {} },
    outcome,
    duration: 1.2345,
    notifications: 0,
    questions: [],
    findings: [],
  };
}

const COMBINATION = { protocol: { kind: 'preferred' }, transport: undefined, words: '' } as never;

/** What a test of a made run is like. */
export interface MadeTest {
  readonly name: string;
  readonly status: TestStatus;
  readonly reason?: string;
  readonly findings?: readonly unknown[];
  readonly flaky?: boolean;
  readonly calls?: readonly MadeCall[];
}

/** Makes a suite with these tests, one a line from line 4 on, and what came of it. */
export function ranSuite(tests: readonly MadeTest[], others: Partial<SuiteRun> = {}): RanSuite {
  const written = tests.map((_, index) => `  - { name: ${JSON.stringify(`${index}`)}, tool: t }`);
  const suite = readTestSuite(
    ['version: "1"', 'server: { command: node }', 'tests:', ...written, 'teardown: []', ''].join('\n'),
    'suites/suite.yml',
  );
  const runs = tests.map(
    ({ name, status, reason, findings = [], flaky = false, calls = [made('t')] }, index) => ({
      of: { test: suite.tests[index] as never, combination: COMBINATION, name },
      status,
      flaky,
      attempts: flaky ? 2 : 1,
      findings: findings as never,
      calls: status === 'skipped' ? [] : calls,
      duration: 1.2345,
      ...(reason !== undefined && { reason }),
    }),
  );
  const session = {
    name: 'server',
    combination: COMBINATION,
    session: {
      server: { name: 'weather', version: '1.0.0', protocol: '2025-11-25' },
      transport: 'stdio' as const,
      listing: { tools: [{ name: 't' }, { name: 'u' }], prompts: [], resources: [], templates: [] },
    },
    abilities: ['elicitation'],
    traces: {
      stderr: { head: 'listening\n', tail: '' },
      noise: { count: 0, lines: [] },
      violations: { count: 0, lines: [] },
    },
    died: false,
  };
  return {
    suite,
    run: { tests: runs, phases: [], sessions: [session], ...others },
    notes: [],
    oneCause: undefined,
  };
}

/** A frame for reports. */
export const FRAME = {
  version: '0.0.0',
  startedAt: '2026-12-01T10:00:00Z',
  endedAt: '2026-12-01T10:00:01Z',
  duration: 1000,
  requireCoverage: undefined,
  strictTransport: false,
} as const;

/** Random reports, with names and messages of any characters. */
export const runResults: fc.Arbitrary<RunResult> = fc
  .array(
    fc.record({
      name: fc.oneof(
        fc.string({ minLength: 1 }),
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.constantFrom('a # skip', 'b {', 'c # TODO', 'ok 1', '1..0', 'Bail out!'),
      ),
      status: fc.constantFrom<TestStatus>('passed', 'failed', 'error', 'skipped'),
      message: fc.oneof(fc.string(), fc.constantFrom('a\nnot ok 1', '::error::x', ']]>', '  ...\nok 2')),
      flaky: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((tests) =>
    toRunResult(
      [
        ranSuite(
          tests.map(({ message, flaky, ...test }) => ({
            ...test,
            flaky: flaky && test.status === 'passed',
            ...(test.status === 'failed'
              ? { findings: [{ code: 'text', message, path: ['tests', 0, 'expect'] }] }
              : test.status === 'passed'
                ? {}
                : { reason: message }),
          })),
        ),
      ],
      FRAME,
    ),
  );
