import { SCAN_SEVERITIES } from '../../artifacts/security/model.ts';
import type { SecurityFinding, SecurityReport } from '../../artifacts/security/report-schema.ts';
import { Anchors } from '../html/anchors.ts';
import { htmlPage } from '../html/page.ts';
import { entry, folded, paragraph, preformatted, section } from '../html/parts.ts';
import { plural } from '../plural.ts';
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
  const { accepted, findings, summary } = report;
  const anchors = new Anchors();
  const articles = (list: readonly SecurityFinding[]) =>
    list.map((finding) => article(finding, anchors.of(`${finding.rule_id} ${finding.tool ?? ''}`)));
  const signs = findings.filter(({ severity }) => severity === 'info');
  return htmlPage({
    kind: 'security scan',
    verdict: accepted ? { word: 'PASS', tone: 'good' } : { word: 'FAIL', tone: 'bad' },
    headline: headline(report),
    counts: SCAN_SEVERITIES.map((label) => ({ value: summary[label], label, tone: TONES[label] })),
    notes: [...notesOf(report), ...suppressionNotes(report)],
    body: [
      ...section('Findings', articles(findings.filter(({ severity }) => severity !== 'info'))),
      ...section(
        'Signs, which count only with --fail-on info',
        folded(plural(signs.length, 'sign'), articles(signs)),
      ),
      ...section(
        'Not counted',
        notCounted(report).flatMap(({ title, list }) => folded(`${list.length} ${title}`, articles(list))),
      ),
    ],
  });
}

function article(finding: SecurityFinding, anchor: string): string {
  const { severity, rule_id: rule, message, evidence, why, fix, location } = finding;
  const alarms = alarmsInWords(finding);
  const place = [placeInWords(finding), ...(location.file === undefined ? [] : [location.pointer])].join(
    ', ',
  );
  return entry({
    anchor,
    mark: severity,
    tone: TONES[severity],
    title: message,
    aside: [rule, subjectInWords(finding), place].filter((part) => part !== '').join(' \u00b7 '),
    body: [
      ...(evidence === undefined ? [] : [preformatted(evidence)]),
      paragraph(why),
      paragraph(`What to do: ${fix}`),
      ...(alarms === undefined ? [] : [paragraph(`This rule: ${alarms}`, 'quiet')]),
    ],
  });
}
