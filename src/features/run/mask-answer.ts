import type { Exchange } from '../../mcp/exchange.ts';
import { maskVolatile } from '../../mcp/mask-volatile.ts';
import { mapTexts } from '../../values/map-texts.ts';
import { isObject, setOwn } from '../../values/own-property.ts';
import type { CompiledMask } from './compile-suite.ts';

const MASKED = '<masked>';

/** Members that one era of the protocol adds, and another does not have. */
const WIRE_MEMBERS = new Set(['_meta', 'resultType', 'ttlMs', 'cacheScope']);

/**
 * Returns an answer as a snapshot keeps it: what changes from run to run is masked, and what differs between the eras of
 * the protocol is left out. Undefined when there is no answer.
 * @param conceal masks the values that came from the environment
 */
export function maskAnswer(
  { outcome }: Exchange,
  masks: readonly CompiledMask[],
  conceal: <T>(value: T) => T,
): unknown {
  const answer = answerOf(outcome);
  if (answer === undefined) return undefined;
  const pointers = masks.flatMap((mask) => (mask.kind === 'pointer' ? [mask.keys] : []));
  const patterns = masks.flatMap((mask) => (mask.kind === 'pattern' ? [mask.pattern] : []));
  let masked = conceal(withoutWireMembers(answer));
  for (const keys of pointers) masked = maskPlace(masked, keys);
  masked = mapTexts(masked, (text) =>
    patterns.reduce((masked, pattern) => pattern.replaceAll(masked, MASKED), text),
  );
  return maskVolatile(masked);
}

function answerOf(outcome: Exchange['outcome']): unknown {
  if (outcome.kind === 'result') {
    const { isError, ...rest } = outcome.result;
    // a server may say that a result is no error, or leave it out
    return isError === false ? rest : outcome.result;
  }
  if (outcome.fault.kind !== 'error-response') return undefined;
  const { kind: _, ...error } = outcome.fault;
  return { error };
}

function withoutWireMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWireMembers);
  if (!isObject(value)) return value;
  return mapMembers(value, (member, key) => (WIRE_MEMBERS.has(key) ? undefined : withoutWireMembers(member)));
}

/** Masks the value at a place, if there is one. The key `*` is every key or index. */
function maskPlace(value: unknown, keys: readonly string[]): unknown {
  const [first, ...rest] = keys;
  if (first === undefined) return MASKED;
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      first === '*' || first === String(index) ? maskPlace(item, rest) : item,
    );
  }
  if (!isObject(value)) return value;
  return mapMembers(value, (member, key) =>
    first === '*' || first === key ? maskPlace(member, rest) : member,
  );
}

/** Returns a copy of an object with its members changed; without those that become undefined. */
function mapMembers(
  object: Readonly<Record<string, unknown>>,
  change: (member: unknown, key: string) => unknown,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(object)) {
    const changed = change(member, key);
    if (changed !== undefined) setOwn(copy, key, changed);
  }
  return copy;
}
