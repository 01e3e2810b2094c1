import {
  APPROVAL_FILES,
  APPROVAL_ID,
  type ApprovalEnd,
  type ApprovalVerdict,
  type BoundCall,
  type HeldCall,
} from '../../artifacts/approval/model.ts';
import { readApprovalEnd, readApprovalVerdict, readHeldCall } from '../../artifacts/approval/read.ts';
import { writeApprovalEnd, writeApprovalVerdict, writeHeldCall } from '../../artifacts/approval/write.ts';
import { InputError } from '../../errors.ts';
import { bindingPrefix, type Digest, isBoundTo } from '../../features/gateway/enforce/approval-binding.ts';
import { type HeldEntry, lastUse, stateOf } from '../../features/gateway/enforce/held-state.ts';
import type { ApprovalsFolder } from '../../ports.ts';
import { DAY } from '../../time/duration.ts';
import type { Instant } from '../../time/instant.ts';

/** At most so many calls wait at once: an agent in a loop must not fill the disk, or the list of the person. */
const MOST_HELD = 1000;

/** A call to hold, and how long. */
export type CallToHold = Omit<HeldCall, 'id'>;

/**
 * The held calls in a folder that several programs use at once. Each call has up to three files, which are created once
 * and never change: the call, the decision, and the end. So the first decision wins, and is used once, whoever asks.
 * Spec (enforcement): "Approvals".
 */
export class HeldCalls {
  readonly #folder: ApprovalsFolder;
  readonly #sha256: Digest;

  constructor(folder: ApprovalsFolder, sha256: Digest) {
    this.#folder = folder;
    this.#sha256 = sha256;
  }

  /** Returns the identifiers of all held calls. */
  ids(): readonly string[] {
    return idsIn(this.#folder.names());
  }

  /** Returns a held call; undefined if none has this identifier. @throws InputError when a file of it is damaged */
  find(id: string): HeldEntry | undefined {
    if (!APPROVAL_ID.test(id)) return undefined;
    const held = this.#read(id, 'call', (text, file) => readHeldCall(text, file, id));
    return held && { held, verdict: this.verdictOn(id), end: this.endOf(id) };
  }

  /** Returns the decision about a held call, as soon as there is one. @throws InputError */
  verdictOn(id: string): ApprovalVerdict | undefined {
    return this.#read(id, 'verdict', readApprovalVerdict);
  }

  /** Returns how a held call ended, once it has. @throws InputError */
  endOf(id: string): ApprovalEnd | undefined {
    return this.#read(id, 'end', readApprovalEnd);
  }

  /**
   * Returns a decision about an earlier call with the same binding, and uses it up: it counts for one call. Decisions that
   * came too late do not count.
   */
  useDecision(call: BoundCall, now: Instant): ApprovalVerdict | undefined {
    for (const { held, verdict } of this.#alike(call, now, true)) {
      if (verdict && this.end(held.id, { end: 'used', at: now })) return verdict;
    }
    return undefined;
  }

  /**
   * Holds a call. One that was held before, and that no client waits for any more, is taken up again: so a client that
   * asks again does not fill the list.
   * @throws InputError when too many calls wait
   */
  hold(call: CallToHold): HeldCall {
    const now = call.created;
    for (const { held } of this.#alike(call, now, false)) if (held.waits <= now) return held;
    this.#clear(now);
    if (this.#waiting() >= MOST_HELD) {
      throw new InputError({
        file: this.#folder.path,
        message: `${MOST_HELD} calls wait for approval, and no more are held`,
        help: 'decide about some of them with `mcptest gateway approvals`',
      });
    }
    for (;;) {
      const held = { ...call, id: bindingPrefix(call, this.#sha256) + this.#folder.chance() };
      if (this.#folder.create(held.id + APPROVAL_FILES.call, writeHeldCall(held))) return held;
    }
  }

  /** Records a decision; false if there is one already. */
  decide(id: string, verdict: ApprovalVerdict): boolean {
    return this.#folder.create(id + APPROVAL_FILES.verdict, writeApprovalVerdict(verdict));
  }

  /** Ends a held call; false if it has ended already. Whoever ends it as used may run the call. */
  end(id: string, end: ApprovalEnd): boolean {
    return this.#folder.create(id + APPROVAL_FILES.end, writeApprovalEnd(end));
  }

  /**
   * Returns the open calls with the same binding, with a decision or without. What is damaged is not among them. The names
   * tell most of it, so that few files are read.
   */
  *#alike(call: BoundCall, now: Instant, isDecided: boolean): Generator<HeldEntry> {
    const names = new Set(this.#folder.names());
    const prefix = bindingPrefix(call, this.#sha256);
    for (const id of idsIn(names)) {
      if (!id.startsWith(prefix) || names.has(id + APPROVAL_FILES.end)) continue;
      if (names.has(id + APPROVAL_FILES.verdict) !== isDecided) continue;
      const entry = this.#intact(id);
      if (entry && isBoundTo(entry.held, call) && OPEN.includes(stateOf(entry, now))) yield entry;
    }
  }

  #intact(id: string): HeldEntry | undefined {
    try {
      return this.find(id);
    } catch (error) {
      // a damaged file approves nothing; `approvals list` names it
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }

  #waiting(): number {
    const names = new Set(this.#folder.names());
    return idsIn(names).filter((id) => !names.has(id + APPROVAL_FILES.end)).length;
  }

  /** Removes calls that were over a day ago. The call goes last, so that what is left of it still has its decision. */
  #clear(now: Instant): void {
    for (const id of this.ids()) {
      const entry = this.#intact(id);
      if (!entry || now < lastUse(entry) + DAY) continue;
      for (const part of ['call', 'verdict', 'end'] as const) this.#folder.remove(id + APPROVAL_FILES[part]);
    }
  }

  #read<T>(
    id: string,
    part: keyof typeof APPROVAL_FILES,
    read: (text: string, file: string) => T,
  ): T | undefined {
    const name = id + APPROVAL_FILES[part];
    const text = this.#folder.read(name);
    return text === undefined ? undefined : read(text, `${this.#folder.path}/${name}`);
  }
}

const OPEN: readonly string[] = ['pending', 'approved', 'denied'];

/** Returns the identifiers of the calls whose files have these names. */
function idsIn(names: Iterable<string>): string[] {
  const { call } = APPROVAL_FILES;
  return [...names]
    .flatMap((name) => (name.endsWith(call) ? [name.slice(0, -call.length)] : []))
    .filter((id) => APPROVAL_ID.test(id));
}
