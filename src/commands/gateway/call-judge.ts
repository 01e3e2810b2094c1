import type { BoundCall } from '../../artifacts/approval/model.ts';
import type { Approval } from '../../artifacts/audit-log/model.ts';
import { InputError, messageOf } from '../../errors.ts';
import type { Decided } from '../../features/gateway/enforce/decider.ts';
import {
  denialInWords,
  holdInWords,
  INEXACT,
  refusedInWords,
  waitingInWords,
} from '../../features/gateway/enforce/denial.ts';
import type { ToolRequest } from '../../features/gateway/enforce/proxy/client-message.ts';
import type { CallJudge, Fate, HeldFate } from '../../features/gateway/enforce/proxy/fate.ts';
import type { Ports } from '../../ports.ts';
import { clip } from '../../text/clip.ts';
import { escapeLine } from '../../text/escape-terminal.ts';
import { readSystemTime } from '../../time/clock.ts';
import type { Duration } from '../../time/duration.ts';
import { tellErrors } from '../output.ts';
import type { Enforcer } from './enforcer.ts';
import type { HeldCalls } from './held-calls.ts';
import { approveCommand, boundCallOf, callToHold } from './holding.ts';
import type { LiveRules } from './live-rules.ts';
import { ResumableCalls } from './resumable-calls.ts';

/** How calls are held. */
export interface HoldSettings {
  /** How long the client waits for a decision. */
  readonly hold: Duration;
  /** How long a call can be decided, and a decision be used. */
  readonly ttl: Duration;
  /** The value of `--approvals-dir`. */
  readonly approvalsDir?: string | undefined;
  /** Waits for a number of milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** How often a held call looks for its decision, in milliseconds. */
const TICK = 100;

const PASS: Fate = { kind: 'pass' };
const DROPPED: Fate = { kind: 'dropped' };

/**
 * Decides the calls of a proxy under the rules that are in force, holds them for a person, and keeps the log. A call passes
 * only after its record was written. Spec (enforcement): "Proxy", "Approvals".
 */
export class RecordingJudge implements CallJudge {
  readonly #rules: LiveRules;
  readonly #held: HeldCalls;
  readonly #settings: HoldSettings;
  readonly #resumable = new ResumableCalls();
  readonly #ports: Ports;

  constructor(rules: LiveRules, held: HeldCalls, settings: HoldSettings, ports: Ports) {
    this.#rules = rules;
    this.#held = held;
    this.#settings = settings;
    this.#ports = ports;
  }

  deniesAlways(tool: string): boolean {
    return this.#rules.enforcer.decider.deniesAlways({ tool, at: this.#now() });
  }

  noteFault(fault: string): void {
    this.#rules.noteFault(fault, this.#now());
  }

