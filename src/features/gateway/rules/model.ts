import type {
  Decision,
  NameMatching,
  ResourceType,
  Signal,
  SignalCategory,
  ThreatClass,
} from '../../../artifacts/audit-log/model.ts';
import type { InspectionSettings } from '../../../inspection/settings.ts';

/** A call must have one of these values; `negate` inverts the condition. */
export interface AnyOf<T extends string = string> {
  readonly anyOf: readonly T[];
  readonly negate: boolean;
}

/** A daily window of local time. */
export interface TimeWindow {
  /** 1 Monday to 6 Saturday, 0 and 7 Sunday; absent means every day. */
  readonly days?: readonly number[];
  /** `HH:MM`, the first minute of the window. */
  readonly start: string;
  /** `HH:MM` or `24:00`, the first minute after the window; on the next day when not later than `start`. */
  readonly end: string;
}

/**
 * The attribute conditions of a rule; all that are present must hold. Spec (tool-call policies): "Attribute conditions
 * (ABAC)".
 */
export interface RuleContext {
  readonly ip?: AnyOf;
  readonly time?: { readonly windows: readonly TimeWindow[]; readonly tz: string; readonly negate: boolean };
  readonly resource?: {
    readonly environment?: AnyOf;
    readonly type?: AnyOf<ResourceType>;
    readonly host?: AnyOf;
  };
  readonly agent?: { readonly labels?: AnyOf };
  readonly mlThreatClass?: { readonly anyOf: readonly ThreatClass[] };
}

/** A rule from a file, with defaults filled in. Spec (tool-call policies): "Anatomy of a policy". */
export interface Rule {
  /** Unique in the rule set. */
  readonly name: string;
  readonly toolPattern: string;
  readonly action: Decision;
  /** 0 to 100; a rule with a threshold decides only when no other rule does. */
  readonly riskThreshold: number | null;
  readonly signalCategory: SignalCategory | null;
  readonly context: RuleContext | null;
  /** Rules with a lower number are evaluated first. */
  readonly priority: number;
  readonly enabled: boolean;
  /** The line on which the rule begins in its file. */
  readonly line: number;
}

/** The attributes of a server in the registry. They win over what a call states. */
export interface RegisteredServer {
  readonly name: string;
  readonly environment?: string;
  readonly type?: ResourceType;
  readonly host?: string;
}

/** The attributes of an agent in the registry. They win over what a call states. */
export interface RegisteredAgent {
  readonly id: string;
  readonly labels?: readonly string[];
}

/** A validated rule set file, with its rules in file order. */
export interface RuleSetFile {
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly servers: readonly RegisteredServer[];
  readonly agents: readonly RegisteredAgent[];
  /** The decision on a call that no rule decides. Absent: not written, which means allow. */
  readonly default?: Decision;
  /** How names are compared. Absent: not written, so the command decides. */
  readonly names?: NameMatching;
  readonly inspection: InspectionSettings;
  /** Whether a source address may be a list as `X-Forwarded-For` has it, of which the first counts: `--trust-forwarded`. */
  readonly trustForwarded?: boolean;
}

/** Why one rule matched or not. */
export interface TraceEntry {
  readonly policy: string;
  /** False for a rule that is switched off. */
  readonly considered: boolean;
  /** Whether pattern, context and signal category matched. */
  readonly matched: boolean;
  /** Names the pattern and the constraints, with found and required values. */
  readonly because: string;
}

/** The verdict of `gateway simulate` on one call. Spec (tool-call policies): "POST /api/policies/simulate". */
export interface CallVerdict {
  readonly decision: Decision;
  readonly reason: string;
  readonly risk: number;
  readonly signals: readonly Signal[];
  /** The rule that is credited; null when no rule decided. */
  readonly matchedPolicy: string | null;
  readonly trace: readonly TraceEntry[];
}

/** The rules that a trace shows. */
export type TraceMode = 'all' | 'matching' | 'none';
