import type { FormatContext } from '../../policy/formats.ts';
import type { PolicyReport, RuleReport } from '../../policy/report-schema.ts';
import { codeCell, codeSpan, markdownTable } from '../markdown.ts';
import {
  actualInWords,
  countsInWords,
  expectationInWords,
  failingRules,
  headline,
  termInWords,
} from './words.ts';

/** For the job summary of a CI run, or a comment. Whatever comes from an input stands in a code span. */
export function formatMarkdown(report: PolicyReport, _context: FormatContext): string {
  const { verdict, policy, evaluated_at, rules } = report;
  const failing = failingRules(rules).map(({ id }) => codeSpan(id));
  const sections = [
    `## ${verdict.toUpperCase()}: ${headline(report)}\n`,
    `${codeSpan(policy.path)}, version ${codeSpan(policy.version)}, evaluated at ${evaluated_at}\n`,
    ruleTable(report),
    waiverTable(report),
    `${countsInWords(report)}\n`,
    failing.length > 0 ? `Failing: ${failing.join(', ')}\n` : '',
  ];
  return sections.filter((section) => section !== '').join('\n');
}

function ruleTable({ rules, policy }: PolicyReport): string {
  const row = (rule: RuleReport) => [
    rule.outcome === 'pass' ? rule.outcome : `**${rule.outcome}**`,
    codeCell(rule.id),
    codeCell(rule.fact),
    codeCell(actualInWords(rule)),
    codeCell(expectationInWords(rule)),
    codeCell(rule.source?.path ?? ''),
    codeCell(`${policy.path}:${rule.line}`),
    // the other columns cannot say why a rule was not judged
    rule.outcome === 'unevaluated' ? codeCell(rule.reason) : '',
  ];
  return markdownTable(
    ['Outcome', 'Rule', 'Fact', 'Found', 'Expected', 'Artifact', 'Policy', 'Note'],
    rules.map(row),
  );
}

function waiverTable(report: PolicyReport): string {
  if (report.waivers.length === 0) return '';
  const rows = report.waivers.map((waiver) => [
    waiver.status,
    codeCell(waiver.rule),
    codeCell(waiver.owner),
    codeCell(waiver.reason),
    codeCell(termInWords(waiver, report)),
    codeCell(waiver.issue ?? ''),
  ]);
  return markdownTable(['Waiver', 'Rule', 'Owner', 'Reason', 'Term', 'Issue'], rows);
}
