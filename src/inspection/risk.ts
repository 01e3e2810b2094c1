import type { Signal, SignalSeverity } from '../artifacts/audit-log/model.ts';

/** The points that a signal alone adds to the risk. */
export const SEVERITY_POINTS: Readonly<Record<SignalSeverity, number>> = {
  low: 10,
  medium: 25,
  high: 45,
  critical: 70,
};

/** The minimum risk of a call with a critical signal. */
const CRITICAL_FLOOR = 90;

const HIGHEST = 100;

/**
 * Returns the risk of a call, 0 to 100: the points of its signals, highest first, each weighted half as much as the
 * previous one, summed and rounded half up. A signal with only a category counts as medium.
 */
export function riskOf(signals: readonly Signal[]): number {
  const points = signals.map(pointsOf).sort((a, b) => b - a);
  let sum = 0;
  let worth = 1;
  for (const each of points) {
    sum += each * worth;
    worth /= 2;
  }
  const floor = signals.some(({ severity }) => severity === 'critical') ? CRITICAL_FLOOR : 0;
  return Math.min(HIGHEST, Math.max(floor, Math.round(sum)));
}

/** Returns the points that the signal states, within bounds: a log may contain anything. */
function pointsOf({ points, severity }: Signal): number {
  if (points !== undefined && Number.isFinite(points)) return Math.min(HIGHEST, Math.max(0, points));
  return SEVERITY_POINTS[severity ?? 'medium'];
}
