import type { AllReport, LaneReport } from '../../features/all/report-schema.ts';
import { isInTheWay } from '../../features/all/verdict.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';
import { headline, judgedInWords, nameOf, toneOf, unjudgedInWords, VERDICTS } from './words.ts';

/** The longest first line of a lane, in characters. */
const LONGEST = 120;

/** Formats the report for a terminal: the verdict, a line for each lane, why some did not accept, where the pages are. */
export function formatAll(report: AllReport, palette: Palette): string {
  const { verdict, suite, lanes, folder } = report;
  const { word, tone } = VERDICTS[verdict];
  const refused = lanes.filter((lane) => lane.answer !== 'accepted' || isInTheWay(lane));
  return [
    `${palette.bold(palette[tone](word))}  ${escapeForTerminal(headline(report))}`,
    palette.quiet(escapeForTerminal(`suite ${suite}`)),
    '',
    ...laneLines(lanes, palette),
    '',
    ...remarkLines(report, palette),
    ...refused.flatMap((lane) => [...reasonLines(lane, palette), '']),
    `open ${escapeForTerminal(`${folder}/index.html`)}`,
    '',
  ].join('\n');
}

function laneLines(lanes: readonly LaneReport[], palette: Palette): string[] {
  const rows = alignColumns(
    lanes.map((lane) => [
      lane.answer.replaceAll('-', ' '),
      escapeForTerminal(nameOf(lane)),
      // a text of the lane, which its command has escaped; an escape is never cut in two that way
      escapeForTerminal(clip(lane.says, LONGEST)),
    ]),
  );
  return rows.map(([answer = '', ...cells], index) => {
    const lane = lanes[index] as LaneReport;
    return toLine([palette[toneOf(lane)](answer), ...cells]);
  });
}

/** What the lanes do not show, although nothing may have stopped the release. */
function remarkLines(report: AllReport, palette: Palette): string[] {
  const unjudged = unjudgedInWords(report);
  const lines = [
    ...(unjudged === undefined ? [] : [unjudged.message, `  help: ${unjudged.help}`]),
    ...report.lanes.flatMap((lane) => (lane.hint === undefined ? [] : [`${nameOf(lane)}: ${lane.hint}`])),
  ];
  return lines.length === 0 ? [] : [...lines.map((line) => palette.quiet(escapeForTerminal(line))), ''];
}

function reasonLines(lane: LaneReport, palette: Palette): string[] {
  const judged = judgedInWords(lane);
  return [
    palette.bold(escapeForTerminal(nameOf(lane))),
    ...lane.reasons.flatMap(({ message, help }) => [
      `  ${escapeLine(message)}`,
      ...(help === undefined ? [] : [`    help: ${escapeLine(help)}`]),
    ]),
    ...(lane.more_reasons > 0 ? [palette.quiet(`  and ${lane.more_reasons} more, see its report`)] : []),
    ...(judged === undefined ? [] : [palette.quiet(`  ${escapeLine(judged)}`)]),
  ];
}
