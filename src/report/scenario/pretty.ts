import { outcomeOf } from '../../features/scenario/judge/report.ts';
import type {
  ScenarioEntryReport,
  ScenarioReport,
  TrialReport,
} from '../../features/scenario/judge/report-schema.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';
import { briefSectionsOf, type Section, sectionsOf, trialSection } from './sections.ts';
import {
  headline,
  isFaulty,
  notesOn,
  OUTCOMES,
  objections,
  outcomeOfRun,
  remark,
  shownRuns,
  verdictOf,
} from './words.ts';

/**
 * Writes text for a terminal: a line for each scenario, then its details: all of them when it did not pass, else what it
 * did to the world, its counts and its cost.
 * Spec (scenario worlds): "Scenario-world harness".
 */
export function formatPretty(report: ScenarioReport, palette: Palette): string {
  const { word, tone } = OUTCOMES[verdictOf(report)];
  const head = [
    `${palette.bold(palette[tone](word.toUpperCase()))}  ${headline(report)}\n`,
    `${palette.quiet(`suite ${escapeForTerminal(report.suite)}`)}\n`,
  ];
  const details = report.scenarios.flatMap((entry) =>
    formatScenario(entry, report.verbose === true, palette),
  );
  return [head.join(''), scenarioLines(report, palette), ...details].join('\n');
}

function scenarioLines({ scenarios }: ScenarioReport, palette: Palette): string {
  const rows = alignColumns(
    scenarios.map((entry) => [
      OUTCOMES[outcomeOf(entry)].word,
      ...[entry.name, remark(entry)].map(escapeForTerminal),
    ]),
  );
  return scenarios
    .map((entry, index) => {
      const [outcome = '', ...cells] = rows[index] ?? [];
      return `${toLine([palette[OUTCOMES[outcomeOf(entry)].tone](outcome), ...cells])}\n`;
    })
    .join('');
}

/** The trials, and the runs that did not pass, or the first one if all passed; with `verbose`, all runs. */
function formatScenario(entry: ScenarioEntryReport, verbose: boolean, palette: Palette): string[] {
  const parts = entry.trials ? [formatSection(trialSection(entry.trials, objections), palette)] : [];
  const title = `scenario ${escapeForTerminal(entry.name)}`;
  const notes = notesOn(entry).map(
    ({ word, text }) => `  ${palette[word === 'vacuous' ? 'caution' : 'quiet'](`${word}:`)} ${text}\n`,
  );
  return [
    `${palette.bold(title)}\n${[...notes, ...parts].join('')}${shownRuns(entry, verbose)
      .map((run) => formatRun(run, palette, entry.passed && !verbose))
      .join('\n')}`,
  ];
}

/** @param isBrief whether to leave out how the run went call by call */
function formatRun(run: TrialReport, palette: Palette, isBrief: boolean): string {
  const { word, tone } = OUTCOMES[outcomeOfRun(run)];
  const title = `  ${palette[tone](word)}  ${escapeForTerminal(run.cassette)}\n`;
  if (isFaulty(run)) {
    const problems = run.error.split('\n').map((line) => `    ${escapeLine(line)}\n`);
    return title + problems.join('');
  }
  return (
    title +
    (isBrief ? briefSectionsOf(run) : sectionsOf(run))
      .map((section) => formatSection(section, palette))
      .join('')
  );
}

function formatSection({ title, rows, tones }: Section, palette: Palette): string {
  const lines = alignColumns(
    rows.map(([first = '', ...cells]) => [escapeLine(first), ...cells.map(escapeForTerminal)]),
  ).map((cells, index) => {
    const tone = tones?.get(index);
    return `    ${tone ? palette[tone](toLine(cells)) : toLine(cells)}\n`;
  });
  return `    ${palette.quiet(escapeForTerminal(title))}\n${lines.join('')}`;
}
