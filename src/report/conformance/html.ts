import type { ConformanceCheck, ConformanceReport } from '../../artifacts/conformance/report-schema.ts';
import { clip } from '../../text/clip.ts';
import { groupBy } from '../../values/group-by.ts';
import { Anchors } from '../html/anchors.ts';
import { type Count, htmlPage } from '../html/page.ts';
import { entry, folded, list, paragraph, quotation, section } from '../html/parts.ts';
import { htmlTable } from '../html/table.ts';
import { plural } from '../plural.ts';
import { erasInWords, expectationNotes, gradeInWords, skipReason, unverified } from './words.ts';

/**
 * Writes the report as a page for people: the failed MUSTs first, with the sentences that they violate, for each era and
 * transport; then what failed otherwise or could not be verified; what passed or does not apply folded.
 * Spec (reports): "Reports that people look at"
 */
export function formatHtml(report: ConformanceReport): string {
  const { accepted, checks } = report;
  const anchors = new Anchors();
  const having = (status: ConformanceCheck['status']) => checks.filter((check) => check.status === status);
  const notDeclared = having('skip').filter(({ reason }) => reason === 'not-declared');
  return htmlPage({
    kind: 'conformance run',
    verdict: accepted ? { word: 'PASS', tone: 'good' } : { word: 'FAIL', tone: 'bad' },
    headline: `${clip(report.server_name ?? report.server)}: ${gradeInWords(report)}`,
    counts: countsOf(report),
    facts: factsOf(report),
    notes: expectationNotes(report),
    body: [
      ...failedSections(report, 'MUST', anchors),
      ...failedSections(report, 'SHOULD', anchors),
      ...section('Not verified', skipTable('Not verified', unverified(report), anchors)),
      ...section('Eras', list(erasInWords(report))),
      ...section(
        'Passed',
        folded(plural(having('pass').length, 'check'), passTable(having('pass'), anchors)),
      ),
      ...section(
        'Does not apply to this server',
        folded(plural(notDeclared.length, 'check'), skipTable('Not offered', notDeclared, anchors)),
      ),
    ],
  });
}

function countsOf(report: ConformanceReport): Count[] {
  const failed = (wanted: ConformanceCheck['level']) =>
    report.checks.filter(({ status, level }) => status === 'fail' && level === wanted).length;
  return [
    { value: failed('MUST'), label: 'MUSTs failed', tone: 'bad' },
    { value: failed('SHOULD'), label: 'SHOULDs failed', tone: 'caution' },
    { value: unverified(report).length, label: 'not verified', tone: 'caution' },
    { value: report.must_passed, label: 'MUSTs passed', tone: 'good' },
    { value: report.should_passed, label: 'SHOULDs passed', tone: 'good' },
  ];
}

function factsOf(report: ConformanceReport): [string, string][] {
  const { server, spec_version: revisions, must_total: verified, must_applicable: applicable } = report;
  const share = applicable === 0 ? 'none applies' : `${Math.floor((100 * verified) / applicable)} %`;
  return [
    ['Server', server],
    ['Revisions', revisions],
    [
      'Verified',
      `${verified} of ${applicable} MUSTs that apply: ${share}; at least ${report.min_verified}% is required`,
    ],
  ];
}

/** Makes a section for each era and transport in which checks of a level failed. */
function failedSections(
  { checks }: ConformanceReport,
  level: ConformanceCheck['level'],
  anchors: Anchors,
): string[] {
  const failing = checks.filter((check) => check.status === 'fail' && check.level === level);
  const groups = groupBy(failing, ({ era, transport }) => `Failed ${level}s: ${era} era, over ${transport}`);
  return [...groups].flatMap(([title, failed]) =>
    section(
      title,
      failed.map((check) => article(check, anchors)),
    ),
  );
}

function article({ id, level, message = '', sentence, page }: ConformanceCheck, anchors: Anchors): string {
  return entry({
    anchor: anchors.of(id),
    mark: `failed ${level}`,
    tone: level === 'MUST' ? 'bad' : 'caution',
    title: id,
    body: [paragraph(message), quotation(sentence, page)],
  });
}

function skipTable(label: string, checks: readonly ConformanceCheck[], anchors: Anchors): string[] {
  if (checks.length === 0) return [];
  const rows = checks.map((check) => ({
    anchor: anchors.of(check.id),
    mark: check.reason === 'not-declared' ? 'not offered' : 'not verified',
    tone: check.reason === 'not-declared' ? ('quiet' as const) : ('caution' as const),
    cells: [check.id, check.level, `${check.era}, ${check.transport}`, skipReason(check)],
  }));
  return [htmlTable(label, ['Outcome', 'Check', 'Level', 'Era', 'Why'], rows)];
}

function passTable(checks: readonly ConformanceCheck[], anchors: Anchors): string[] {
  if (checks.length === 0) return [];
  const rows = checks.map(({ id, level, era, transport, sentence }) => ({
    anchor: anchors.of(id),
    mark: 'passed',
    tone: 'good' as const,
    cells: [id, level, `${era}, ${transport}`, sentence],
  }));
  return [htmlTable('Passed', ['Outcome', 'Check', 'Level', 'Era', 'Sentence of the specification'], rows)];
}
