import { DECISIONS, type Signal } from '../../artifacts/audit-log/model.ts';
import {
  isUnexpected,
  type SimulatedCall,
  type Simulation,
} from '../../features/gateway/decide/simulation.ts';
import type { TraceEntry } from '../../features/gateway/rules/model.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Tone } from '../../text/tone.ts';
import { formatInstant } from '../../time/instant.ts';
import { displayWidth } from '../display-width.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { alignColumns, toLine } from '../table.ts';
import { joinWhole } from '../whole.ts';
import { wrap } from '../wrap.ts';
import { DECISION_TONES } from './decision-tones.ts';

/**
 * Formats verdicts for people: the decision and its reason, then the signals, then the trace of the rules. The
 * arguments of a call are not shown, because they may contain secrets.
 */
export function formatSimulation({ path, many, calls }: Simulation, palette: Palette): string {
  const blocks = calls.map((call, index) => {
    const sections = [
      head(call, many ? index + 1 : undefined, palette),
      signalTable(call.verdict.signals, palette),
      traceTable(call.verdict.trace, palette),
    ];
    return `${sections.filter((section) => section !== '').join(many ? '' : '\n')}\n`;
  });
  const about = `rule set ${escapeForTerminal(path)}${many ? `: ${countsInWords(calls)}` : ''}`;
  return joinWhole([...blocks, palette.quiet(about), '\n']);
}

function head(simulated: SimulatedCall, number: number | undefined, palette: Palette): string {
  const { call, verdict } = simulated;
  const { decision, reason, risk, signals } = verdict;
  const word = palette.bold(palette[DECISION_TONES[decision]](decision.toUpperCase()));
  const what = `${number === undefined ? '' : `call ${number}: `}${escapeForTerminal(clip(call.tool))}`;
  return [
    `${word}  ${what} ${palette.quiet(`at ${formatInstant(call.at)}`)}\n`,
    expectation(simulated, palette),
    `  ${escapeForTerminal(reason)}\n`,
    `  risk ${risk}, ${signals.length === 0 ? 'no signals' : plural(signals.length, 'signal')}\n`,
  ].join('');
}

function expectation(simulated: SimulatedCall, palette: Palette): string {
  const { expected } = simulated;
  if (expected === undefined) return '';
  return isUnexpected(simulated) ? `  ${palette.bad(`expected ${expected}`)}\n` : '  as expected\n';
}

function signalTable(signals: readonly Signal[], palette: Palette): string {
  if (signals.length === 0) return '';
  const cells = signals.map(({ id, category, severity, points, location, evidence }) => [
    id ?? category,
    severity ?? '-',
    points === undefined ? '-' : String(points),
    location ?? '-',
    evidence ?? '-',
  ]);
  return table(['signal', 'severity', 'points', 'where', 'evidence'], cells, palette);
}

function traceTable(trace: readonly TraceEntry[], palette: Palette): string {
  if (trace.length === 0) return '';
  const cells = trace.map((entry) => [standingOf(entry).word, entry.policy, entry.because]);
  return table(['match', 'rule', 'because'], cells, palette, (index) => {
    const entry = trace[index];
    return entry && standingOf(entry).tone;
  });
}

function standingOf({ considered, matched }: TraceEntry): { word: string; tone: Tone } {
  if (!considered) return { word: 'off', tone: 'quiet' };
  return matched ? { word: 'yes', tone: 'note' } : { word: 'no', tone: 'quiet' };
}

function table(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  palette: Palette,
  toneOf?: (row: number) => Tone | undefined,
): string {
  const safe = cells.map(([first = '', ...rest]) => [
    escapeLine(clip(first, WIDEST_CELL)),
    ...rest.map((cell) => escapeForTerminal(clip(cell, WIDEST_CELL))),
  ]);
  const [aligned = [], ...rows] = alignColumns([titles, ...safe]);
  const lines = rows.map(([first = '', ...rest], index) => {
    const tone = toneOf?.(index);
    return row([tone ? palette[tone](first) : first, ...rest], aligned);
  });
  return `${palette.quiet(toLine(aligned))}\n${lines.join('')}`;
}

/** Wraps the last cell below its own beginning where the line would be too long to read. */
function row(cells: readonly string[], titles: readonly string[]): string {
  const before = cells.slice(0, -1);
  const indent = displayWidth(toLine([...titles.slice(0, -1), '.'])) - 1;
  const [first = '', ...more] = wrap(cells.at(-1) ?? '', Math.max(WIDEST_LINE - indent, 40));
  const lines = [toLine([...before, first]), ...more.map((line) => ' '.repeat(indent) + line)];
  return `${lines.join('\n')}\n`;
}

/** Longer cells are cut; the JSON report contains the whole text. */
const WIDEST_CELL = 400;

const WIDEST_LINE = 120;

function countsInWords(calls: readonly SimulatedCall[]): string {
  const counts = DECISIONS.map((decision) => {
    const count = calls.filter(({ verdict }) => verdict.decision === decision).length;
    return `${count} ${decision}`;
  });
  const unexpected = calls.filter(isUnexpected).length;
  const expecting = calls.some(({ expected }) => expected !== undefined);
  const verdict = expecting
    ? `; ${unexpected === 0 ? 'all as expected' : `${unexpected} not as expected`}`
    : '';
  return `${plural(calls.length, 'call')}, ${counts.join(', ')}${verdict}`;
}
