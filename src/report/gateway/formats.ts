import type { BacktestReport } from '../../features/gateway/backtest/backtest-schema.ts';
import type { RuleSetCheck } from '../../features/gateway/check/check-schema.ts';
import type { Simulation } from '../../features/gateway/decide/simulation.ts';
import type { RuleList } from '../../features/gateway/rule-file/rule-list-schema.ts';
import type { SuggestReport } from '../../features/gateway/suggest/suggest-schema.ts';
import type { SuggestionsFile } from '../../features/gateway/suggest/suggestions-file.ts';
import type { Formats } from '../format.ts';

/**
 * Every output format of `gateway simulate`. To add one, add a row: the flag's choices and the help follow. Loaded on
 * demand.
 */
export const SIMULATION_FORMATS = {
  pretty: async () => (await import('./simulate.ts')).formatSimulation,
  json: async () => (await import('./simulate-json.ts')).formatSimulationJson,
} satisfies Formats<Simulation>;

/** Every output format of `gateway backtest`, as above. */
export const BACKTEST_FORMATS = {
  pretty: async () => (await import('./backtest.ts')).formatBacktest,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  markdown: async () => (await import('./backtest-markdown.ts')).formatBacktestMarkdown,
} satisfies Formats<BacktestReport>;

/** Every output format of `gateway suggest`, as above. */
export const SUGGEST_FORMATS = {
  pretty: async () => (await import('./suggest.ts')).formatSuggest,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<SuggestReport>;

/** Every output format of `gateway check`, as above. */
export const CHECK_FORMATS = {
  pretty: async () => (await import('./check.ts')).formatRuleSetCheck,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<RuleSetCheck>;

/** Every output format of `gateway policies list`, as above. */
export const RULE_LIST_FORMATS = {
  pretty: async () => (await import('./policies.ts')).formatRules,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<RuleList>;

/** Every output format of `gateway suggestions list`, as above. */
export const SUGGESTIONS_FORMATS = {
  pretty: async () => (await import('./suggestions.ts')).formatSuggestionsFile,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<SuggestionsFile>;
