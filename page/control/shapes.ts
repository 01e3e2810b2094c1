import type { ApprovalsReport as Report } from '../../src/features/gateway/enforce/approvals-schema.ts';

/** The answers of the API that the page shows. */
export type { BacktestReport } from '../../src/features/gateway/backtest/backtest-schema.ts';
export type { HeldWithTrace, Hits, Policy } from '../../src/features/gateway/control/api-schema.ts';
export type { GatewayVerdict } from '../../src/features/gateway/decide/gateway-verdict-schema.ts';
export type { Suggestion } from '../../src/features/gateway/suggest/suggestions-file.ts';
export type ApprovalsReport = Report & { readonly unreadable: readonly string[] };
export type Held = Report['approvals'][number];

/** What is served. */
export interface Status {
  readonly ruleSet: string;
  readonly faults: readonly string[];
  readonly auditLogs: readonly string[];
  readonly name: string;
  readonly scopes: readonly string[];
}
