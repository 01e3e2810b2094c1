import type { ResultCall, ResultServer, ResultTest, RunResult } from '../../features/run/run-result.ts';
import { isAccepted } from '../../features/run/to-run-result.ts';
import { Anchors } from '../html/anchors.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { type Count, htmlPage } from '../html/page.ts';
import { entry, folded, heading, list, pairs, paragraph, preformatted, section } from '../html/parts.ts';
import { htmlTable } from '../html/table.ts';
import { tidyPath } from '../path.ts';
import { plural } from '../plural.ts';
import { headline, isFailing, noticesOf, reasonsOf, serverInWords } from './words.ts';

/** So many tests are shown at once where there is nothing else to look at. */
const FEW = 20;

/**
 * Writes the report as a page for people: what failed first, with its reasons and calls, and the rest folded.
 * Spec (reports): "Reports that people look at"
 */
export function formatHtml(report: RunResult): string {
  const anchors = new Anchors();
  const { tests, servers, started_at: start, duration_ms: duration } = report;
  const isGood = isAccepted(report);
  const some = (test: ResultTest) => article(test, anchors.of(test.name));
  const failing = tests.filter(isFailing);
  const flaky = tests.filter((test) => test.flaky);
  const skipped = tests.filter(({ status }) => status === 'skip');
  const passed = tests.filter((test) => test.status === 'pass' && !test.flaky);
  return htmlPage({
    kind: 'test run',
    verdict: isGood ? { word: 'PASS', tone: 'good' } : { word: 'FAIL', tone: 'bad' },
    headline: headline(report),
    counts: countsOf(tests),
    facts: [
      ['Started', start],
      ['Took', `${Math.round(duration)} ms`],
    ],
    notes: noticesOf(report),
    body: [
      ...section('Not passed', failing.map(some)),
      ...section('Flaky: passed only on a retry', flaky.map(some)),
      ...section('Skipped', folded(`${plural(skipped.length, 'test')} skipped`, skipped.map(some))),
      ...section(
        'Passed',
        folded(
          `${plural(passed.length, 'test')} passed`,
          passedTable(passed, anchors),
          passed.length === tests.length && passed.length <= FEW,
        ),
      ),
      ...section('How much of what the servers list was called', coverage(report)),
      ...section('Servers', servers.flatMap(serverParts)),
    ],
  });
}

function countsOf(tests: readonly ResultTest[]): Count[] {
  const number = (status: ResultTest['status']) => tests.filter((test) => test.status === status).length;
  return [
    { value: number('fail'), label: 'failed', tone: 'bad' },
    { value: number('error'), label: 'broken', tone: 'bad' },
    { value: tests.filter((test) => test.flaky).length, label: 'flaky', tone: 'caution' },
    { value: number('skip'), label: 'skipped', tone: 'quiet' },
    { value: number('pass'), label: 'passed', tone: 'good' },
  ];
}

const TONES = { pass: 'good', fail: 'bad', error: 'bad', skip: 'quiet' } as const;

function article(test: ResultTest, anchor: string): string {
  const { name, status, file, line, attempts, duration_ms: duration, message = '', calls = [] } = test;
  const reasons = status === 'skip' ? [{ text: message }] : reasonsOf(test);
  const again = attempts === undefined ? '' : `, ${plural(attempts, 'attempt')}`;
  const isFlaky = status === 'pass' && test.flaky;
  return entry({
    anchor,
    mark: isFlaky ? 'flaky' : status,
    tone: isFlaky ? 'caution' : TONES[status],
    title: name,
    aside: `${tidyPath(file)}:${line}, ${Math.round(duration)} ms${again}`,
    body: [
      ...(status === 'pass' || reasons.length === 0
        ? []
        : ['<ul>', ...reasons.map((reason) => reasonPart(reason, file)), '</ul>']),
      ...calls.flatMap(wrongCall),
      ...folded(plural(calls.length, 'call'), calls.length === 0 ? [] : [callTable(calls)]),
    ],
  });
}

/** A row for each test that passed: there may be thousands. */
function passedTable(passed: readonly ResultTest[], anchors: Anchors): string[] {
  if (passed.length === 0) return [];
  const rows = passed.map(({ name, status, file, line, duration_ms: duration, calls = [] }) => ({
    anchor: anchors.of(name),
    mark: status,
    tone: TONES[status],
    cells: [
      name,
      `${tidyPath(file)}:${line}`,
      `${Math.round(duration)} ms`,
      calls.map((call) => callCells(call).join(', ')).join('\n'),
    ],
  }));
  return [htmlTable('Tests that passed', ['Outcome', 'Test', 'Where', 'Time', 'Calls'], rows)];
}

function reasonPart({ text, line }: { readonly text: string; readonly line?: number }, file: string): string {
  const place =
    line === undefined ? '' : ` <span class="quiet">${escapeHtml(`${tidyPath(file)}:${line}`)}</span>`;
  return `<li><span class="text">${escapeHtml(text)}</span>${place}</li>`;
}

/** Shows a call with which something is wrong: what was sent, what was expected, and what came. */
function wrongCall({ phase, kind, name, arguments: sent, expected = [], answer }: ResultCall): string[] {
  if (answer === undefined) return [];
  return [
    heading(phase === 'call' ? `${kind} ${name}` : `${phase}: ${kind} ${name}`),
    pairs([
      ...(sent === undefined ? [] : [['Sent', sent] as const]),
      ['Expected', expected.join('\n')],
      ['Received', answer],
    ]),
  ];
}

function callTable(calls: readonly ResultCall[]): string {
  return htmlTable('Calls', ['Called', 'Phase', 'Server', 'Outcome', 'Time'], calls.map(callCells));
}

function callCells({ phase, server, kind, name, outcome, duration_ms: duration }: ResultCall): string[] {
  return [`${kind} ${name}`, phase, server, outcome.replace('_', ' '), `${Math.round(duration)} ms`];
}

function coverage({ coverage: covered }: RunResult): string[] {
  return Object.entries(covered).flatMap(([kind, { listed, called, not_called: others }]) => {
    if (listed === 0) return [];
    return [
      paragraph(`${called} of ${listed} ${kind}`),
      ...folded(`${others.length} not called`, list(others)),
    ];
  });
}

function serverParts(server: ResultServer): string[] {
  const { noise, stderr } = server;
  const printed = [
    ...(noise ? [`standard output that is not a message:\n${noise.lines.join('\n')}`] : []),
    ...(stderr ? [`standard error:\n${[...new Set([stderr.head, stderr.tail])].join('\n')}`] : []),
  ];
  return [paragraph(serverInWords(server)), ...folded('what it printed', printed.map(preformatted))];
}
