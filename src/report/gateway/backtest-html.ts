import { FLIPS, type Flip, isLoosening } from '../../features/gateway/backtest/backtest-flips.ts';
import type { BacktestBreakdown, BacktestReport } from '../../features/gateway/backtest/backtest-schema.ts';
import type { Tone } from '../../text/tone.ts';
import { Anchors } from '../html/anchors.ts';
import { htmlPage } from '../html/page.ts';
import { chip, entry, folded, list, paragraph, section } from '../html/parts.ts';
import { type Cells, htmlTable, type ItemRow } from '../html/table.ts';
import { plural } from '../plural.ts';
import {
  arrow,
  backtestHeadline,
  backtestSources,
  driftSection,
  inQuestion,
  lackingInWords,
  placeCells,
  rulesOf,
  tallyCells,
} from './backtest-sections.ts';
import { daysSvg, PART_TONES } from './days-svg.ts';

/**
 * Writes a backtest as a page for people: what would be let through first, then what would be held or denied, and what cannot
 * be decided, each with records to look at; then when, and by rule, tool and agent.
 * Spec (reports): "Reports that people look at"
 */
export function formatBacktestHtml(report: BacktestReport): string {
  const { flips, unknown, unchanged, unreadable, gate, byRule, byTool, byAgent, byDay } = report;
  const anchors = new Anchors();
  const turned = (decision: string) =>
    FLIPS.reduce((sum, flip) => sum + (flip.endsWith(`->${decision}`) ? flips[flip] : 0), 0);
  const drift = driftSection(report);
  return htmlPage({
    kind: 'backtest of tool-call policies',
    verdict: verdictOf(report),
    headline: backtestHeadline(report),
    counts: [
      { value: turned('allow'), label: 'newly allowed', tone: 'bad' },
      { value: turned('require_approval'), label: 'newly held', tone: 'caution' },
      { value: turned('deny'), label: 'newly denied', tone: 'caution' },
      { value: unknown, label: 'unknown', tone: 'caution' },
      { value: unreadable, label: 'not read', tone: 'caution' },
      { value: unchanged, label: 'unchanged', tone: 'good' },
    ],
    facts: backtestSources(report),
    notes: gate?.reasons ?? [],
    body: [
      ...section(
        'Flips',
        FLIPS.filter((flip) => flips[flip] > 0).map((flip) => flipEntry(flip, report, anchors)),
      ),
      ...section('Not decided', undecided(report, anchors)),
      ...section('Over time', overTime(byDay)),
      ...section('By rule', byRule ? breakdown('rule', byRule, anchors) : []),
      ...section('By tool', breakdown('tool', byTool, anchors)),
      ...section('By agent', breakdown('agent', byAgent, anchors)),
      ...section(
        'Drift from the log',
        drift.rows.length === 0
          ? []
          : folded(drift.title, [htmlTable('Drift', ['Recorded and now', 'Records'], drift.rows)]),
      ),
    ],
  });
}

function verdictOf(report: BacktestReport): { word: string; tone: Tone } {
  const { gate, loosening, tightening, unknown } = report;
  if (gate) return gate.passed ? { word: 'PASS', tone: 'good' } : { word: 'FAIL', tone: 'bad' };
  if (loosening > 0) return { word: 'LOOSER', tone: 'bad' };
  if (tightening > 0) return { word: 'STRICTER', tone: 'caution' };
  return unknown > 0 ? { word: 'UNKNOWN', tone: 'caution' } : { word: 'UNCHANGED', tone: 'good' };
}

const FLIP_MARKS = {
  loosening: { mark: 'loosens', tone: PART_TONES.loosening },
  tightening: { mark: 'tightens', tone: PART_TONES.tightening },
  unknown: { mark: 'unknown', tone: PART_TONES.unknown },
} as const;

