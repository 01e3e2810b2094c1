import type { Instant } from '../../time/instant.ts';

/** The form of an identifier: what does not have it names no held call, and so can never be a path. */
export const APPROVAL_ID = /^[0-9a-f]{16}$/;

/** What an approval is bound to: another call cannot use it. Spec (enforcement): "Settled". */
export interface BoundCall {
  /** By its name in the configuration of the client. */
  readonly server?: string | undefined;
  /** The identifier of the agent. */
  readonly agent?: string | undefined;
  readonly tool: string;
  /** The SHA-256 of the arguments as canonical JSON (RFC 8785), in hexadecimal. */
  readonly argsSha256: string;
}

/** A rule that matched a call when it was held, and why. */
export interface MatchedRule {
  readonly policy: string;
  readonly because: string;
}

/** A call that waits, or has waited, for a person. It never changes. Spec (enforcement): "Approvals". */
export interface HeldCall extends BoundCall {
  /** See {@link APPROVAL_ID}. */
  readonly id: string;
  /** The session of the agent, if it names one. */
  readonly session?: string | undefined;
  /** Without what detectors found. Absent if there are none, or too many to be kept here. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** The rule that held the call; null when no rule did. */
  readonly policy: string | null;
  readonly reason: string;
  /** The rules that matched, in the order of evaluation; absent if there are none. */
  readonly trace?: readonly MatchedRule[] | undefined;
  /** The SHA-256 of the rule set that held it, in hexadecimal. */
  readonly ruleSet: string;
  readonly created: Instant;
  /** Until when the client waits for the answer. */
  readonly waits: Instant;
  /** When it is too late to decide. A decision must be used within the same time. */
  readonly expires: Instant;
}

/** What a person can decide about a held call. */
export const VERDICTS = ['approved', 'denied'] as const;

/** The decision of a person about a held call. There is at most one, and it never changes. */
export interface ApprovalVerdict {
  readonly verdict: (typeof VERDICTS)[number];
  /** Who decided. */
  readonly by: string;
  readonly at: Instant;
}

/** How a held call can end: its decision was used, or its client has withdrawn it. */
export const ENDS = ['used', 'abandoned'] as const;

/** The end of a held call. There is at most one, and it never changes: so a decision is used once. */
export interface ApprovalEnd {
  readonly end: (typeof ENDS)[number];
  readonly at: Instant;
}

/** The three files of a held call, by the end of their names. */
export const APPROVAL_FILES = { call: '.json', verdict: '.decision.json', end: '.end.json' } as const;
