import type { Palette } from '../report/palette.ts';
import type { BacktestReport } from './backtest-schema.ts';
import type { Simulation } from './simulation.ts';

/**
 * Every output format of `gateway simulate`. To add one, add a row: the flag's choices and the help follow. Loaded on
 * demand.
 */
export const SIMULATION_FORMATS = {
  pretty: async () => (await import('../report/gateway/simulate.ts')).formatSimulation,
  json: async () => (await import('../report/gateway/simulate-json.ts')).formatSimulationJson,
} satisfies Record<string, () => Promise<(simulation: Simulation, palette: Palette) => string>>;

export type SimulationFormat = keyof typeof SIMULATION_FORMATS;

export const SIMULATION_FORMAT_NAMES = Object.keys(SIMULATION_FORMATS) as readonly SimulationFormat[];

/** Every output format of `gateway backtest`, as above. */
export const BACKTEST_FORMATS = {
  pretty: async () => (await import('../report/gateway/backtest.ts')).formatBacktest,
  json: async () => (await import('../report/gateway/backtest-json.ts')).formatBacktestJson,
  markdown: async () => (await import('../report/gateway/backtest-markdown.ts')).formatBacktestMarkdown,
} satisfies Record<string, () => Promise<(report: BacktestReport, palette: Palette) => string>>;

export type BacktestFormat = keyof typeof BACKTEST_FORMATS;

export const BACKTEST_FORMAT_NAMES = Object.keys(BACKTEST_FORMATS) as readonly BacktestFormat[];
