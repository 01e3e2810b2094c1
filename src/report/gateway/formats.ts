import type { BacktestReport } from '../../features/gateway/backtest/backtest-schema.ts';
import type { RuleSetCheck } from '../../features/gateway/check/check-schema.ts';
import type { Simulation } from '../../features/gateway/decide/simulation.ts';
import type { RuleList } from '../../features/gateway/rule-file/rule-list-schema.ts';
import type { SuggestReport } from '../../features/gateway/suggest/suggest-schema.ts';
import type { Palette } from '../palette.ts';

/**
 * Every output format of `gateway simulate`. To add one, add a row: the flag's choices and the help follow. Loaded on
 * demand.
 */
export const SIMULATION_FORMATS = {
  pretty: async () => (await import('./simulate.ts')).formatSimulation,
  json: async () => (await import('./simulate-json.ts')).formatSimulationJson,
} satisfies Record<string, () => Promise<(simulation: Simulation, palette: Palette) => string>>;

export type SimulationFormat = keyof typeof SIMULATION_FORMATS;

export const SIMULATION_FORMAT_NAMES = Object.keys(SIMULATION_FORMATS) as readonly SimulationFormat[];

/** Every output format of `gateway backtest`, as above. */
export const BACKTEST_FORMATS = {
  pretty: async () => (await import('./backtest.ts')).formatBacktest,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  markdown: async () => (await import('./backtest-markdown.ts')).formatBacktestMarkdown,
} satisfies Record<string, () => Promise<(report: BacktestReport, palette: Palette) => string>>;

export type BacktestFormat = keyof typeof BACKTEST_FORMATS;

export const BACKTEST_FORMAT_NAMES = Object.keys(BACKTEST_FORMATS) as readonly BacktestFormat[];

/** Every output format of `gateway suggest`, as above. */
export const SUGGEST_FORMATS = {
  pretty: async () => (await import('./suggest.ts')).formatSuggest,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Record<string, () => Promise<(report: SuggestReport, palette: Palette) => string>>;

export type SuggestFormat = keyof typeof SUGGEST_FORMATS;

export const SUGGEST_FORMAT_NAMES = Object.keys(SUGGEST_FORMATS) as readonly SuggestFormat[];

/** Every output format of `gateway check`, as above. */
export const CHECK_FORMATS = {
  pretty: async () => (await import('./check.ts')).formatRuleSetCheck,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Record<string, () => Promise<(check: RuleSetCheck, palette: Palette) => string>>;

export type CheckFormat = keyof typeof CHECK_FORMATS;

export const CHECK_FORMAT_NAMES = Object.keys(CHECK_FORMATS) as readonly CheckFormat[];

/** Every output format of `gateway policies list`, as above. */
export const RULE_LIST_FORMATS = {
  pretty: async () => (await import('./policies.ts')).formatRules,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Record<string, () => Promise<(list: RuleList, palette: Palette) => string>>;

export type RuleListFormat = keyof typeof RULE_LIST_FORMATS;

export const RULE_LIST_FORMAT_NAMES = Object.keys(RULE_LIST_FORMATS) as readonly RuleListFormat[];
