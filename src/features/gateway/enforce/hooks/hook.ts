import type { Decision } from '../../../../artifacts/audit-log/model.ts';

/** A tool as an agent names it: of a server, or its own. */
export interface HostTool {
  readonly tool: string;
  readonly server?: string;
}

/** A call that an agent asks about before it makes it. */
export interface HookCall {
  /**
   * The tools that the name can stand for. Some agents join server and tool with a character that both may contain, so
   * the strictest decision on any of them counts.
   */
  readonly tools: readonly HostTool[];
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The identifier that the agent gives the call. */
  readonly id?: string;
  /** Whether the agent asks a person when it is told to. Otherwise a call that is held waits in the list of held calls. */
  readonly canAsk: boolean;
}

/** What a hook prints, and how it ends. Never 1: agents let a call run then. */
export interface HookAnswer {
  readonly exitCode: 0 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the answer says: the decision and, for a call that is not allowed, why. */
export interface Answered {
  readonly decision: Decision;
  readonly words: string;
}

/** What a reader of input needs to know of servers. */
export interface KnownServers {
  /** The value of `--server`: for the names that do not tell. */
  readonly server: string | undefined;
  /** Whether the client or the rule set has a server of this name. */
  readonly isKnown: (server: string) => boolean;
}

/** Where the settings of an agent are, and what they must have to call a hook. */
export interface HookSettings {
  readonly file: string;
  /** The settings as data, for a command line. */
  readonly settings: (command: string) => object;
  /** The folder of the project in a command line, before a relative path; empty where hooks run there. */
  readonly project: string;
  /** What the command line ends with, where the agent has no switch of its own to block when a hook fails. */
  readonly onFailure: string;
}

/** The contract between a hook and one agent. Spec (enforcement): "Hooks". */
export interface HookAdapter {
  readonly title: string;
  /** Reads what the agent has sent. @throws InputError when a part that the decision needs is missing or wrong */
  readonly read: (input: Readonly<Record<string, unknown>>, servers: KnownServers) => HookCall;
  readonly answer: (answered: Answered, call: HookCall) => HookAnswer;
  /** Denies a call about which nothing could be decided. */
  readonly fault: (words: string) => HookAnswer;
  readonly install: HookSettings;
}
