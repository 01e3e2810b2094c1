import type { BoundCall } from '../../artifacts/approval/model.ts';
import type { Approval } from '../../artifacts/audit-log/model.ts';
import type { Instant } from '../../time/instant.ts';

/** At most so many calls are remembered; the oldest is forgotten first, and needs another approval. */
const MOST_CALLS = 1000;

interface Resumable {
  readonly approval: Approval;
  /** When it is too late to go on. */
  readonly until: Instant;
}

/**
 * Approved calls that their server has answered with a question: since July 2026 the client sends the same call again,
 * with the answers. That is still the call that was approved, so it passes, once for each question. Spec (enforcement):
 * "Approvals".
 */
export class ResumableCalls {
  readonly #calls = new Map<string, readonly Resumable[]>();

  /** @param state what the server wants back with the answers */
  add(call: BoundCall, state: string | undefined, resumable: Resumable): void {
    const key = keyOf(call, state);
    this.#calls.set(key, [...(this.#calls.get(key) ?? []), resumable]);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > MOST_CALLS && oldest !== undefined) this.#calls.delete(oldest);
  }

  /** Returns the approval of a call that goes on, which is then used up; undefined if there is none. */
  take(call: BoundCall, state: string | undefined, now: Instant): Approval | undefined {
    const key = keyOf(call, state);
    const [first, ...rest] = this.#calls.get(key) ?? [];
    if (!first) return undefined;
    if (rest.length > 0) this.#calls.set(key, rest);
    else this.#calls.delete(key);
    return now < first.until ? first.approval : this.take(call, state, now);
  }
}

function keyOf({ server, agent, tool, argsSha256 }: BoundCall, state: string | undefined): string {
  return JSON.stringify([server ?? null, agent ?? null, tool, argsSha256, state ?? null]);
}
