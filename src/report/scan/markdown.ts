import type { SecurityFinding, SecurityReport } from '../../artifacts/security/report-schema.ts';
import { code, markdownTable } from '../markdown.ts';
import { headline, notCounted, notesOf, placeInWords, subjectInWords, suppressionNotes } from './words.ts';

/** Writes Markdown for the job summary of a CI run, or a comment. Every text from an input is written as code. */
export function formatMarkdown(report: SecurityReport): string {
  const { accepted, findings } = report;
  return [
    `## ${accepted ? 'PASS' : 'FAIL'}: ${code(headline(report))}\n`,
    ...table(findings),
    ...notCounted(report).flatMap(({ title, list }) => folded(title, list)),
    ...[...suppressionNotes(report), ...notesOf(report)].map((note) => `- ${code(note)}\n`),
  ].join('\n');
}

function table(findings: readonly SecurityFinding[]): string[] {
  if (findings.length === 0) return [];
  return [markdownTable(['Severity', 'Rule', 'Subject', 'Found', 'Evidence', 'Place'], findings.map(row))];
}

function folded(title: string, findings: readonly SecurityFinding[]): string[] {
  return findings.length === 0 ? [] : [`### ${findings.length} ${title}\n`, ...table(findings)];
}

function row(finding: SecurityFinding): string[] {
  const { severity, rule_id: rule, message, evidence = '' } = finding;
  return [
    severity,
    code(rule),
    code(subjectInWords(finding)),
    code(message),
    code(evidence),
    code(placeInWords(finding)),
  ];
}
