import { FLIPS, type Flip, isLoosening } from '../../features/gateway/backtest/backtest-flips.ts';
import type {
  BacktestBreakdown,
  BacktestReport,
  BacktestSample,
} from '../../features/gateway/backtest/backtest-schema.ts';
import type { Tone } from '../../text/tone.ts';
import { plural } from '../plural.ts';

/** A section of the report: a table whose cells are not escaped yet. */
export interface BacktestSection {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The tones of rows, by row index, where there is colour. */
  readonly tones?: ReadonlyMap<number, Tone>;
}

/** Longer tables are cut, with a note; the JSON report contains all rows. */
const MOST_ROWS = 20;

/** Returns the headline, such as `3000 records: 2950 unchanged, 40 flips (12 loosen, 28 tighten), 10 unknown`. */
export function backtestHeadline({
  total,
  unchanged,
  flipped,
  loosening,
  tightening,
  unknown,
}: BacktestReport): string {
  const flips =
    flipped === 0 ? '0 flips' : `${plural(flipped, 'flip')} (${loosening} loosen, ${tightening} tighten)`;
  return `${plural(total, 'record')}: ${unchanged} unchanged, ${flips}, ${unknown} unknown`;
}

/** Returns what was compared, on which records: one line for each. */
export function backtestSources(report: BacktestReport): readonly (readonly [string, string])[] {
  const {
    ruleSet,
    draft,
    after,
    logs,
    assumed,
    since,
    until,
    outside,
    unreadable,
    changes,
    asIfEnabled,
    settings,
    source,
  } = report;
  const range = [
    ...(since === null ? [] : [`from ${since}`]),
    ...(until === null ? [] : [`before ${until}`]),
  ];
  return [
    ['rules', ruleSet ?? 'none yet'],
    ...(draft === null ? [] : [['draft', draft] as const]),
    ...(after === null ? [] : [['after', after] as const]),
    ...changes.map(({ policy, change }) => [change, policy] as const),
    ...asIfEnabled.map((name) => ['as enabled', name] as const),
    ...settings.map((setting) => ['changed', setting] as const),
    ...logs.flatMap((log) => logLines(log, source === null ? 'log' : 'table')),
    ...(source === null ? [] : [['decided', decidedInWords(source)] as const]),
    ...(assumed === null ? [] : [['assumed', assumedInWords(assumed)] as const]),
    ...(range.length === 0
      ? []
      : [['range', `${range.join(', ')}; ${plural(outside, 'record')} outside`] as const]),
    ...(unreadable === 0
      ? []
      : [['unreadable', plural(unreadable, source === null ? 'line' : 'row')] as const]),
  ];
}

/** Names a log; one of another program with its format; and the lines that were left out. */
function logLines(
  { file, format, leftOut }: BacktestReport['logs'][number],
  kind: 'log' | 'table',
): (readonly [string, string])[] {
  const kinds = leftOut.map(({ what, lines }) => `${what} (${lines})`);
  return [
    [kind, format === 'mcptest' ? file : `${file}, read as ${format}`],
    ...(kinds.length === 0 ? [] : [['left out', kinds.join(', ')] as const]),
  ];
}

function assumedInWords({ decision, records }: NonNullable<BacktestReport['assumed']>): string {
  const of = `of ${plural(records, 'record')}`;
  return decision === 'current'
    ? `the decision ${of}: what the current rules say`
    : `the decision ${of}: ${decision}`;
}

