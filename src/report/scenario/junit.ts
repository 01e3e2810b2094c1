import type {
  ScenarioEntryReport,
  ScenarioReport,
  TrialReport,
} from '../../features/scenario/judge/report-schema.ts';
import { tidyPath } from '../path.ts';
import { escapeXml, openTag } from '../xml.ts';
import { sectionsOf } from './sections.ts';
import { failsAsVacuous, isFaulty, notesOn, objections, runsOf, vacuity } from './words.ts';

/** One testcase: a scenario, or one trial of it. */
interface Case {
  readonly name: string;
  readonly line: number;
  readonly run: TrialReport;
  /** The message for a scenario that fails because it proves nothing, whatever its runs did; else empty. */
  readonly vacuousFailure: string;
  readonly notes: ReturnType<typeof notesOn>;
}

/** Writes JUnit XML for CI servers: a testcase for each scenario, or for each trial where a scenario has several. */
export function formatJunit(report: ScenarioReport): string {
  const cases = report.scenarios.flatMap((entry) => casesOf(entry, report.verbose === true));
  const totals = {
    tests: cases.length,
    failures: cases.filter(hasFailed).length,
    errors: cases.filter(({ run }) => isFaulty(run)).length,
    skipped: 0,
    time: 0,
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    openTag('testsuites', { name: 'mcptest scenario', ...totals }),
    `  ${openTag('testsuite', { name: report.suite, ...totals })}`,
    ...cases.map((each) => testcase(each, report.suite)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function casesOf(entry: ScenarioEntryReport, verbose: boolean): Case[] {
  const runs = runsOf(entry);
  return runs.map((run, index) => ({
    name: entry.trials ? `${entry.name} (trial ${index + 1}: ${run.cassette})` : entry.name,
    line: entry.line ?? 1,
    run: verbose || isNotable(entry, run) ? run : withoutCalls(run),
    vacuousFailure: failsAsVacuous(entry) ? vacuity(entry) : '',
    notes: notesOn(entry),
  }));
}

/** Whether a run is shown call by call: it did not pass, it did what was allowed only this time, or it proves nothing. */
function isNotable(entry: ScenarioEntryReport, run: TrialReport): boolean {
  return !run.passed || run.violations.length > 0 || failsAsVacuous(entry);
}

function withoutCalls(run: TrialReport): TrialReport {
  return isFaulty(run) ? run : { ...run, trajectory: undefined };
}

function hasFailed({ run, vacuousFailure }: Case): boolean {
  return !isFaulty(run) && (!run.passed || vacuousFailure !== '');
}

function testcase(each: Case, suite: string): string {
  const tag = openTag('testcase', {
    name: each.name,
    classname: 'mcptest.scenario',
    file: tidyPath(suite),
    line: each.line,
    time: 0,
  });
  return [`    ${tag}`, ...resultOf(each), '    </testcase>'].join('\n');
}

function resultOf(each: Case): string[] {
  const { run, notes, vacuousFailure } = each;
  if (isFaulty(run))
    return [
      element(
        'error',
        'cassette',
        objections(run),
        run.error.split('\n').map((line) => `- ${line.trim()}`),
      ),
    ];
  const details = sectionsOf(run).flatMap(({ title, rows }) => [
    title,
    // the `- ` keeps `::error` from the start of a line, where a CI log would take it for a command
    ...rows.map((row) => `- ${row.filter((cell) => cell !== '').join('  ')}`),
  ]);
  const lines = [
    `recording ${run.cassette}`,
    ...notes.map(({ word, text }) => `${word}: ${text}`),
    ...details,
  ];
  if (!hasFailed(each)) return [`      <system-out>${lines.map(escapeXml).join('\n')}</system-out>`];
  const why = [objections(run), vacuousFailure].filter((part) => part !== '').join('; ');
  return [element('failure', 'scenario', why, lines)];
}

function element(tag: 'failure' | 'error', type: string, message: string, lines: readonly string[]): string {
  return `      ${openTag(tag, { message, type })}${lines.map(escapeXml).join('\n')}</${tag}>`;
}
