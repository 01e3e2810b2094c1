import type { ConformanceCheck, ConformanceReport } from '../../artifacts/conformance/report-schema.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { joinWhole } from '../whole.ts';
import { erasInWords, expectationNotes, failures, headline, skipReason, unverified } from './words.ts';

/** Formats the report for people: the badge, each era, and what failed with the sentence that it violates. */
export function formatPretty(report: ConformanceReport, palette: Palette): string {
  const word = report.accepted ? palette.good('PASS') : palette.bad('FAIL');
  const rest = unverified(report);
  const notes = expectationNotes(report);
  return joinWhole([
    `${word}  ${escapeForTerminal(headline(report))}\n`,
    ...erasInWords(report).map((line) => `  ${escapeForTerminal(line)}\n`),
    ...failures(report).map((check) => `\n${failurePart(check, palette)}`),
    ...(rest.length === 0 ? [] : ['\nnot verified\n', ...rest.map((check) => `  ${skipLine(check)}\n`)]),
    ...(notes.length === 0 ? [] : ['\nnotes\n', ...notes.map((note) => `  ${escapeLine(note)}\n`)]),
  ]);
}

function failurePart(
  { id, level, era, message = '', sentence, page }: ConformanceCheck,
  palette: Palette,
): string {
  const painted = level === 'MUST' ? palette.bad(level) : palette.caution(level);
  return [
    `${painted}  ${palette.bold(id)} (${era}): ${escapeForTerminal(message)}`,
    `  the specification: ${sentence}`,
    `  ${palette.quiet(page)}`,
    '',
  ].join('\n');
}

function skipLine(check: ConformanceCheck): string {
  return escapeLine(`${check.id} (${check.era}): ${skipReason(check)}`);
}
