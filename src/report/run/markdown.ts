import type { ResultTest, RunResult } from '../../features/run/run-result.ts';
import { isAccepted } from '../../features/run/to-run-result.ts';
import { code, markdownTable } from '../markdown.ts';
import { tidyPath } from '../path.ts';
import { coverageLines, headline, isFailing, noticesOf, reasonsOf, serverInWords } from './words.ts';

/** Writes Markdown for the job summary of a CI run, or a comment. Every text from an input is written as code. */
export function formatMarkdown(report: RunResult): string {
  const shown = report.tests.filter(({ status, flaky }) => status !== 'pass' || flaky);
  const facts = [
    ...new Set(report.servers.map(serverInWords)),
    ...coverageLines(report),
    ...noticesOf(report).map((note) => `note: ${note}`),
  ];
  return [
    `## ${isAccepted(report) ? 'PASS' : 'FAIL'}: ${headline(report)}\n`,
    ...(shown.length > 0 ? [markdownTable(['Outcome', 'Test', 'Place', 'Why'], shown.map(row))] : []),
    ...(facts.length > 0 ? [facts.map((fact) => `- ${code(fact)}\n`).join('')] : []),
  ].join('\n');
}

function row(test: ResultTest): string[] {
  const { status, flaky, name, file, line, message = '' } = test;
  const word = flaky ? 'flaky' : status;
  const why = status === 'skip' ? [message] : reasonsOf(test).map(({ text }) => text);
  const outcome = isFailing(test) ? `**${word}**` : word;
  return [outcome, code(name), code(`${tidyPath(file)}:${line}`), why.map(code).join('<br>')];
}
