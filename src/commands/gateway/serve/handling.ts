import type { SourceDocument } from '../../../documents/source-document.ts';
import type { Ports } from '../../../ports.ts';
import type { HeldCalls } from '../held-calls.ts';
import type { LogFileOptions } from '../log-options.ts';
import type { ChangeLog } from './change-log.ts';
import type { ServedRules } from './served-rules.ts';
import type { Client, Tokens } from './tokens.ts';

/** A request that may be carried out: its token, its origin and the form of its body were checked. */
export interface Ask {
  /** The parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** The flags of the query that are set. */
  readonly flags: ReadonlySet<string>;
  /** The body as it was sent. */
  readonly text: string;
  /** The body, an empty object if it was left out. */
  readonly document: SourceDocument;
  readonly ifMatch: string | undefined;
  readonly client: Client;
}

/** What is sent back. */
export interface Result {
  readonly body?: unknown;
  /** The ETag of the rule set after a change. */
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Carries out a request. @throws Refusal, InputError, NothingSelectedError */
export type Handler = (ask: Ask) => Result | Promise<Result>;

/** What requests are about. */
export interface Served {
  readonly rules: ServedRules;
  readonly tokens: Tokens;
  /** The flags that select the audit logs; there may be none. */
  readonly logs: LogFileOptions;
  /** The file of suggestions, if it is not the one next to the rule set. */
  readonly state: string | undefined;
  /** The log of changes; there may be none. */
  readonly changes: ChangeLog | undefined;
  readonly held: { readonly calls: HeldCalls; readonly path: string };
  /** Called when a link was used: the next page needs another one. */
  readonly onPageOpened: () => void;
  readonly ports: Ports;
}
