import type { ProtocolEra } from '../../mcp/protocol.ts';

/** The transports of MCP. */
export type Transport = 'stdio' | 'http';

/** A row of the table of checks: everything that reports and documentation say about a check. */
export interface Check {
  readonly level: 'MUST' | 'SHOULD';
  readonly era: ProtocolEra | 'both';
  readonly transport: Transport | 'both';
  /** The page of the specification, below its revision: one, or one for each era. */
  readonly page: string | Readonly<Record<ProtocolEra, string>>;
  /** The sentence that the check stands on, as the page has it. */
  readonly sentence: string;
  /** How it is checked: the rest of a sentence that begins with "mcptest". */
  readonly how: string;
  /** The first revision that has the sentence, where older ones of the era lack it. */
  readonly since?: string;
}

/** Why a check was skipped. */
export const SKIP_REASONS = {
  'not-declared': 'the server does not offer what the check is about',
  'needs-fixture': 'the server offers it, but mcptest cannot check it without a fixture in the server',
  'not-verified': 'the server did not get that far',
} as const;

/** Why a check was skipped. */
export type SkipReason = keyof typeof SKIP_REASONS;

/** What became of a check. */
export type Verdict =
  | { readonly status: 'pass' }
  | { readonly status: 'fail'; readonly message: string }
  | { readonly status: 'skip'; readonly reason: SkipReason; readonly message?: string };

/** How a check is skipped whose connection never came about. */
export const NOT_STARTED = ['not-verified', 'the server did not start in time on a new connection'] as const;
