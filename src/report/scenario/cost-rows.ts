import type { JudgedTrialReport } from '../../features/scenario/judge/report-schema.ts';
import { plural } from '../plural.ts';

/** Says what a run cost, and by which prices; no row if that is not known. */
export function costRows({
  report: { cost_micros, cost_source, cost_table },
}: JudgedTrialReport): string[][] {
  if (cost_micros === undefined || cost_source === undefined) return [];
  const source = SOURCES[cost_source] + (cost_table === undefined ? '' : ` ${cost_table}`);
  return [[`${plural(cost_micros, 'micro-dollar')}, ${source}`]];
}

const SOURCES = {
  cassette: 'as the recording states',
  suite: 'by the rates of the suite',
  'price-table': 'by the price table',
} as const satisfies Record<NonNullable<JudgedTrialReport['report']['cost_source']>, string>;
