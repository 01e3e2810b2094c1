import type { Certificate } from '../../features/judge/certify.ts';
import { filledBins } from './diagram.ts';

/** The side of the diagram, and the room for its labels, in the units of the drawing. */
const SIDE = 300;
const MARGIN = 40;

/** The largest circle. */
const LARGEST = 14;

/**
 * Draws the reliability diagram of a certification: confidence to the right, accuracy upwards, the area of a circle for
 * the rows of its bin. It holds numbers only, so it needs no escaping, and no style of its own, which the page forbids.
 */
export function reliabilitySvg(certificate: Certificate): string {
  const filled = filledBins(certificate);
  const most = filled.reduce((max, { rows }) => Math.max(max, rows), 1);
  const x = (share: number) => (MARGIN + share * SIDE).toFixed(1);
  const y = (share: number) => (MARGIN / 2 + (1 - share) * SIDE).toFixed(1);
  const marks = filled.map(({ confidence, accuracy, rows }) => {
    const radius = Math.max(2, LARGEST * Math.sqrt(rows / most)).toFixed(1);
    return [
      `<line x1="${x(confidence)}" y1="${y(confidence)}" x2="${x(confidence)}" y2="${y(accuracy)}" stroke="currentColor"/>`,
      `<circle cx="${x(confidence)}" cy="${y(accuracy)}" r="${radius}" fill="currentColor" fill-opacity="0.4" stroke="currentColor"/>`,
    ].join('\n');
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<text x="${x(share)}" y="${MARGIN / 2 + SIDE + 16}" text-anchor="middle" font-size="11" fill="currentColor">${share}</text>`,
    `<text x="${MARGIN - 6}" y="${y(share)}" text-anchor="end" font-size="11" fill="currentColor">${share}</text>`,
  ]);
  return [
    `<svg viewBox="0 0 ${SIDE + 1.5 * MARGIN} ${SIDE + 1.25 * MARGIN}" width="${SIDE + 1.5 * MARGIN}" role="img" aria-label="reliability diagram: accuracy by confidence">`,
    `<rect x="${MARGIN}" y="${MARGIN / 2}" width="${SIDE}" height="${SIDE}" fill="none" stroke="currentColor" stroke-opacity="0.4"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="currentColor" stroke-dasharray="4 4"/>`,
    ...marks,
    ...ticks,
    '</svg>',
  ].join('\n');
}
