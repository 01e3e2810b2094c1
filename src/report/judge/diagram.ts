import type { Certificate } from '../../features/judge/certify.ts';
import { alignColumns, toLine } from '../table.ts';
import { figure } from './numbers.ts';

type Bin = Certificate['calibration']['bins'][number];

/** A bin with rows, which have a mean confidence and an accuracy. */
export type FilledBin = Bin & { readonly confidence: number; readonly accuracy: number };

/** Returns the bins that have rows. */
export function filledBins({ calibration }: Certificate): FilledBin[] {
  return calibration.bins.filter((bin): bin is FilledBin => bin.rows > 0);
}

/** A bin as cells: its range, its rows, its mean confidence and its accuracy. */
export function binCells(bin: FilledBin): string[] {
  return [rangeOf(bin), String(bin.rows), figure(bin.confidence), figure(bin.accuracy)];
}

/** How many columns the scale from 0 to 1 takes. */
const SCALE = 40;

/** More bins than this are not drawn: a diagram of a hundred lines shows nothing. */
const MOST_BINS = 25;

/**
 * Draws a reliability diagram with letters, one line a bin: `o` is the share of right verdicts, `|` the mean confidence,
 * and the line between them how far they are apart.
 */
export function diagram(certificate: Certificate): string[] {
  const filled = filledBins(certificate);
  const shown = filled.slice(0, MOST_BINS);
  const rows = shown.map((bin) => [...binCells(bin), barOf(bin)]);
  const head = [
    'bin',
    'rows',
    'confidence',
    'accuracy',
    `0${'accuracy o, confidence |'.padStart(31).padEnd(SCALE - 1)}1`,
  ];
  const more = filled.length - shown.length;
  return [
    ...alignColumns([head, ...rows]).map(toLine),
    ...(more > 0 ? [`  ${more} more; --format json has them all`] : []),
  ];
}

function barOf({ confidence, accuracy }: FilledBin): string {
  const column = (share: number) => Math.round(share * SCALE);
  const [stated, found] = [column(confidence), column(accuracy)];
  const cells = Array<string>(SCALE + 1).fill(' ');
  for (let at = Math.min(stated, found); at <= Math.max(stated, found); at++) cells[at] = '-';
  cells[stated] = '|';
  cells[found] = stated === found ? '@' : 'o';
  return cells.join('').trimEnd();
}

/** The confidences of a bin: `0.5` or `(0.5, 0.6]`. */
function rangeOf({ lo, hi }: Bin): string {
  if (lo === hi) return short(lo);
  return `${lo === 0 ? '[' : '('}${short(lo)}, ${short(hi)}]`;
}

function short(share: number): string {
  return String(Number(share.toFixed(4)));
}