/** Returns all counts as tables, with the flips that let more calls through first. Empty sections are left out. */
export function backtestSections(report: BacktestReport): BacktestSection[] {
  const { flips, samples, byTool, byAgent, byDay } = report;
  const sections = [
    flipSection('loosening', flips, isLoosening, 'bad'),
    sampleSection('loosening', samples, isLoosening),
    flipSection('tightening', flips, (flip) => !isLoosening(flip), 'caution'),
    sampleSection('tightening', samples, (flip) => !isLoosening(flip)),
    unknownSection(report),
    unknownSamples(report),
    breakdownSection('by tool', 'tool', byTool),
    breakdownSection('by agent', 'agent', byAgent),
    breakdownSection('by day', 'day', byDay),
    driftSection(report),
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function flipSection(
  title: string,
  flips: BacktestReport['flips'],
  isWanted: (flip: Flip) => boolean,
  tone: Tone,
): BacktestSection {
  const found = FLIPS.filter((flip) => isWanted(flip) && flips[flip] > 0);
  const tones = new Map(found.map((_, index) => [index, tone]));
  return {
    title,
    head: ['flip', 'records'],
    rows: found.map((flip) => [arrow(flip), String(flips[flip])]),
    tones,
  };
}

/** Writes a flip for people. */
export function arrow(flip: Flip): string {
  return flip.replace('->', ' -> ');
}

function sampleSection(
  title: string,
  samples: readonly BacktestSample[],
  isWanted: (flip: Flip) => boolean,
): BacktestSection {
  const rows = samples
    .filter(({ flip }) => isWanted(flip))
    .map(({ flip, before, after, ...place }) => [...placeCells(place), arrow(flip), rulesOf(before, after)]);
  return { title: `samples: ${title}`, head: ['record', 'call', 'tool', 'agent', 'flip', 'rules'], rows };
}

/** Says where a record is: its place, its call, its tool and its agent. */
export function placeCells({
  file,
  line,
  at,
  id,
  tool,
  agent,
}: Omit<BacktestSample, 'flip' | 'before' | 'after'>): string[] {
  // a table has no lines, and all its records are in the same place
  return [line === null ? (at ?? '-') : `${file}:${line}`, id ?? '-', tool, agent ?? '-'];
}

/** Names the rules before and after. When the same rule made both decisions, the rule itself has changed. */
export function rulesOf(before: BacktestSample['before'], after: BacktestSample['after']): string {
  const isSame = before.policy !== null && before.policy === after.policy;
  return `${ruleName(before)} -> ${ruleName(after)}${isSame ? ' (replaced)' : ''}`;
}

function ruleName({ policy }: BacktestSample['before']): string {
  return policy === null ? 'no rule' : `\`${policy}\``;
}

/** Says how many records cannot be decided. */
export function lackingInWords(count: number): string {
  return `${plural(count, 'record')} ${count === 1 ? 'lacks' : 'lack'} a value that the answer depends on`;
}

function unknownSection({ lacking, unknown }: BacktestReport): BacktestSection {
  return {
    title: `unknown: ${lackingInWords(unknown)}`,
    head: ['attribute', 'records'],
    rows: Object.entries(lacking).map(([attribute, count]) => [attribute, String(count)]),
    tones: new Map(Object.keys(lacking).map((_, index) => [index, 'caution'])),
  };
}

function unknownSamples({ unknownSamples }: BacktestReport): BacktestSection {
  return {
    title: 'samples: unknown',
    head: ['record', 'call', 'tool', 'agent', 'lacks'],
    rows: unknownSamples.map(({ lacking, ...place }) => [...placeCells(place), lacking.join(', ')]),
  };
}

/** Leaves out names that the draft does not affect; the most affected names come first. */
function breakdownSection(
  title: string,
  noun: string,
  { entries, other }: BacktestBreakdown,
): BacktestSection {
  const affected = entries.filter((entry) => inQuestion(entry) > 0);
  const isDay = noun === 'day';
  if (!isDay) affected.sort((a, b) => b.loosening - a.loosening || inQuestion(b) - inQuestion(a));
  const rows = affected
    .slice(0, MOST_ROWS)
    .map((entry) => [entry.name ?? `no ${noun}`, ...tallyCells(entry)]);
  const left = affected.length - rows.length;
  if (left > 0) rows.push([`… and ${left} more`, '', '', '', '']);
  if (other && inQuestion(other) > 0) rows.push(['all others', ...tallyCells(other)]);
  return { title, head: [noun, 'loosen', 'tighten', 'unknown', 'of'], rows };
}

/** The counts of a group of records. */
type Tally = Omit<BacktestBreakdown['entries'][number], 'name'>;

/** How many records of a group flip, or cannot be decided. */
export function inQuestion({ loosening, tightening, unknown }: Tally): number {
  return loosening + tightening + unknown;
}

/** Writes the counts of a group: `loosen`, `tighten`, `unknown` and `of`. */
export function tallyCells({ loosening, tightening, unknown, total }: Tally): string[] {
  return [loosening, tightening, unknown, total].map(String);
}

/** Shows where the rules that are in force decide differently from what the log says was decided. */
export function driftSection({ drift, total }: BacktestReport): BacktestSection {
  const rows = FLIPS.filter((flip) => drift.flips[flip] > 0).map((flip) => [
    arrow(flip),
    String(drift.flips[flip]),
  ]);
  if (drift.unknown > 0) rows.push(['unknown', String(drift.unknown)]);
  const known = plural(total - drift.unknown, 'record');
  const rest =
    drift.unknown === 0
      ? ''
      : `; ${drift.unknown} ${drift.unknown === 1 ? 'lacks' : 'lack'} a value that the answer depends on`;
  return {
    title: `drift: the current rules decide ${drift.total} of ${known} differently from the log${rest}`,
    head: ['recorded -> now', 'records'],
    rows,
  };
}

/** Says how the records of a table were decided. */
function decidedInWords({ cases, streamed }: NonNullable<BacktestReport['source']>): string {
  const alone = streamed === 0 ? [] : [`${plural(streamed, 'record')} one by one`];
  const together =
    cases === 0 ? [] : [`${plural(cases, 'group')} of records that look the same to the rules`];
  return [...together, ...alone].join(', ');
}
