import { ARTIFACTS } from '../../artifacts/kinds.ts';
import { findFact } from '../../facts/catalog.ts';
import { renderFact } from '../../facts/fact.ts';
import { oneLine } from '../../features/policy/one-line.ts';
import type { PolicyReport, RuleReport } from '../../features/policy/report-schema.ts';
import {
  expiringInWords,
  leftInWords,
  renewalInWords,
  termInWords,
} from '../../features/policy/waiver-words.ts';
import { OUTCOMES, POLICY_VERDICTS, type RuleOutcome } from '../../rules/outcomes.ts';
import { timeLeft } from '../../rules/waivers.ts';
import { parseInstant } from '../../time/instant.ts';
import { Anchors } from '../html/anchors.ts';
import { htmlPage } from '../html/page.ts';
import { entry, folded, pairs, paragraph, section } from '../html/parts.ts';
import { htmlTable } from '../html/table.ts';
import { plural } from '../plural.ts';
import { readAs } from './facts.ts';
import { actualInWords, expectationInWords, failingRules, filesOf, headline, momentOf } from './words.ts';

/** The outcomes in the order of the page. */
const WORST_FIRST = [
  'fail',
  'expired-waiver',
  'unevaluated',
  'warn',
  'waived',
  'pass',
] as const satisfies readonly RuleOutcome[];

/**
 * Writes the report as a page for people: the rules that fail the gate first, with what was found, why, and which files to look
 * into; then those that warn or are waived, with the days left; those that pass folded.
 * Spec (reports): "Reports that people look at"
 */
export function formatHtml(report: PolicyReport): string {
  const { verdict, policy, rules, counts, evaluated_at: evaluatedAt } = report;
  const anchors = new Anchors();
  const some = (list: readonly RuleReport[]) => list.map((rule) => article(rule, report, anchors));
  const having = (outcome: RuleReport['outcome']) => rules.filter((rule) => rule.outcome === outcome);
  return htmlPage({
    kind: 'release gate',
    verdict: { word: verdict.toUpperCase(), tone: POLICY_VERDICTS[verdict].tone },
    headline: headline(report),
    counts: WORST_FIRST.map((label) => ({ value: counts[label], label, tone: OUTCOMES[label].tone })),
    facts: [
      ['Policy', `${policy.path}, version ${policy.version}`],
      ['Evaluated at', evaluatedAt],
    ],
    notes: endingWaivers(report),
    body: [
      ...section('Fails the gate', some(failingRules(rules))),
      ...section('Warns', some(having('warn'))),
      ...section('Waived', some(having('waived'))),
      ...section('Passes', passingTable(having('pass'), report, anchors)),
      ...section('Waivers', waiverTable(report)),
      ...section('What was read', [...sourceTable(report), ...factTable(report)]),
    ],
  });
}

function article(rule: RuleReport, report: PolicyReport, anchors: Anchors): string {
  const { id, outcome, fact, description, waiver } = rule;
  const found = actualInWords(rule);
  const expected = expectationInWords(rule);
  const meaning = findFact(fact)?.description;
  const rows: [string, string][] = [
    ['Fact', meaning === undefined ? fact : `${fact}: ${meaning}`],
    ...rowOf('Found', found),
    ...rowOf('Expected', expected),
    ...rowOf('Read from', filesOf(rule, report).join('\n')),
    ...(waiver
      ? waiverRows(waiver, report)
      : // what was found and expected says all, where there is both
        rowOf('Why', found !== '' && expected !== '' && outcome !== 'unevaluated' ? '' : rule.reason)),
  ];
  return entry({
    anchor: anchors.of(id),
    mark: outcome,
    tone: OUTCOMES[outcome].tone,
    title: id,
    aside: [`${report.policy.path}:${rule.line}`, ...(waiver ? [standOf(waiver.expiry, report)] : [])].join(
      ', ',
    ),
    body: [...(description === undefined ? [] : [paragraph(description)]), pairs(rows)],
  });
}

function rowOf(label: string, text: string): [string, string][] {
  return text === '' ? [] : [[label, text]];
}

/** Says in a few words whether a waiver holds: its term has the date. */
function standOf(expiry: string, report: PolicyReport): string {
  const left = leftInWords(expiry, momentOf(report));
  return `the waiver has ${left ?? 'expired'}`;
}

function waiverRows(
  { owner, reason, expiry, issue }: NonNullable<RuleReport['waiver']>,
  report: PolicyReport,
): [string, string][] {
  return [
    ['Waiver', `${owner}: ${reason}${issue === undefined ? '' : ` (${issue})`}`],
    ['Term', termInWords(expiry, momentOf(report))],
    ['To renew it', renewalInWords({ owner, expiry }, report.policy.path)],
  ];
}

function passingTable(passing: readonly RuleReport[], report: PolicyReport, anchors: Anchors): string[] {
  if (passing.length === 0) return [];
  const rows = passing.map((rule) => ({
    anchor: anchors.of(rule.id),
    mark: rule.outcome,
    tone: OUTCOMES[rule.outcome].tone,
    cells: [
      rule.id,
      rule.fact,
      actualInWords(rule),
      expectationInWords(rule),
      filesOf(rule, report).join('\n'),
      `${report.policy.path}:${rule.line}`,
    ],
  }));
  const head = ['Outcome', 'Rule', 'Fact', 'Found', 'Expected', 'Read from', 'Policy'];
  return folded(`${plural(passing.length, 'rule')} that pass`, [htmlTable('Rules that pass', head, rows)]);
}

/** Says which waivers are about to end. */
function endingWaivers(report: PolicyReport): string[] {
  const { waivers, warn_expiring_ms: soon = 0 } = report;
  return waivers.flatMap((waiver) => {
    const left = timeLeft(parseInstant(waiver.expiry), momentOf(report));
    return left === undefined || left > soon ? [] : [oneLine(expiringInWords(waiver, left))];
  });
}

function waiverTable(report: PolicyReport): string[] {
  if (report.waivers.length === 0) return [];
  const rows = report.waivers.map(({ rule, status, owner, expiry, reason, issue = '' }) => [
    rule,
    status,
    owner,
    termInWords(expiry, momentOf(report)),
    reason,
    issue,
  ]);
  const renewal = `To renew a waiver, ask its owner for a later date, and write it as \`expiry\` in ${report.policy.path}.`;
  return [
    htmlTable('Waivers', ['Rule', 'Waiver', 'Owner', 'Term', 'Reason', 'Issue'], rows),
    paragraph(renewal, 'quiet'),
  ];
}

function sourceTable({ sources = [] }: PolicyReport): string[] {
  if (sources.length === 0) return [];
  const rows = sources.map((source) => [ARTIFACTS[source.artifact].title, source.path, readAs(source)]);
  return [htmlTable('Files', ['Artifact', 'File', 'Read as'], rows)];
}

function factTable({ facts }: PolicyReport): string[] {
  if (facts.length === 0) return [];
  const rows = facts.map(({ name, value, path }) => [name, renderFact(value), path]);
  return folded(plural(facts.length, 'fact'), [htmlTable('Facts', ['Fact', 'Value', 'Artifact'], rows)]);
}
