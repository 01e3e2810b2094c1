import type { ProtocolEra } from '../../mcp/protocol.ts';
import type { SkipReason, Transport, Verdict } from './check.ts';
import { CHECK_IDS, type CheckId, checkOf } from './checks.ts';

/** What became of each check in one era over one transport. What failed once stays failed, and what is skipped stays so. */
export class Verdicts {
  readonly #verdicts = new Map<CheckId, Verdict>();

  pass(id: CheckId): void {
    if (!this.#verdicts.has(id)) this.#verdicts.set(id, { status: 'pass' });
  }

  fail(id: CheckId, message: string): void {
    if ((this.#verdicts.get(id)?.status ?? 'pass') === 'pass')
      this.#verdicts.set(id, { status: 'fail', message });
  }

  /** Passes if there is no fault. */
  judge(id: CheckId, fault: string | undefined): void {
    if (fault === undefined) this.pass(id);
    else this.fail(id, fault);
  }

  skip(id: CheckId, reason: SkipReason, message?: string): void {
    if (this.#verdicts.has(id)) return;
    this.#verdicts.set(id, { status: 'skip', reason, ...(message !== undefined && { message }) });
  }

  /** Skips everything that has no verdict yet. */
  skipRest(reason: SkipReason, message?: string): void {
    for (const id of CHECK_IDS) this.skip(id, reason, message);
  }

  of(id: CheckId): Verdict {
    return this.#verdicts.get(id) ?? { status: 'skip', reason: 'not-verified' };
  }
}

/** Returns the checks that are about an era and a transport. */
export function checksFor(era: ProtocolEra, transport: Transport): CheckId[] {
  return CHECK_IDS.filter((id) => {
    const check = checkOf(id);
    return [era, 'both'].includes(check.era) && [transport, 'both'].includes(check.transport);
  });
}
