import type { Instant } from '../../time/instant.ts';

/** What a policy says of a call, the strictest first: the order in which verdicts are looked for. */
export const DECISIONS = ['deny', 'require_approval', 'allow'] as const;

/** Source: `action` of "Anatomy of a policy". */
export type Decision = (typeof DECISIONS)[number];

/** Whether a decision lets less through than another one. */
export function isStricter(decision: Decision, than: Decision): boolean {
  return DECISIONS.indexOf(decision) < DECISIONS.indexOf(than);
}

/** What a detector looks for. Source: `signalCategory` of "Anatomy of a policy". */
export const SIGNAL_CATEGORIES = ['secret', 'pii', 'destructive', 'injection', 'egress'] as const;

export type SignalCategory = (typeof SIGNAL_CATEGORIES)[number];

/** How bad a signal is, the mildest first. */
export const SIGNAL_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;

export type SignalSeverity = (typeof SIGNAL_SEVERITIES)[number];

/** The kinds of resource. Source: `resource.type` of "Attribute conditions (ABAC)". */
export const RESOURCE_TYPES = ['database', 'http_api', 'filesystem', 'messaging', 'other'] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** Source: `mlThreatClass` of "Attribute conditions (ABAC)". */
export const THREAT_CLASSES = [
  'prompt_injection',
  'jailbreak',
  'data_exfiltration',
  'malware',
  'social_engineering',
  'policy_violation',
] as const;

export type ThreatClass = (typeof THREAT_CLASSES)[number];

/** One thing that content inspection found. A log may know no more of it than its category. */
export interface Signal {
  readonly category: SignalCategory;
  /** The detector: `secret.aws_access_key`. */
  readonly id?: string;
  readonly severity?: SignalSeverity;
  /** Where in the call: `arguments.env.KEY`. */
  readonly location?: string;
  /** What it adds to the risk, taken alone. */
  readonly points?: number;
  /** Masked: the first and last two characters, and a length. */
  readonly evidence?: string;
}

/**
 * One call of one tool by one agent, with what is known of it. What is absent is unknown, and is told apart from what
 * is known to be empty: `labels: []` is an agent without labels.
 */
export interface ToolCall {
  readonly tool: string;
  readonly at?: Instant;
  readonly agent?: {
    readonly id?: string;
    readonly labels?: readonly string[];
    /** A class that mcptest does not know matches no rule. */
    readonly mlThreatClass?: string;
  };
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly ip?: string;
  readonly server?: string;
  readonly resource?: { readonly environment?: string; readonly type?: string; readonly host?: string };
  /** 0 to 100. */
  readonly risk?: number;
  readonly signals?: readonly Signal[];
}

/** How a call that was held for a person ended. */
export const APPROVAL_STATES = ['approved', 'denied', 'expired'] as const;

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** A call that was made, and what was decided of it. */
export interface AuditRecord extends ToolCall {
  readonly at: Instant;
  readonly id?: string;
  /** `hold`, as some logs have it, is read as `require_approval`. */
  readonly decision: Decision;
  readonly approval?: { readonly state: ApprovalState };
  /** The name of the policy that decided. */
  readonly policy?: string;
}
