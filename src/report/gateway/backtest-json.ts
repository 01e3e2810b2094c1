import type { BacktestReport } from '../../gateway/backtest-schema.ts';
import { toJson } from '../json.ts';

/** A backtest as JSON, whole. */
export function formatBacktestJson(report: BacktestReport): string {
  return toJson(report);
}
