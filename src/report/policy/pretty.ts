import type { PolicyReport, RuleReport } from '../../features/policy/report-schema.ts';
import { termInWords } from '../../features/policy/waiver-words.ts';
import { OUTCOMES, POLICY_VERDICTS } from '../../rules/outcomes.ts';
import { timeLeft, WAIVER_STATUSES } from '../../rules/waivers.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { parseInstant } from '../../time/instant.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';
import { readAs } from './facts.ts';
import {
  actualInWords,
  countsInWords,
  expectationInWords,
  failingRules,
  headline,
  momentOf,
} from './words.ts';

/** Formats the report for a terminal: one line per rule in policy order, then waivers, counts and failing rules. */
export function formatPretty(report: PolicyReport, palette: Palette): string {
  const { verdict, policy, evaluated_at } = report;
  const about = `${escapeForTerminal(`policy ${policy.path}, version ${policy.version}`)}, evaluated at ${evaluated_at}`;
  const sections = [
    `${palette.bold(palette[POLICY_VERDICTS[verdict].tone](verdict.toUpperCase()))}  ${headline(report)}\n${palette.quiet(about)}\n`,
    formatRules(report, palette),
    formatWaivers(report, palette),
    formatSources(report, palette),
    formatEnd(report, palette),
  ];
  return sections.filter((section) => section !== '').join('\n');
}

function formatRules({ rules, policy }: PolicyReport, palette: Palette): string {
  const head = ['outcome', 'rule', 'fact', 'found', 'expected', 'artifact', 'policy'];
  const [titles = [], ...rows] = alignColumns([head, ...rules.map((rule) => ruleCells(rule, policy.path))]);
  const indent = ' '.repeat((titles[0]?.length ?? 0) + 2);
  const lines = rules.map((rule, index) => {
    const [outcome = '', ...cells] = rows[index] ?? [];
    const line = toLine([palette[OUTCOMES[rule.outcome].tone](outcome), ...cells]);
    // the columns cannot show why a rule was not evaluated
    if (rule.outcome !== 'unevaluated') return `${line}\n`;
    return `${line}\n${toLine([indent + escapeForTerminal(rule.reason)])}\n`;
  });
  return `${palette.quiet(toLine(titles))}\n${lines.join('')}`;
}

function ruleCells(rule: RuleReport, policyPath: string): string[] {
  return [
    rule.outcome,
    rule.id,
    rule.fact,
    // the JSON report has long values in full
    clip(actualInWords(rule)) || '-',
    clip(expectationInWords(rule)) || '-',
    rule.source?.path ?? '-',
    `${policyPath}:${rule.line}`,
  ].map(escapeForTerminal);
}

function formatWaivers(report: PolicyReport, palette: Palette): string {
  if (report.waivers.length === 0) return '';
  const now = momentOf(report);
  const cells = report.waivers.map((waiver) => [
    waiver.status,
    ...[waiver.rule, waiver.owner, termInWords(waiver.expiry, now), waiver.issue ?? ''].map(
      escapeForTerminal,
    ),
  ]);
  const [titles = [], ...rows] = alignColumns([['waiver', 'rule', 'owner', 'term', 'issue'], ...cells]);
  const indent = ' '.repeat((titles[0]?.length ?? 0) + 2);
  const lines = report.waivers.map((waiver, index) => {
    const [status = '', rule = '', owner = '', term = '', issue = ''] = rows[index] ?? [];
    const left = timeLeft(parseInstant(waiver.expiry), now) ?? Number.POSITIVE_INFINITY;
    const painted = left <= (report.warn_expiring_ms ?? 0) ? palette.caution(term) : term;
    // never at the start of a line: a CI system would run `::error` there as a command
    const reason = toLine([`${indent}reason: ${escapeForTerminal(waiver.reason)}`]);
    return `${toLine([palette[WAIVER_STATUSES[waiver.status].tone](status), rule, owner, painted, issue])}\n${reason}\n`;
  });
  return `${palette.quiet(toLine(titles))}\n${lines.join('')}`;
}

function formatSources({ sources = [] }: PolicyReport, palette: Palette): string {
  if (sources.length === 0) return '';
  const cells = sources.map((source) =>
    [source.artifact, source.path, readAs(source)].map(escapeForTerminal),
  );
  const [titles = [], ...rows] = alignColumns([['artifact', 'file', 'read as'], ...cells]);
  return [palette.quiet(toLine(titles)), ...rows.map(toLine), ''].join('\n');
}

function formatEnd(report: PolicyReport, palette: Palette): string {
  const failing = failingRules(report.rules).map(({ id }) => escapeForTerminal(id));
  const counts = `${countsInWords(report)}\n`;
  return failing.length === 0
    ? counts
    : `${counts}${palette.bold(palette.bad('failing:'))} ${failing.join(', ')}\n`;
}
