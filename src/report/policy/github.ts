import type { PolicyReport, RuleReport } from '../../features/policy/report-schema.ts';
import { tidyPath } from '../path.ts';
import { workflowCommand } from '../workflow-command.ts';
import { countsInWords, failingRules, filesInWords, headline } from './words.ts';

/**
 * Formats the report as GitHub Actions annotations on the lines of the policy. GitHub shows only the first ten of each
 * kind per step, so the rules that fail the gate come first.
 */
export function formatGithub(report: PolicyReport): string {
  const { rules, policy, verdict } = report;
  const annotate = (command: 'error' | 'warning') => (rule: RuleReport) =>
    workflowCommand(
      command,
      { file: tidyPath(policy.path), line: rule.line, title: `${rule.outcome}: ${rule.id}` },
      `${rule.fact}: ${rule.reason}${filesInWords(rule, report)}`,
    );
  const waived = rules.filter(({ outcome }) => outcome === 'waived').map(({ id }) => id);
  const lines = [
    ...failingRules(rules).map(annotate('error')),
    ...rules.filter(({ outcome }) => outcome === 'warn').map(annotate('warning')),
    workflowCommand(
      'notice',
      { title: `${verdict.toUpperCase()}: ${headline(report)}` },
      `${countsInWords(report)}${waived.length > 0 ? `; waived: ${waived.join(', ')}` : ''}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
