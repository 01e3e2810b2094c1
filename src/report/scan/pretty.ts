import type { SecurityFinding, SecurityReport } from '../../artifacts/security/report-schema.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import { someOf } from '../../text/some-of.ts';
import { groupBy } from '../../values/group-by.ts';
import type { Palette } from '../palette.ts';
import { joinWhole } from '../whole.ts';
import {
  alarmsInWords,
  headline,
  notCounted,
  notesOf,
  placeInWords,
  subjectInWords,
  suppressionNotes,
  TONES,
} from './words.ts';

/** Formats the report for people: what counts with its evidence, signs in a line per rule, and what does not count. */
export function formatPretty(report: SecurityReport, palette: Palette): string {
  const shown = report.findings.filter(({ severity }) => severity !== 'info');
  const signs = report.findings.filter(({ severity }) => severity === 'info');
  const word = report.accepted ? palette.good('PASS') : palette.bad('FAIL');
  return joinWhole([
    `${word}  ${escapeForTerminal(headline(report))}\n`,
    ...shown.map((finding) => `\n${findingPart(finding, palette)}`),
    ...section('signs, which count only with --fail-on info', signsPart(signs, palette)),
    ...notCounted(report).flatMap(({ title, list }) => section(title, list.map(lineOf))),
    ...section('suppressions', suppressionNotes(report).map(escapeLine)),
    ...section('notes', notesOf(report).map(escapeLine)),
  ]);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`\n${title}\n`, ...lines.map((line) => `  ${line}\n`)];
}

function findingPart(finding: SecurityFinding, palette: Palette): string {
  const { severity, rule_id: rule, message, evidence, why, fix } = finding;
  const subject = subjectInWords(finding);
  const said = subject === '' ? message : `${subject}: ${message}`;
  const alarms = alarmsInWords(finding);
  const lines = [
    `${palette[TONES[severity]](severity)}  ${escapeForTerminal(said)} ${palette.quiet(`[${rule}]`)}`,
    `  at ${escapeForTerminal(placeInWords(finding))}${pointerPart(finding)}`,
    ...(evidence === undefined ? [] : [`  found: ${escapeForTerminal(evidence)}`]),
    `  why: ${why}`,
    `  help: ${fix}`,
    ...(alarms === undefined ? [] : [`  ${palette.quiet(`this rule: ${alarms}`)}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The pointer after the place in a file; the file as a whole has none, and without a file the pointer is the place. */
function pointerPart({ location: { file, pointer } }: SecurityFinding): string {
  return file === undefined || pointer === '' ? '' : `, ${escapeForTerminal(pointer)}`;
}

/** How many subjects a line names. */
const MOST_NAMED = 5;

/** One line for each rule: there may be a link in every description. */
function signsPart(signs: readonly SecurityFinding[], palette: Palette): string[] {
  return [...groupBy(signs, (sign) => sign.rule_id)].map(([rule, list]) => {
    const names = [...new Set(list.map(({ tool, item, server }) => tool ?? item?.name ?? server ?? ''))];
    const named = someOf(names, MOST_NAMED, (name) => `\`${name}\``);
    return `${palette.quiet(`${rule} (${list.length})`)}: ${escapeForTerminal(named)}`;
  });
}

function lineOf(finding: SecurityFinding): string {
  const { severity, rule_id: rule, message, evidence } = finding;
  const shown = finding.family === 'pins' && evidence !== undefined ? `: ${evidence}` : '';
  return escapeLine(`${severity}: ${subjectInWords(finding)}: ${message}${shown} [${rule}]`);
}
