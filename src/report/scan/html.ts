import type { SecurityFinding, SecurityReport } from '../../artifacts/security/report-schema.ts';
import { Anchors } from '../html/anchors.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { htmlPage } from '../html/page.ts';
import {
  alarmsInWords,
  headline,
  notCounted,
  notesOf,
  placeInWords,
  subjectInWords,
  suppressionNotes,
  TONES,
} from './words.ts';

/**
 * Writes the report as a page for people: what counts first, and what does not count folded.
 * Spec (reports): "Reports that people look at"
 */
export function formatHtml(report: SecurityReport): string {
  const { accepted, findings } = report;
  const anchors = new Anchors();
  const word = accepted ? 'PASS' : 'FAIL';
  const articles = (list: readonly SecurityFinding[]) =>
    list.map((finding) => article(finding, anchors.of(`${finding.rule_id} ${finding.tool ?? ''}`)));
  const signs = findings.filter(({ severity }) => severity === 'info');
  return htmlPage(
    `${word}: ${headline(report)}`,
    [
      `<h1><span class="${accepted ? 'good' : 'bad'}">${word}</span> ${escapeHtml(headline(report))}</h1>`,
      ...[...notesOf(report), ...suppressionNotes(report)].map(
        (note) => `<p class="caution text">${escapeHtml(note)}</p>`,
      ),
      ...articles(findings.filter(({ severity }) => severity !== 'info')),
      ...folded(`${signs.length} signs, which never decide by themselves`, articles(signs)),
      ...notCounted(report).flatMap(({ title, list }) => folded(`${list.length} ${title}`, articles(list))),
    ].join('\n'),
  );
}

function folded(title: string, parts: readonly string[]): string[] {
  return parts.length === 0
    ? []
    : ['<details>', `<summary>${escapeHtml(title)}</summary>`, ...parts, '</details>'];
}

function article(finding: SecurityFinding, anchor: string): string {
  const { severity, rule_id: rule, message, evidence, why, fix, location } = finding;
  const id = escapeHtml(anchor);
  const alarms = alarmsInWords(finding);
  return [
    `<article class="${severity === 'critical' || severity === 'high' ? 'fail' : severity}" id="${id}">`,
    `<h3><span class="${TONES[severity]}">${severity}</span> <a class="text" href="#${id}">${escapeHtml(subjectInWords(finding) || rule)}</a></h3>`,
    `<p>${escapeHtml(message)} <span class="quiet">${escapeHtml(rule)}</span></p>`,
    ...(evidence === undefined ? [] : [`<pre class="text">${escapeHtml(evidence)}</pre>`]),
    `<p>${escapeHtml(why)}</p>`,
    `<p>What to do: ${escapeHtml(fix)}</p>`,
    `<p class="quiet">${escapeHtml(placeInWords(finding))}${location.file === undefined ? '' : `, ${escapeHtml(location.pointer)}`}${alarms === undefined ? '' : `; this rule: ${escapeHtml(alarms)}`}</p>`,
    '</article>',
  ].join('\n');
}
