import type { RecordedCall } from '../../../artifacts/cassette/model.ts';

/**
 * Finds the failed attempts that the agent made good: calls that failed, and whose tool a later call used with success. A
 * golden path tells what has to be done, not how often a server was busy, so it may leave them out at no cost.
 * @returns the indexes of these calls
 */
export function retriedCalls(calls: readonly RecordedCall[]): ReadonlySet<number> {
  const retried = new Set<number>();
  const succeeded = new Set<string>();
  for (let index = calls.length - 1; index >= 0; index--) {
    const { name, server = '', is_error, unanswered } = calls[index] as RecordedCall;
    const tool = JSON.stringify([server, name]);
    if (is_error && succeeded.has(tool)) retried.add(index);
    // what became of a call without an answer is unknown
    if (!is_error && !unanswered) succeeded.add(tool);
  }
  return retried;
}
