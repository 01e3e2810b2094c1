import { outcomeOf } from '../../features/scenario/judge/report.ts';
import type {
  ScenarioEntryReport,
  ScenarioReport,
  TrialReport,
} from '../../features/scenario/judge/report-schema.ts';
import { code, markdownTable } from '../markdown.ts';
import { capital, type Section, sectionsOf, trialSection } from './sections.ts';
import { headline, isFaulty, notesOn, OUTCOMES, objections, remark, shownRuns, verdictOf } from './words.ts';

/** Writes Markdown for the job summary of a CI run, or a comment. Every text from an input is written as code. */
export function formatMarkdown(report: ScenarioReport): string {
  const { verbose = false } = report;
  const details = report.scenarios.flatMap((entry) =>
    entry.passed && !verbose ? [] : scenarioDetails(entry, verbose),
  );
  return [
    `## ${OUTCOMES[verdictOf(report)].word.toUpperCase()}: ${headline(report)}\n`,
    `${code(report.suite)}\n`,
    markdownTable(
      ['Outcome', 'Scenario', 'Note'],
      report.scenarios.map((entry) => {
        const { word } = OUTCOMES[outcomeOf(entry)];
        return [entry.passed ? word : `**${word}**`, code(entry.name), code(remark(entry))];
      }),
    ),
    ...details,
  ].join('\n');
}

function scenarioDetails(entry: ScenarioEntryReport, verbose: boolean): string[] {
  const runs = shownRuns(entry, verbose).flatMap(runDetails);
  const notes = notesOn(entry).map(({ word, text }) => `- **${word}**: ${text}\n`);
  return [
    `### ${code(entry.name)}\n`,
    ...(notes.length > 0 ? [notes.join('')] : []),
    ...(entry.trials ? [formatSection(trialSection(entry.trials, objections))] : []),
    ...runs,
  ];
}

function runDetails(run: TrialReport): string[] {
  const title = `Recording ${code(run.cassette)}\n`;
  if (isFaulty(run)) {
    return [title, bullets(run.error.split('\n').map((line) => [line]))];
  }
  return [title, ...sectionsOf(run).map(formatSection)];
}

function formatSection({ title, rows }: Section): string {
  return `**${capital(title)}**\n\n${bullets(rows)}`;
}

function bullets(rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]) =>
    row
      .map(code)
      .filter((cell) => cell !== '')
      .join(' ');
  return rows.map((row) => `- ${line(row)}\n`).join('');
}