  judge(call: ToolRequest, ip?: string): Fate | HeldFate {
    const decided = this.#decide(call, ip);
    if (decided.verdict.decision !== 'require_approval') return this.#settled(decided);
    // nobody waits for the answer to a notification
    if (call.id === undefined) {
      this.#log(decided, { state: 'abandoned', at: this.#now() });
      return DROPPED;
    }
    if (!call.isExact()) {
      const words = `${holdInWords(decided.verdict)}; ${INEXACT}`;
      return this.#denied(decided, { state: 'denied', by: 'mcptest', at: this.#now() }, words);
    }
    const bound = boundCallOf(decided, call.arguments, this.#ports.sha256);
    const given = call.answers && this.#resumable.take(bound, call.answers.state, this.#now());
    if (given) return this.#approved(decided, bound, given);
    const waiting = new Waiting();
    return { fate: this.#wait(call, decided, bound, waiting), withdraw: (why) => waiting.end(why) };
  }

  #decide({ tool, arguments: args }: ToolRequest, ip: string | undefined): Ruling {
    const { enforcer } = this.#rules;
    return { enforcer, ...enforcer.decider.decide({ tool, arguments: args, ip, at: this.#now() }) };
  }

  /** Carries out a decision that needs no person. */
  #settled(decided: Ruling): Fate {
    const isLogged = this.#log(decided);
    if (decided.verdict.decision === 'deny') return { kind: 'denied', words: denialInWords(decided.verdict) };
    return isLogged ? PASS : NOT_LOGGED;
  }

  /** Lets a call through that a person has approved. If the server asks back, it goes on without a second approval. */
  #approved(decided: Ruling, bound: BoundCall, approval: Approval): Fate {
    if (!this.#log(decided, approval)) return NOT_LOGGED;
    const onQuestion = (state: string | undefined) =>
      this.#resumable.add(bound, state, { approval, until: this.#now() + this.#settings.ttl });
    return { kind: 'pass', onQuestion };
  }

  #denied(decided: Ruling, approval: Approval, words: string): Fate {
    this.#log(decided, approval);
    return { kind: 'denied', words };
  }

  async #wait(call: ToolRequest, first: Ruling, bound: BoundCall, waiting: Waiting): Promise<Fate> {
    try {
      return await this.#heldFate(call, first, bound, waiting);
    } catch (error) {
      // an approval that cannot be looked for is none
      if (error instanceof InputError) tellErrors(error.diagnostics, this.#ports);
      const words = `${holdInWords(first.verdict)}; ${messageOf(error)}`;
      return this.#denied(first, { state: 'expired', at: this.#now() }, words);
    }
  }

  async #heldFate(call: ToolRequest, first: Ruling, bound: BoundCall, waiting: Waiting): Promise<Fate> {
    const deadline = this.#now() + this.#settings.hold;
    for (;;) {
      // decided anew each time, under the rules that are now in force
      const ruling = this.#decide(call, first.call.ip);
      const before = this.#use(ruling, bound);
      if (before) return before;
      const { id } = this.#hold(bound, ruling, deadline);
      this.#tellHeld(id, ruling);
      while (!this.#held.verdictOn(id) && !this.#held.endOf(id)) {
        if (waiting.ended === 'cancelled') this.#held.end(id, { end: 'abandoned', at: this.#now() });
        if (waiting.ended) return this.#abandoned(ruling);
        if (this.#now() >= deadline) return this.#expired(ruling, id);
        await this.#settings.pause(TICK);
      }
      // somebody else may have used the decision, or withdrawn the call
      if (this.#now() >= deadline && !this.#held.verdictOn(id)) return this.#expired(ruling, id);
      if (waiting.ended) return this.#abandoned(ruling);
    }
  }

  /** Carries out what the rules, or a decision of a person, say of the call; undefined if it has to wait. */
  #use(decided: Ruling, bound: BoundCall): Fate | undefined {
    // no approval is used up for what the rules deny, or let pass
    if (decided.verdict.decision !== 'require_approval') return this.#settled(decided);
    const used = this.#held.useDecision(bound, this.#now());
    if (!used) return undefined;
    const { verdict: state, by, at } = used;
    if (state === 'approved') return this.#approved(decided, bound, { state, by, at });
    return this.#denied(decided, { state, by, at }, refusedInWords(decided.verdict, by));
  }

  #hold(bound: BoundCall, decided: Ruling, waits: number) {
    const times = { created: this.#now(), waits, ttl: this.#settings.ttl };
    return this.#held.hold(callToHold(bound, decided, decided.enforcer, times));
  }

  /** Says on standard error how the user of the proxy can approve a call while its client waits. */
  #tellHeld(id: string, { call }: Ruling): void {
    const command = approveCommand(id, this.#settings);
    this.#ports.stderr.write(
      `${escapeLine(`held: \`${clip(call.tool, 120)}\` waits for approval as ${id}; approve it with: ${command}`)}\n`,
    );
  }

  #abandoned(decided: Ruling): Fate {
    this.#log(decided, { state: 'abandoned', at: this.#now() });
    return DROPPED;
  }

  #expired(decided: Ruling, id: string): Fate {
    const words = waitingInWords(decided.verdict, approveCommand(id, this.#settings));
    return this.#denied(decided, { state: 'expired', at: this.#now() }, words);
  }

  /** Returns whether the record was written; a log that cannot be written lets nothing pass. */
  #log(decided: Ruling, approval?: Approval): boolean {
    try {
      decided.enforcer.log(decided, undefined, approval);
      return true;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      tellErrors(error.diagnostics, this.#ports);
      return false;
    }
  }

  #now(): number {
    return readSystemTime(this.#ports);
  }
}

const NOT_LOGGED: Fate = {
  kind: 'denied',
  words: 'denied: the audit log cannot be written; do not retry, tell the user',
};

/** A decision, with the rules that made it: what is recorded of it names these, even if they have changed meanwhile. */
interface Ruling extends Decided {
  readonly enforcer: Enforcer;
}

/** Whether and why nobody waits any more. */
class Waiting {
  ended: 'cancelled' | 'gone' | undefined;

  end(why: 'cancelled' | 'gone'): void {
    this.ended ??= why;
  }
}
