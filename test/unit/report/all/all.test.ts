import { expect, it } from 'vitest';
import type { AllReport, LaneReport } from '../../../../src/features/all/report-schema.ts';
import { formatIndexHtml } from '../../../../src/report/all/index-html.ts';
import { formatAll } from '../../../../src/report/all/pretty.ts';
import { headline } from '../../../../src/report/all/words.ts';
import { PLAIN } from '../../../../src/report/palette.ts';

function lane(
  name: LaneReport['lane'],
  answer: LaneReport['answer'],
  more: Partial<LaneReport> = {},
): LaneReport {
  return {
    lane: name,
    answer,
    exit_code: 0,
    says: `${name} said so`,
    reasons: [],
    more_reasons: 0,
    judged_by: [],
    files: [],
    ...more,
  };
}

const reportOf = (verdict: AllReport['verdict'], lanes: LaneReport[], policy?: string): AllReport => ({
  schema_version: 'mcptest.dev/all-report/v1',
  verdict,
  suite: 'mcptest.yml',
  ...(policy !== undefined && { policy }),
  folder: 'out',
  lanes,
});

it.each([
  ['every lane accepted', reportOf('pass', [lane('run', 'accepted')])],
  ['the policy p.yml accepts the release', reportOf('pass', [lane('run', 'accepted')], 'p.yml')],
  ['run could not run', reportOf('unable', [lane('run', 'could-not-run'), lane('security', 'rejected')])],
  [
    'run, security and scenario run a.yml rejected',
    reportOf('fail', [
      lane('run', 'rejected'),
      lane('security', 'rejected'),
      lane('scenario run', 'rejected', { input: 'a.yml' }),
    ]),
  ],
  ['the policy p.yml rejects the release', reportOf('fail', [lane('policy simulate', 'rejected')], 'p.yml')],
])('sums up: %s', (words, report) => {
  expect(headline(report)).toBe(words);
});

const MIXED = reportOf(
  'fail',
  [
    lane('run', 'accepted', { files: ['run.json', 'run.html'] }),
    lane('security', 'rejected', {
      says: 'FAIL <b>\u001b[31m',
      reasons: [{ message: 'high: <script>\u202e', help: 'rename it' }, { message: 'low' }],
      more_reasons: 3,
      judged_by: ['a', 'b'],
      files: ['security.html', 'security.json'],
    }),
    lane('scenario run', 'rejected', { input: 'a.yml' }),
    lane('judge certify', 'could-not-run'),
  ],
  'p.yml',
);

it('shows on a terminal what did not accept, why, and who decides', () => {
  const text = formatAll(MIXED, PLAIN);
  expect(text).toContain('  rejected       security            FAIL <b>\\u001b[31m\n');
  expect(text).toContain(
    'security\n  high: <script>\\u202e\n    help: rename it\n  low\n  and 3 more, see its report\n' +
      '  the policy decides about this with the rules `a` and `b`\n',
  );
  expect(text).toMatch(/\nopen out\/index\.html\n$/);
});

it('links each report from the page, what stops the release first', () => {
  const html = formatIndexHtml(MIXED);
  expect(html).toContain('<p><a href="run.html">run.html</a> · <a href="run.json">run.json</a></p>');
  expect(html).toContain('high: &lt;script&gt;&lt;U+202E&gt;\nrename it');
  expect(html).not.toContain('<script>\u202e');
  const order = ['What stops the release', 'id="scenario-run-a-yml"', 'Everything else', 'id="security"'];
  const places = order.map((text) => html.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(formatIndexHtml(reportOf('pass', [lane('run', 'accepted')]))).not.toContain('What stops');
});

it('leads to the lane that made the gate fail before it leads to the gate', () => {
  const html = formatIndexHtml(
    reportOf(
      'fail',
      [
        lane('run', 'rejected', {
          says: 'FAIL 1 of 5 tests failed',
          judged_by: ['no-failed-tests', 'few-skipped'],
          failed_rules: ['no-failed-tests'],
          files: ['run.html', 'run.json'],
        }),
        lane('security', 'accepted', { judged_by: ['secure'] }),
        lane('conformance run', 'accepted', { judged_by: ['tier'], failed_rules: ['tier'] }),
        lane('policy simulate', 'rejected', { files: ['policy-simulate.html'] }),
      ],
      'p.yml',
    ),
  );
  const order = [
    'What stops the release',
    'id="run"',
    'the rule `no-failed-tests` fails the gate because of this',
    'href="run.html"',
    'id="conformance-run"',
    'id="policy-simulate"',
    'Everything else',
    'id="security"',
  ];
  const places = order.map((text) => html.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
