import type {
  Decision,
  ResourceType,
  Signal,
  SignalCategory,
  ThreatClass,
} from '../../../artifacts/audit-log/model.ts';
import type { InspectionSettings } from '../../../inspection/settings.ts';

/** Values one of which a call must have; `negate` turns the answer over. */
export interface AnyOf<T extends string = string> {
  readonly anyOf: readonly T[];
  readonly negate: boolean;
}

/** A daily window of wall-clock time. */
export interface TimeWindow {
  /** 1 Monday to 6 Saturday, 0 and 7 Sunday; absent means every day. */
  readonly days?: readonly number[];
  /** `HH:MM`, the first minute inside. */
  readonly start: string;
  /** `HH:MM` or `24:00`, the first minute outside; no later than `start` means that of the next day. */
  readonly end: string;
}

/** The attribute conditions of a rule; all that are present must hold. Source: "Attribute conditions (ABAC)". */
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

/** A rule as it stands in its file, defaults filled in. Source: "Anatomy of a policy". */
export interface Rule {
  /** Unique in the rule set. */
  readonly name: string;
  readonly toolPattern: string;
  readonly action: Decision;
  /** 0 to 100; a rule that has one decides only when no other does. */
  readonly riskThreshold: number | null;
  readonly signalCategory: SignalCategory | null;
  readonly context: RuleContext | null;
  /** Lower is looked at first. */
  readonly priority: number;
  readonly enabled: boolean;
  /** The line of the file at which it begins. */
  readonly line: number;
}

/** What the registry knows of a server, for calls that do not say it themselves. */
export interface RegisteredServer {
  readonly name: string;
  readonly environment?: string;
  readonly type?: ResourceType;
  readonly host?: string;
}

/** A rule set file, checked: the rules in file order. */
export interface RuleSetFile {
  readonly path: string;
  readonly rules: readonly Rule[];
  readonly servers: readonly RegisteredServer[];
  readonly inspection: InspectionSettings;
}

/** Why one rule took part in a verdict, or did not. */
export interface TraceEntry {
  readonly policy: string;
  /** False for a rule that is switched off. */
  readonly considered: boolean;
  /** Whether pattern, context and signal category matched. */
  readonly matched: boolean;
  /** Names pattern, constraint, found and wanted value. */
  readonly because: string;
}

/** What `gateway simulate` answers for one call. Source: `POST /api/policies/simulate`. */
export interface CallVerdict {
  readonly decision: Decision;
  readonly reason: string;
  readonly risk: number;
  readonly signals: readonly Signal[];
  /** The rule that is credited; null when no rule decided. */
  readonly matchedPolicy: string | null;
  readonly trace: readonly TraceEntry[];
}

/** Which rules a trace tells of. */
export type TraceMode = 'all' | 'matching' | 'none';
