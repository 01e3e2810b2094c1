import type { Enforcement, NameMatching, ToolCall } from '../../../artifacts/audit-log/model.ts';
import type { Threats } from '../../../artifacts/threats/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { inspect } from '../../../inspection/inspect.ts';
import type { Instant } from '../../../time/instant.ts';
import { present } from '../../../values/own-property.ts';
import { explain, type InspectedCall } from '../decide/explain.ts';
import type { CallVerdict, RuleSetFile, TraceEntry, TraceMode } from '../rules/model.ts';
import { compileRuleSet, type RuleSet } from '../rules/rule-set.ts';
import { deniesAlways } from './denies-always.ts';
import { unknownAgentWarnings } from './unknown-agent.ts';

/** What an enforcer knows of all its calls, and how it decides beyond the rules. */
export interface DeciderSettings {
  /** Wins over `names` of the rule set. Without both, names are compared strictly. */
  readonly names?: NameMatching | undefined;
  /** What happens to a call of a server that the rule set does not list; deny by default. */
  readonly unknownServer?: Enforcement['unknownServer'] | undefined;
  /** The server that all calls go to, by its name in the client's configuration; a call never names it itself. */
  readonly server?: string | undefined;
  readonly agent?: { readonly id?: string | undefined; readonly labels?: readonly string[] | undefined };
  /** The source address of all calls. */
  readonly ip?: string | undefined;
  /** The threat assessments of agents. */
  readonly threats?: Threats | undefined;
}

/** A call that waits for its decision, as an enforcer receives it. */
export interface AskedCall {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly at: Instant;
  /** The server, for an enforcer that sees the calls of several; wins over the one of the settings. */
  readonly server?: string | undefined;
  /** The agent, for an enforcer of several; takes the place of the one of the settings. */
  readonly agent?: DeciderSettings['agent'] | undefined;
  /** The source address; wins over the one of the settings. */
  readonly ip?: string | undefined;
}

/** A call with all that the decision was made from, and the decision. */
export interface Decided {
  readonly call: InspectedCall;
  readonly verdict: Omit<CallVerdict, 'trace'>;
}

/**
 * Decides calls for all that enforce: hooks, proxies and the control plane. Calls are inspected, names are compared
 * strictly unless something says otherwise, and a server that is not registered is an answer in itself.
 * Spec (enforcement): "What holds for all".
 */
export class Decider {
  readonly #ruleSet: RuleSet;
  readonly #settings: DeciderSettings;
  readonly #enforced: Enforcement;

  constructor(file: RuleSetFile, settings: DeciderSettings = {}) {
    const names = settings.names ?? file.names ?? 'strict';
    this.#ruleSet = compileRuleSet({ ...file, names });
    this.#settings = settings;
    this.#enforced = {
      names,
      ...(settings.names !== undefined && { isOverride: true }),
      unknownServer: settings.unknownServer ?? 'deny',
    };
  }

  /** The rule set, with `names` as they are compared. */
  get file(): RuleSetFile {
    return this.#ruleSet.file;
  }

  /** Warnings about rules on the agent that ask for what is not known of it. */
  get warnings(): readonly Diagnostic[] {
    return unknownAgentWarnings(this.file, this.#settings);
  }

  /** Decides a call and says why. */
  decide(asked: AskedCall): Decided {
    const call = this.#inspected(asked);
    const { trace: _, ...verdict } = explain(this.#ruleSet, call, 'none');
    return { call, verdict };
  }

  /** Whether a tool is denied whatever a call of it says. */
  deniesAlways(asked: Omit<AskedCall, 'arguments'>): boolean {
    return deniesAlways(this.#ruleSet, this.#inspected(asked));
  }

  /** Returns why each rule matched a decided call or not, or those that matched alone. */
  trace({ call }: Decided, mode: TraceMode = 'all'): readonly TraceEntry[] {
    return explain(this.#ruleSet, call, mode).trace;
  }

  #inspected(asked: AskedCall): InspectedCall {
    const known = { ...this.#settings, ...present(asked) };
    const agent = present({ ...known.agent, mlThreatClass: this.#threatOf(known.agent?.id, asked.at) });
    const call: ToolCall = {
      tool: asked.tool,
      ...(Object.keys(agent).length > 0 && { agent }),
      ...present({ server: known.server, ip: known.ip, arguments: asked.arguments }),
      enforced: this.#enforced,
    };
    const { risk, signals } = inspect(this.#ruleSet.attributes.withRegistry(call), this.file.inspection);
    return { ...call, at: asked.at, risk, signals };
  }

  #threatOf(agent: string | undefined, at: Instant): string | undefined {
    return agent === undefined ? undefined : this.#settings.threats?.classOf(agent, at);
  }
}