function flipEntry(flip: Flip, { flips, samples }: BacktestReport, anchors: Anchors): string {
  const rows = samples
    .filter((sample) => sample.flip === flip)
    .map(({ before, after, ...place }) => [...recordCells(place), place.at ?? '-', rulesOf(before, after)]);
  const head = ['Record', 'Tool', 'Agent', 'At', 'Rules before and after'];
  return entry({
    anchor: anchors.of(flip),
    ...FLIP_MARKS[isLoosening(flip) ? 'loosening' : 'tightening'],
    title: `${arrow(flip)}: ${plural(flips[flip], 'record')}`,
    body:
      rows.length === 0
        ? []
        : [paragraph(someOf(rows.length, flips[flip]), 'quiet'), htmlTable('Records', head, rows)],
  });
}

function someOf(shown: number, all: number): string {
  return shown < all ? `the first ${shown} of them` : 'all of them';
}

/** The call of a record stands below its place, to leave room for the rules. */
function recordCells(place: Parameters<typeof placeCells>[0]): string[] {
  const [where = '', call = '', ...rest] = placeCells(place);
  return [call === '-' ? where : `${where}\n${call}`, ...rest];
}

/** Records that lack what the answer depends on, and lines that are no records. */
function undecided(report: BacktestReport, anchors: Anchors): string[] {
  const { unknown, lacking, unclear, unknownSamples, unreadable } = report;
  const rows = unknownSamples.map(({ lacking: lacks, ...place }) => [
    ...recordCells(place),
    lacks.join(', '),
  ]);
  const values = unclear.map(({ attribute, value, records }) => [
    attribute,
    value ?? 'all others',
    String(records),
  ]);
  return [
    ...(unknown === 0
      ? []
      : [
          entry({
            anchor: anchors.of('unknown'),
            ...FLIP_MARKS.unknown,
            title: lackingInWords(unknown),
            body: [
              htmlTable(
                'What is missing',
                ['Attribute', 'Records'],
                Object.entries(lacking).map(([name, count]) => [name, String(count)]),
              ),
              ...(rows.length === 0
                ? []
                : [htmlTable('Records', ['Record', 'Tool', 'Agent', 'Lacks'], rows)]),
            ],
          }),
        ]),
    ...(values.length === 0
      ? []
      : [htmlTable('Values that rules cannot interpret', ['Attribute', 'Value', 'Records'], values)]),
    ...(unreadable === 0
      ? []
      : list([
          `${plural(unreadable, 'line')} could not be read, so nothing is known about ${unreadable === 1 ? 'it' : 'them'}`,
        ])),
  ];
}

function overTime(byDay: BacktestBreakdown): string[] {
  const drawing = daysSvg(byDay);
  const affected = byDay.entries.filter((each) => inQuestion(each) > 0);
  if (affected.length === 0) return [];
  const rows = affected.map(({ name, ...tally }): Cells => [name ?? 'no day', ...tallyCells(tally)]);
  const legend = Object.values(FLIP_MARKS).map(({ mark, tone }) => chip(mark, tone));
  return [
    ...(drawing.length === 0 ? [] : [...drawing, `<p>${legend.join(' ')}</p>`]),
    ...folded(plural(affected.length, 'day'), [htmlTable('Flips by day', ['Day', ...HEAD], rows)]),
  ];
}

const HEAD = ['Loosen', 'Tighten', 'Unknown', 'Of'];

/** The names that the change affects, the most affected first. */
function breakdown(noun: string, { entries, other }: BacktestBreakdown, anchors: Anchors): string[] {
  const affected = entries
    .filter((each) => inQuestion(each) > 0)
    .sort((a, b) => b.loosening - a.loosening || inQuestion(b) - inQuestion(a));
  if (affected.length === 0) return [];
  const rows: (ItemRow | Cells)[] = affected.map(({ name, ...tally }) => ({
    anchor: anchors.of(`${noun} ${name ?? 'none'}`),
    ...FLIP_MARKS[tally.loosening > 0 ? 'loosening' : tally.tightening > 0 ? 'tightening' : 'unknown'],
    cells: [name ?? `no ${noun}`, ...tallyCells(tally)],
  }));
  if (other && inQuestion(other) > 0) rows.push(['all others', '', ...tallyCells(other)]);
  return [
    htmlTable(
      `Flips by ${noun}`,
      ['Effect', `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`, ...HEAD],
      rows,
    ),
  ];
}
