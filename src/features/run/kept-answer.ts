import { toCompactCanonicalJson } from '../../documents/canonical-json.ts';
import { isReadOnly } from '../../exec-policy/is-read-only.ts';
import type { CompiledCall } from './compile-suite.ts';
import { maskAnswer } from './mask-answer.ts';
import type { JudgedCall, KeptAnswer } from './run-model.ts';

/** The most characters of an answer that are kept: a run may have many tests, and a server may answer at length. */
const MOST = 10_000;

/** What answers are kept with. */
export interface Keeping {
  /** Masks the values that came from the environment. */
  readonly conceal: <T>(value: T) => T;
  readonly sha256: (text: string) => string;
}

/**
 * Returns what to keep of an answer; undefined if it may differ for good reasons: only what reads answers alike twice. What
 * differs from run to run, or between the eras of the protocol, is masked as in a snapshot.
 */
export function keepAnswer(
  { masks }: CompiledCall,
  { call: { request }, exchange, tool }: JudgedCall,
  { conceal, sha256 }: Keeping,
): KeptAnswer | undefined {
  const isReading = request.kind !== 'tool' || (tool !== undefined && isReadOnly(tool));
  const value = isReading ? maskAnswer(exchange, masks, conceal) : undefined;
  if (value === undefined) return undefined;
  const text = toCompactCanonicalJson(value);
  return { digest: sha256(text), ...(text.length <= MOST && { value }) };
}
