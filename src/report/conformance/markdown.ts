import type { ConformanceCheck, ConformanceReport } from '../../artifacts/conformance/report-schema.ts';
import { code, markdownTable } from '../markdown.ts';
import { erasInWords, expectationNotes, failures, headline, unverified } from './words.ts';

/** Writes Markdown for the job summary of a CI run, or a comment. Every text from a server is written as code. */
export function formatMarkdown(report: ConformanceReport): string {
  const failed = failures(report);
  const notes = [...erasInWords(report), ...expectationNotes(report)];
  return [
    `## ${report.accepted ? 'PASS' : 'FAIL'}: ${code(headline(report))}\n`,
    ...(failed.length === 0
      ? []
      : [markdownTable(['Level', 'Check', 'Era', 'Found', 'Specification'], failed.map(row))]),
    ...notes.map((note) => `- ${code(note)}\n`),
    ...unverified(report).map(
      ({ id, era, message = '' }) => `- not verified: ${code(`${id} (${era}) ${message}`.trim())}\n`,
    ),
  ].join('\n');
}

function row({ level, id, era, message = '', sentence, page }: ConformanceCheck): string[] {
  return [level, code(id), era, code(message), `[${code(sentence)}](${page})`];
}
