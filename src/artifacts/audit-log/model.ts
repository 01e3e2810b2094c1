import type { Instant } from '../../time/instant.ts';

/** The decisions that a policy can make about a call, strictest first: verdicts are looked for in this order. */
export const DECISIONS = ['deny', 'require_approval', 'allow'] as const;

/** Spec (tool-call policies): "Anatomy of a policy", `action`. */
export type Decision = (typeof DECISIONS)[number];

/** Whether one decision is stricter than another. */
export function isStricter(decision: Decision, than: Decision): boolean {
  return DECISIONS.indexOf(decision) < DECISIONS.indexOf(than);
}

/** The kinds of content that detectors look for. Spec (tool-call policies): "Anatomy of a policy", `signalCategory`. */
export const SIGNAL_CATEGORIES = ['secret', 'pii', 'destructive', 'injection', 'egress'] as const;

/** One of these categories. */
export type SignalCategory = (typeof SIGNAL_CATEGORIES)[number];

/** The severities of a signal, mildest first. */
export const SIGNAL_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;

/** One of these severities. */
export type SignalSeverity = (typeof SIGNAL_SEVERITIES)[number];

/** The kinds of resource. Spec (tool-call policies): "Attribute conditions (ABAC)", `resource.type`. */
export const RESOURCE_TYPES = ['database', 'http_api', 'filesystem', 'messaging', 'other'] as const;

/** One of these types. */
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** Spec (tool-call policies): "Attribute conditions (ABAC)", `mlThreatClass`. */
export const THREAT_CLASSES = [
  'prompt_injection',
  'jailbreak',
  'data_exfiltration',
  'malware',
  'social_engineering',
  'policy_violation',
] as const;

/** One of these classes. */
export type ThreatClass = (typeof THREAT_CLASSES)[number];

/** One finding of content inspection. A log may give only its category. */
export interface Signal {
  readonly category: SignalCategory;
  /** The detector: `secret.aws_access_key`. */
  readonly id?: string;
  readonly severity?: SignalSeverity;
  /** The place in the call: `arguments.env.KEY`. */
  readonly location?: string;
  /** The points that this signal alone adds to the risk. */
  readonly points?: number;
  /** Masked: the first two and last two characters, and the length. */
  readonly evidence?: string;
}

/** How the name of a tool is compared with patterns: as it is, or so that a look-alike of a denied name is denied too. */
export const NAME_MATCHING = ['strict', 'loose'] as const;

/** One of these ways. */
export type NameMatching = (typeof NAME_MATCHING)[number];

/** What can happen to calls of a server that the rule set does not list, where a rule looks at what it would know of it. */
export const UNKNOWN_SERVER = ['deny', 'require_approval'] as const;

/**
 * How a hook or a proxy decides, in addition to the rules. A call that has it was decided from all that was known: an
 * attribute that is absent was absent. Spec (enforcement): "What holds for all".
 */
export interface Enforcement {
  readonly names: NameMatching;
  /** Whether the user has asked for that, whatever the rule set says. */
  readonly isOverride?: true;
  readonly unknownServer: (typeof UNKNOWN_SERVER)[number];
}

/**
 * One call of a tool by an agent, with the attributes that are known. An absent attribute is unknown, which differs
 * from one that is known to be empty: `labels: []` is an agent without labels.
 */
export interface ToolCall {
  readonly tool: string;
  readonly at?: Instant;
  readonly agent?: {
    readonly id?: string;
    readonly labels?: readonly string[];
    /** One of {@link THREAT_CLASSES}: readers drop any other. */
    readonly mlThreatClass?: string;
  };
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly ip?: string;
  readonly server?: string;
  readonly resource?: { readonly environment?: string; readonly type?: string; readonly host?: string };
  /** 0 to 100. */
  readonly risk?: number;
  readonly signals?: readonly Signal[];
  /** Present if a hook or a proxy decides, or has decided, the call. */
  readonly enforced?: Enforcement;
}

/** How a call that was held for approval ended; abandoned: its client no longer waited for it. */
export const APPROVAL_STATES = ['approved', 'denied', 'expired', 'abandoned'] as const;

/** One of these states. */
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** How a held call ended, who decided it, and when. */
export interface Approval {
  readonly state: ApprovalState;
  readonly by?: string;
  readonly at?: Instant;
}

/** A value of a log that is outside of its table, such as the type `Database`. */
export interface UnclearValue {
  readonly attribute:
    | 'ip'
    | 'resource.environment'
    | 'resource.type'
    | 'resource.host'
    | 'agent.mlThreatClass';
  readonly value: string;
}

/**
 * A recorded call and the decision about it. A record of ours has a time and a decision; the logs of other programs
 * may have neither.
 */
export interface AuditRecord extends ToolCall {
  readonly id?: string;
  /** Some logs say `hold`, which is read as `require_approval`. Absent: the log does not tell. */
  readonly decision?: Decision;
  readonly approval?: Approval;
  /** The name of the policy that decided. */
  readonly policy?: string;
  /** The SHA-256 of the rule set that decided, in hexadecimal. */
  readonly ruleSet?: string;
  /** Values that the reader dropped: they are in no table, so the attributes are unknown. */
  readonly unclear?: readonly UnclearValue[];
}

/** The formats of logs, as `--log-format` names them: ours, and those of other programs. */
export const LOG_FORMAT_NAMES = [
  'mcptest',
  'toolhive',
  'golf',
  'policy-fabric',
  'cerbos',
  'agentgateway',
  'claude-code',
  'codex',
  'otlp',
  'json-rpc',
] as const;

/** One of these names. */
export type LogFormatName = (typeof LOG_FORMAT_NAMES)[number];

/** What `--assume` can say about calls without a decision. */
export const ASSUMPTIONS = ['allow', 'current'] as const;

/** One of these. */
export type Assumption = (typeof ASSUMPTIONS)[number];
