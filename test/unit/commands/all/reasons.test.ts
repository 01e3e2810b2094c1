import { expect, it } from 'vitest';
import { reasonsIn } from '../../../../src/commands/all/reasons.ts';
import { LANES, type LaneName } from '../../../../src/features/all/report-schema.ts';

const SAMPLES: Record<LaneName, { report: object; reasons: object[] }> = {
  run: {
    report: {
      tests: [
        { name: 'a', status: 'pass' },
        { name: 'b', status: 'fail', message: 'no' },
        { name: 'c', status: 'error' },
      ],
    },
    reasons: [{ message: 'b: no' }, { message: 'c: did not pass' }],
  },
  security: {
    report: {
      fail_on: 'medium',
      findings: [
        { severity: 'critical', message: 'shell', fix: 'name it' },
        { severity: 'medium', tool: 't', message: 'long', fix: 'cut it' },
        { severity: 'low', message: 'link', fix: 'remove it' },
      ],
    },
    reasons: [
      { message: 'critical: shell', help: 'name it' },
      { message: 'medium: tool `t`: long', help: 'cut it' },
    ],
  },
  'conformance run': {
    report: {
      checks: [
        {
          id: 'ping',
          level: 'MUST',
          status: 'fail',
          era: 'legacy',
          message: 'silent',
          sentence: 'A receiver MUST answer.',
        },
        { id: 'id', level: 'MUST', status: 'fail', era: 'modern', sentence: 'Ids MUST match.' },
        { id: 'hints', level: 'SHOULD', status: 'fail', era: 'modern', sentence: '' },
        { id: 'list', level: 'MUST', status: 'pass', era: 'legacy', sentence: '' },
      ],
      unexpected_passes: ['cursor'],
      withheld: 'too little was verified',
    },
    reasons: [
      { message: 'ping (legacy): silent', help: 'MCP says: A receiver MUST answer.' },
      { message: 'id (modern): failed', help: 'MCP says: Ids MUST match.' },
      { message: 'cursor was expected to fail, and did not' },
      { message: 'too little was verified' },
    ],
  },
  'judge certify': {
    report: {
      checks: [
        { id: 'ece', passed: false, value: 0.15, limit: 0.1, compare: 'at_most' },
        { id: 'brier', passed: true, value: 0.1, limit: 0.25, compare: 'at_most' },
      ],
    },
    reasons: [{ message: 'ece is 0.1500, and must be at most 0.1000' }],
  },
  'model-compat diff': {
    report: {
      entries: [
        { id: 'a', classification: 'PASS' },
        { id: 'b', classification: 'FAIL', detail: 'lost' },
        { id: 'c', classification: 'DRIFT' },
      ],
    },
    reasons: [{ message: 'FAIL b: lost' }, { message: 'DRIFT c: ' }],
  },
  'scenario run': {
    report: {
      scenarios: [
        { name: 'a', passed: true },
        { name: 'b', passed: false, failed_by: ['forbidden_transitions', 'mismatches'] },
        { name: 'c', passed: false, error: 'c.json: cannot be read' },
        { name: 'd', passed: false },
      ],
    },
    reasons: [
      { message: 'b: forbidden transitions, mismatches' },
      { message: 'c: c.json: cannot be read' },
      { message: 'd: ' },
    ],
  },
  evidence: { report: {}, reasons: [] },
  'evidence verify': {
    report: {
      reasons: [
        { code: 'no-commit', message: 'names no commit' },
        { code: 'stale', message: 'is old' },
      ],
    },
    reasons: [{ message: 'names no commit' }, { message: 'is old', help: 'run the tests again' }],
  },
  'policy simulate': {
    report: {
      rules: ['pass', 'fail', 'warn', 'waived', 'expired-waiver', 'unevaluated'].map((outcome) => ({
        id: outcome,
        fact: 'run.failed',
        outcome,
        reason: 'found 1',
      })),
    },
    reasons: [
      { message: 'rule `fail` on run.failed: found 1' },
      { message: 'rule `expired-waiver` on run.failed: found 1' },
      { message: 'rule `unevaluated` on run.failed: found 1' },
    ],
  },
};

it.each(LANES)('finds why `%s` did not accept in its report', (lane) => {
  expect(reasonsIn(lane, JSON.stringify(SAMPLES[lane].report))).toEqual(SAMPLES[lane].reasons);
});
