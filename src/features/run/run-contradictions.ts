import { type Contradiction, compareWithParts, nothingChecked } from '../../documents/compare-with-parts.ts';
import { COVERED_KINDS } from './coverage.ts';
import type { RunResult } from './run-result.ts';
import { summaryOf } from './to-run-result.ts';

/** Returns what the report of a run says against its own tests. */
export function runContradictions(report: RunResult): Contradiction[] {
  const { tests, coverage, servers } = report;
  const hasFailed = tests.some(({ status }) => status === 'fail' || status === 'error');
  return [
    ...compareWithParts(report, { summary: summaryOf(tests) }, 'the tests'),
    ...tests.flatMap(({ status, findings = [] }, index) =>
      findings.length > 0 && (status === 'pass' || status === 'skip')
        ? [{ path: ['tests', index, 'status'], message: `is "${status}", but the test has findings` }]
        : [],
    ),
    // what a server did against the protocol fails the run, whatever the tests say
    ...(hasFailed
      ? []
      : servers.flatMap(({ violations }, index) =>
          violations === undefined
            ? []
            : [
                {
                  path: ['servers', index, 'violations'],
                  message: 'fail a run, but none of the tests failed',
                },
              ],
        )),
    ...COVERED_KINDS.flatMap((kind) => {
      const { listed, not_called: others } = coverage[kind];
      const following = { coverage: { [kind]: { called: listed - others.length } } };
      return compareWithParts(report, following, 'the names that were not called');
    }),
    ...nothingChecked(['tests'], tests.length, 'tests'),
  ];
}
