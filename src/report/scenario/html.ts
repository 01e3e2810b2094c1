import { outcomeOf } from '../../features/scenario/judge/report.ts';
import type {
  JudgedTrialReport,
  ScenarioEntryReport,
  ScenarioReport,
  TrialReport,
} from '../../features/scenario/judge/report-schema.ts';
import { clip } from '../../text/clip.ts';
import { Anchors } from '../html/anchors.ts';
import { htmlPage } from '../html/page.ts';
import { entry, folded, heading, list, pairs, paragraph, preformatted, section } from '../html/parts.ts';
import { htmlTable } from '../html/table.ts';
import { tidyPath } from '../path.ts';
import { plural } from '../plural.ts';
import { CHANGES, capital, type Section, sectionsOf, trialSection } from './sections.ts';
import { trajectoryTable } from './trajectory-html.ts';
import {
  headline,
  isFaulty,
  notesOn,
  OUTCOMES,
  objections,
  outcomeOfRun,
  runsOf,
  verdictOf,
} from './words.ts';

/** A longer world is cut; the JSON report has all of it. */
const LONGEST_WORLD = 20_000;

/**
 * Writes the report as a page for people: the scenarios that did not pass first, each with what was wrong, the run call by call
 * beside the world, and the golden path; those that passed folded.
 * Spec (reports): "Reports that people look at"
 */
export function formatHtml(report: ScenarioReport): string {
  const { scenarios, counts, suite } = report;
  const anchors = new Anchors();
  const { word, tone } = OUTCOMES[verdictOf(report)];
  const some = (entries: readonly ScenarioEntryReport[]) =>
    entries.map((each) => article(each, suite, anchors.of(each.name)));
  const broken = scenarios.filter((each) => outcomeOf(each) === 'error');
  const failed = scenarios.filter((each) => outcomeOf(each) === 'failed');
  const passed = scenarios.filter((each) => each.passed);
  return htmlPage({
    kind: 'scenario run',
    verdict: { word: word.toUpperCase(), tone },
    headline: headline(report),
    counts: [
      { value: counts.failed, label: 'failed', tone: 'bad' },
      { value: counts.error, label: 'not judged', tone: 'bad' },
      { value: counts.passed, label: 'passed', tone: 'good' },
    ],
    facts: [['Suite', suite]],
    body: [
      ...section('Failed', some(failed)),
      ...section('Could not be judged', some(broken)),
      ...section('Passed', folded(`${plural(passed.length, 'scenario')} passed`, some(passed))),
    ],
  });
}

function article(scenario: ScenarioEntryReport, suite: string, anchor: string): string {
  const { word, tone } = OUTCOMES[outcomeOf(scenario)];
  const { name, line, cassette, trials } = scenario;
  const runs = runsOf(scenario).toSorted((a, b) => Number(a.passed) - Number(b.passed));
  const place = line === undefined ? tidyPath(suite) : `${tidyPath(suite)}:${line}`;
  return entry({
    anchor,
    mark: word,
    tone,
    title: name,
    aside: trials ? `${place}, ${plural(trials.total, 'recording')}` : `${place}, recording ${cassette}`,
    body: [
      ...list(notesOn(scenario).map((note) => `${note.word}: ${note.text}`)),
      ...(trials ? sectionTable(trialSection(trials, objections)) : []),
      ...(trials ? runs.flatMap(foldedRun) : runs.flatMap(runParts)),
    ],
  });
}

function foldedRun(run: TrialReport): string[] {
  const { word } = OUTCOMES[outcomeOfRun(run)];
  return folded(`${word}: ${run.cassette}`, runParts(run));
}

/** What was wrong, then the run call by call, then what else is known of it. */
function runParts(run: TrialReport): string[] {
  if (isFaulty(run)) return list(run.error.split('\n'));
  const sections = sectionsOf({ ...run, trajectory: undefined, alignment: undefined });
  const facts = sections.filter(({ head }) => head === undefined);
  const tables = sections.filter(({ head }) => head !== undefined);
  const why = objections(run);
  return [
    ...(why === '' ? [] : [paragraph(why, 'bad')]),
    ...tables.filter(({ title }) => title !== CHANGES).flatMap(sectionTable),
    ...callsOf(run),
    ...tables.filter(({ title }) => title === CHANGES).flatMap(sectionTable),
    ...folded('The world at the end', [
      preformatted(clip(JSON.stringify(run.report.state, null, 2), LONGEST_WORLD)),
    ]),
    pairs(facts.map(({ title, rows }) => [capital(title), rows.map((row) => row.join(' ')).join('\n')])),
  ];
}

/** A run that passed is folded, since there is nothing to find in it. */
function callsOf(run: JudgedTrialReport): string[] {
  const table = trajectoryTable(run);
  return run.passed ? folded(plural(run.report.actions, 'call'), table) : table;
}

function sectionTable({ title, head = [], rows }: Section): string[] {
  return [heading(capital(title)), htmlTable(capital(title), head, rows)];
}
