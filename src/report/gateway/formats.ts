import type { BacktestReport } from '../../features/gateway/backtest/backtest-schema.ts';
import type { RuleSetCheck } from '../../features/gateway/check/check-schema.ts';
import type { Simulation } from '../../features/gateway/decide/simulation.ts';
import type { ApprovalsReport } from '../../features/gateway/enforce/approvals-schema.ts';
import type { RuleList } from '../../features/gateway/rule-file/rule-list-schema.ts';
import type { SuggestReport } from '../../features/gateway/suggest/suggest-schema.ts';
import type { SuggestionsFile } from '../../features/gateway/suggest/suggestions-file.ts';
import type { Formats } from '../format.ts';

/**
 * The output formats of `gateway simulate`, loaded on demand. To add one, add a row: the choices of the flag and the
 * help follow.
 */
export const SIMULATION_FORMATS = {
  pretty: async () => (await import('./simulate.ts')).formatSimulation,
  json: async () => (await import('./simulate-json.ts')).formatSimulationJson,
} satisfies Formats<Simulation>;

/** The output formats of `gateway backtest`, as above. */
export const BACKTEST_FORMATS = {
  pretty: async () => (await import('./backtest.ts')).formatBacktest,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
  markdown: async () => (await import('./backtest-markdown.ts')).formatBacktestMarkdown,
  html: async () => (await import('./backtest-html.ts')).formatBacktestHtml,
} satisfies Formats<BacktestReport>;

/** The output formats of `gateway suggest`, as above. */
export const SUGGEST_FORMATS = {
  pretty: async () => (await import('./suggest.ts')).formatSuggest,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<SuggestReport>;

/** The output formats of `gateway check`, as above. */
export const CHECK_FORMATS = {
  pretty: async () => (await import('./check.ts')).formatRuleSetCheck,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<RuleSetCheck>;

/** The output formats of `gateway policies list`, as above. */
export const RULE_LIST_FORMATS = {
  pretty: async () => (await import('./policies.ts')).formatRules,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<RuleList>;

/** The output formats of `gateway suggestions list`, as above. */
export const SUGGESTIONS_FORMATS = {
  pretty: async () => (await import('./suggestions.ts')).formatSuggestionsFile,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<SuggestionsFile>;

/** The output formats of `gateway approvals list` and `show`, as above. */
export const APPROVALS_FORMATS = {
  pretty: async () => (await import('./approvals.ts')).formatApprovals,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<ApprovalsReport>;
