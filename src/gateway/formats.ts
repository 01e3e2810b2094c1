import type { Palette } from '../report/palette.ts';
import type { BacktestReport } from './backtest-schema.ts';
import type { RuleSetCheck } from './check-schema.ts';
import type { PolicyList } from './policy-list-schema.ts';
import type { Simulation } from './simulation.ts';
import type { SuggestReport } from './suggest-schema.ts';

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
  json: async () => (await import('../report/json.ts')).toJson,
  markdown: async () => (await import('../report/gateway/backtest-markdown.ts')).formatBacktestMarkdown,
} satisfies Record<string, () => Promise<(report: BacktestReport, palette: Palette) => string>>;

export type BacktestFormat = keyof typeof BACKTEST_FORMATS;

export const BACKTEST_FORMAT_NAMES = Object.keys(BACKTEST_FORMATS) as readonly BacktestFormat[];

/** Every output format of `gateway suggest`, as above. */
export const SUGGEST_FORMATS = {
  pretty: async () => (await import('../report/gateway/suggest.ts')).formatSuggest,
  json: async () => (await import('../report/json.ts')).toJson,
} satisfies Record<string, () => Promise<(report: SuggestReport, palette: Palette) => string>>;

export type SuggestFormat = keyof typeof SUGGEST_FORMATS;

export const SUGGEST_FORMAT_NAMES = Object.keys(SUGGEST_FORMATS) as readonly SuggestFormat[];

/** Every output format of `gateway check`, as above. */
export const CHECK_FORMATS = {
  pretty: async () => (await import('../report/gateway/check.ts')).formatRuleSetCheck,
  json: async () => (await import('../report/json.ts')).toJson,
} satisfies Record<string, () => Promise<(check: RuleSetCheck, palette: Palette) => string>>;

export type CheckFormat = keyof typeof CHECK_FORMATS;

export const CHECK_FORMAT_NAMES = Object.keys(CHECK_FORMATS) as readonly CheckFormat[];

/** Every output format of `gateway policies list`, as above. */
export const POLICY_LIST_FORMATS = {
  pretty: async () => (await import('../report/gateway/policies.ts')).formatPolicies,
  json: async () => (await import('../report/json.ts')).toJson,
} satisfies Record<string, () => Promise<(list: PolicyList, palette: Palette) => string>>;

export type PolicyListFormat = keyof typeof POLICY_LIST_FORMATS;

export const POLICY_LIST_FORMAT_NAMES = Object.keys(POLICY_LIST_FORMATS) as readonly PolicyListFormat[];
