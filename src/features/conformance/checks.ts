import type { ProtocolEra } from '../../mcp/protocol.ts';
import type { Check } from './check.ts';
import { HTTP_CHECKS } from './http-table.ts';
import { MESSAGE_CHECKS } from './message-table.ts';
import { TOOL_CHECKS } from './tool-table.ts';
import { UTILITY_CHECKS } from './utility-table.ts';

/**
 * Every check. To add one, add a row to a table and what it does next to the others: reports, the artifact and
 * `docs/conformance.md` follow.
 * Spec (scanning): "`mcptest conformance run`"
 */
export const CHECKS = {
  ...MESSAGE_CHECKS,
  ...TOOL_CHECKS,
  ...UTILITY_CHECKS,
  ...HTTP_CHECKS,
} as const satisfies Readonly<Record<string, Check>>;

/** The identifier of a check. */
export type CheckId = keyof typeof CHECKS;

/** The identifiers of all checks, in the order of the table. */
export const CHECK_IDS = Object.keys(CHECKS) as readonly CheckId[];

/** Returns the row of a check. */
export function checkOf(id: CheckId): Check {
  return CHECKS[id];
}

/** The revision whose sentences the checks of an era quote. */
const QUOTED = {
  legacy: '2025-11-25',
  modern: '2026-07-28',
} as const satisfies Readonly<Record<ProtocolEra, string>>;

/** Returns the address of the page that a check stands on. */
export function pageOf({ page }: Check, era: ProtocolEra): string {
  const path = typeof page === 'string' ? page : page[era];
  return `https://modelcontextprotocol.io/specification/${QUOTED[era]}${path === '' ? '' : `/${path}`}`;
}
