import type { ResultCall, ResultServer, ResultTest, RunResult } from '../../features/run/run-result.ts';
import { isAccepted } from '../../features/run/to-run-result.ts';
import { Anchors } from '../html/anchors.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { htmlPage } from '../html/page.ts';
import { tidyPath } from '../path.ts';
import { plural } from '../plural.ts';
import { headline, isFailing, noticesOf, reasonsOf, serverInWords } from './words.ts';

/**
 * Writes the report as a page for people: what failed first, with its reasons and calls, and the rest folded.
 * Spec (reports): "Reports that people look at"
 */
export function formatHtml(report: RunResult): string {
  const anchors = new Anchors();
  const { tests, servers, started_at: start, duration_ms: duration } = report;
  const isGood = isAccepted(report);
  const word = isGood ? 'PASS' : 'FAIL';
  const some = (test: ResultTest) => article(test, anchors.of(test.name));
  const failing = tests.filter(isFailing);
  const skipped = tests.filter(({ status }) => status === 'skip');
  const flaky = tests.filter((test) => test.flaky);
  const passed = tests.filter((test) => test.status === 'pass' && !test.flaky);
  return htmlPage(
    `${word}: ${headline(report)}`,
    [
      `<h1><span class="${isGood ? 'good' : 'bad'}">${word}</span> ${escapeHtml(headline(report))}</h1>`,
      `<p class="quiet">${escapeHtml(start)}, ${Math.round(duration)} ms</p>`,
      ...noticesOf(report).map((note) => `<p class="caution text">note: ${escapeHtml(note)}</p>`),
      ...section('Not passed', failing.map(some)),
      ...section('Flaky: passed only when tried again', flaky.map(some)),
      ...folded(`${plural(skipped.length, 'test')} skipped`, skipped.map(some)),
      ...folded(`${plural(passed.length, 'test')} passed`, passed.map(some)),
      ...section('Called of what the servers list', coverage(report)),
      ...section('Servers', servers.map(serverPart)),
    ].join('\n'),
  );
}

function section(title: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`<h2>${title}</h2>`, ...parts];
}

function folded(title: string, parts: readonly string[]): string[] {
  if (parts.length === 0) return [];
  return [`<details>\n<summary>${escapeHtml(title)}</summary>`, ...parts, '</details>'];
}

const TONES = { pass: 'good', fail: 'bad', error: 'bad', skip: 'quiet' } as const;

function article(test: ResultTest, anchor: string): string {
  const { name, status, file, line, attempts, duration_ms: duration, message = '', calls = [] } = test;
  const place = (at: number) => `<span class="quiet">${escapeHtml(`${tidyPath(file)}:${at}`)}</span>`;
  const reasons = status === 'skip' ? [{ text: message }] : reasonsOf(test);
  const again = attempts === undefined ? '' : `, ${plural(attempts, 'attempt')}`;
  return [
    `<article class="${status}" id="${escapeHtml(anchor)}">`,
    `<h3><span class="${TONES[status]}">${status}</span> <a class="text" href="#${escapeHtml(anchor)}">${escapeHtml(name)}</a></h3>`,
    `<p>${place(line)} <span class="quiet">${Math.round(duration)} ms${again}</span></p>`,
    ...(status === 'pass' || reasons.length === 0
      ? []
      : ['<ul>', ...reasons.map((reason) => reasonPart(reason, place)), '</ul>']),
    ...folded(plural(calls.length, 'call'), calls.length === 0 ? [] : [callTable(calls)]),
    '</article>',
  ].join('\n');
}

function reasonPart(
  { text, line }: { readonly text: string; readonly line?: number },
  place: (at: number) => string,
): string {
  return `<li><span class="text">${escapeHtml(text)}</span>${line === undefined ? '' : ` ${place(line)}`}</li>`;
}

function callTable(calls: readonly ResultCall[]): string {
  const rows = calls.map(({ phase, server, kind, name, outcome, duration_ms: duration }) => {
    const cells = [phase, server, `${kind} ${name}`, outcome.replace('_', ' '), `${Math.round(duration)} ms`];
    return `<tr>${cells.map((cell) => `<td class="text">${escapeHtml(cell)}</td>`).join('')}</tr>`;
  });
  const head = ['Phase', 'Server', 'Called', 'Outcome', 'Time'].map((cell) => `<th>${cell}</th>`).join('');
  return ['<table>', `<thead><tr>${head}</tr></thead>`, '<tbody>', ...rows, '</tbody>', '</table>'].join(
    '\n',
  );
}

function coverage({ coverage: covered }: RunResult): string[] {
  return Object.entries(covered).flatMap(([kind, { listed, called, not_called: others }]) => {
    if (listed === 0) return [];
    const list = others.map((name) => `<li class="text">${escapeHtml(name)}</li>`);
    return [
      `<p>${called} of ${listed} ${kind}</p>`,
      ...folded(`${others.length} not called`, others.length === 0 ? [] : ['<ul>', ...list, '</ul>']),
    ];
  });
}

function serverPart(server: ResultServer): string {
  const { noise, stderr } = server;
  const printed = [
    ...(noise ? [`standard output that is not a message:\n${noise.lines.join('\n')}`] : []),
    ...(stderr ? [`standard error:\n${[...new Set([stderr.head, stderr.tail])].join('\n')}`] : []),
  ];
  return [
    `<p class="text">${escapeHtml(serverInWords(server))}</p>`,
    ...folded(
      'what it printed',
      printed.map((text) => `<pre class="text">${escapeHtml(text)}</pre>`),
    ),
  ].join('\n');
}
