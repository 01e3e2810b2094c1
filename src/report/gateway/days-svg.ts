import type { BacktestBreakdown } from '../../features/gateway/backtest/backtest-schema.ts';
import type { Tone } from '../../text/tone.ts';
import { DAY } from '../../time/duration.ts';
import { parseInstant } from '../../time/instant.ts';
import { plural } from '../plural.ts';

/** The drawing, and the room for its labels, in its own units. */
const WIDTH = 640;
const HEIGHT = 160;
const LEFT = 48;
const TOP = 8;
const BOTTOM = 24;

/** The most bars; more days share a bar. */
const MOST_BARS = 120;

/** What is stacked in a bar, from the bottom. */
const PARTS = ['loosening', 'tightening', 'unknown'] as const;

type Part = (typeof PARTS)[number];

/** The colour of each part, as the legend of the page names it. */
export const PART_TONES = {
  loosening: 'bad',
  tightening: 'caution',
  unknown: 'quiet',
} as const satisfies Record<Part, Tone>;

type Bar = Record<Part, number>;

/**
 * Draws how many decisions flip over time: a bar for each day, or for several where there are many. It holds numbers and days
 * only, so it needs no escaping; a table beside it says the same in words.
 * @returns nothing where the records have no days, or where nothing flips
 */
export function daysSvg({ entries }: BacktestBreakdown): string[] {
  const days = entries.flatMap(({ name, ...tally }) => {
    const at = name === null ? undefined : parseInstant(`${name}T00:00:00Z`);
    return at === undefined ? [] : [{ name: name as string, day: at / DAY, tally }];
  });
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const span = last.day - first.day + 1;
  const width = Math.ceil(span / MOST_BARS);
  const bars = Array.from(
    { length: Math.ceil(span / width) },
    (): Bar => ({ loosening: 0, tightening: 0, unknown: 0 }),
  );
  for (const { day, tally } of days) {
    const bar = bars[Math.floor((day - first.day) / width)];
    if (bar) for (const part of PARTS) bar[part] += tally[part];
  }
  const most = bars.reduce((max, bar) => Math.max(max, sumOf(bar)), 0);
  if (most === 0) return [];
  const each = width === 1 ? 'day' : `${width} days`;
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" aria-labelledby="_days-title _days-text">`,
    '<title id="_days-title">Flips over time</title>',
    `<desc id="_days-text">A bar for each ${each} from ${first.name} to ${last.name}; the tallest bar shows ${plural(most, 'record')}. The table below has the same figures.</desc>`,
    `<line x1="${LEFT}" y1="${HEIGHT - BOTTOM}" x2="${WIDTH}" y2="${HEIGHT - BOTTOM}" stroke="currentColor" stroke-opacity="0.5"/>`,
    label(LEFT - 6, TOP + 10, 'end', String(most)),
    label(LEFT - 6, HEIGHT - BOTTOM, 'end', '0'),
    label(LEFT, HEIGHT - 6, 'start', first.name),
    ...(first === last ? [] : [label(WIDTH, HEIGHT - 6, 'end', last.name)]),
    ...bars.flatMap((bar, index) => stack(bar, index, bars.length, most)),
    '</svg>',
  ];
}

function sumOf(bar: Bar): number {
  return PARTS.reduce((sum, part) => sum + bar[part], 0);
}

function label(x: number, y: number, anchor: string, text: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="11" fill="currentColor">${text}</text>`;
}

function stack(bar: Bar, index: number, count: number, most: number): string[] {
  const step = (WIDTH - LEFT) / count;
  const x = (LEFT + index * step).toFixed(1);
  const width = Math.min(step * 0.8, 48).toFixed(1);
  let bottom = HEIGHT - BOTTOM;
  return PARTS.flatMap((part) => {
    if (bar[part] === 0) return [];
    // one record among millions must still be seen
    const height = Math.max(1.5, (bar[part] / most) * (HEIGHT - BOTTOM - TOP));
    bottom -= height;
    return [
      `<rect class="${PART_TONES[part]}" x="${x}" y="${bottom.toFixed(1)}" width="${width}" height="${height.toFixed(1)}" fill="currentColor"/>`,
    ];
  });
}
