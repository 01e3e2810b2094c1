import type { PolicyReport, RuleReport } from '../../features/policy/report-schema.ts';
import { termInWords } from '../../features/policy/waiver-words.ts';
import { code, markdownTable } from '../markdown.ts';
import { readAs } from './facts.ts';
import {
  actualInWords,
  countsInWords,
  expectationInWords,
  failingRules,
  headline,
  momentOf,
} from './words.ts';

/** Formats the report for a job summary or a comment. Text from an input appears as code. */
export function formatMarkdown(report: PolicyReport): string {
  const { verdict, policy, evaluated_at, rules } = report;
  const failing = failingRules(rules).map(({ id }) => code(id));
  const sections = [
    `## ${verdict.toUpperCase()}: ${headline(report)}\n`,
    `${code(policy.path)}, version ${code(policy.version)}, evaluated at ${evaluated_at}\n`,
    ruleTable(report),
    waiverTable(report),
    sourceTable(report),
    `${countsInWords(report)}\n`,
    failing.length > 0 ? `Failing: ${failing.join(', ')}\n` : '',
  ];
  return sections.filter((section) => section !== '').join('\n');
}

function ruleTable({ rules, policy }: PolicyReport): string {
  const row = (rule: RuleReport) => [
    rule.outcome === 'pass' ? rule.outcome : `**${rule.outcome}**`,
    code(rule.id),
    code(rule.fact),
    code(actualInWords(rule)),
    code(expectationInWords(rule)),
    code(rule.source?.path ?? ''),
    code(`${policy.path}:${rule.line}`),
    // the other columns cannot show why a rule was not evaluated
    rule.outcome === 'unevaluated' ? code(rule.reason) : '',
  ];
  return markdownTable(
    ['Outcome', 'Rule', 'Fact', 'Found', 'Expected', 'Artifact', 'Policy', 'Note'],
    rules.map(row),
  );
}

function sourceTable({ sources = [] }: PolicyReport): string {
  if (sources.length === 0) return '';
  const rows = sources.map((source) => [source.artifact, code(source.path), code(readAs(source))]);
  return markdownTable(['Artifact', 'File', 'Read as'], rows);
}

function waiverTable(report: PolicyReport): string {
  if (report.waivers.length === 0) return '';
  const rows = report.waivers.map((waiver) => [
    waiver.status,
    code(waiver.rule),
    code(waiver.owner),
    code(waiver.reason),
    code(termInWords(waiver.expiry, momentOf(report))),
    code(waiver.issue ?? ''),
  ]);
  return markdownTable(['Waiver', 'Rule', 'Owner', 'Reason', 'Term', 'Issue'], rows);
}
