import type { ClosedRow, FrameRow, TapeHeader } from '../../artifacts/tape/model.ts';
import { writeTapeHeader, writeTapeRow } from '../../artifacts/tape/write.ts';
import type { Passed } from '../../mcp/passed.ts';
import { SESSION_HEADER } from '../../mcp/standard-headers.ts';
import { present } from '../../values/own-property.ts';
import type { EnvSecret } from './env-secret.ts';
import { messagesIn, toFrame } from './frame.ts';
import { idKey, kindOf } from './message.ts';
import { Redactor } from './redactor.ts';
import { SessionFacts } from './session-facts.ts';

/**
 * Makes the lines of a tape from what passes. No line holds a secret.
 * Spec (suites and recording): "`mcptest record` and `serve`"
 */
export class Recorder {
  readonly #redactor: Redactor;
  readonly #secrets: readonly EnvSecret[];
  readonly #transport: TapeHeader['transport'];
  readonly #facts = new SessionFacts();
  /** The numbers of sessions over HTTP, which stand on the tape in place of their names: those are credentials. */
  readonly #sessions = new Map<string, string>();
  readonly #awaited = new Set<string>();
  #frames = 0;

  constructor(transport: TapeHeader['transport'], secrets: readonly EnvSecret[]) {
    this.#transport = transport;
    this.#secrets = secrets;
    this.#redactor = new Redactor(secrets);
  }

  /** How many messages were recorded. */
  get frames(): number {
    return this.#frames;
  }

  /** How many values were replaced. */
  get values(): number {
    return this.#redactor.values;
  }

  /** What was replaced and how often, for people. */
  get redacted(): readonly string[] {
    return this.#redactor.inWords;
  }

  /** Whether a request of the client waits for its answer. */
  get isAwaited(): boolean {
    return this.#awaited.size > 0;
  }

  /** Returns the line for what passed. Undefined if it holds a secret that cannot be redacted. */
  take({ dir, t, stream, bytes, headers }: Passed): string | undefined {
    const before = this.#redactor.values;
    const written = bytes === null ? { frame: null } : toFrame(bytes, this.#redactor);
    const row: FrameRow = {
      kind: 'frame',
      t,
      dir,
      stream,
      ...written,
      ...present({ headers: headers && this.#headers(headers, this.#redactor.values > before) }),
    };
    if (bytes !== null) this.#frames += 1;
    for (const message of messagesIn(row)) {
      this.#facts.take(dir, message);
      const kind = kindOf(message);
      if (dir === 'to_server' && kind === 'request') this.#awaited.add(idKey(message.id));
      if (dir === 'to_client' && kind === 'response') this.#awaited.delete(idKey(message.id));
    }
    const line = writeTapeRow(row);
    return isClean(line, this.#secrets) ? line : undefined;
  }

  /** Returns the last line. */
  close(closed: Omit<ClosedRow, 'kind'>): string {
    return writeTapeRow({ kind: 'closed', ...closed });
  }

  /** Returns the first line, at the end: then it is known who spoke. */
  header(): string {
    const redaction = { env: this.#secrets.map(({ name }) => name), values: this.#redactor.values };
    return writeTapeHeader({ transport: this.#transport, ...this.#facts.facts, redaction });
  }

  #headers(headers: Readonly<Record<string, string>>, isBodySecret: boolean): Record<string, string> {
    const { [SESSION_HEADER]: session, ...rest } = headers;
    const redacted = this.#redactor.headers(rest, isBodySecret);
    if (session === undefined) return redacted;
    const number = this.#sessions.get(session) ?? `session-${this.#sessions.size + 1}`;
    this.#sessions.set(session, number);
    return { ...redacted, [SESSION_HEADER]: number };
  }
}

/**
 * Whether a line of a tape holds no secret: redacting it again changes nothing, and the value of no variable occurs in its
 * text.
 */
export function isClean(line: string, secrets: readonly EnvSecret[]): boolean {
  if (secrets.some(({ value }) => line.includes(value) || line.includes(JSON.stringify(value).slice(1, -1))))
    return false;
  const row = JSON.parse(line) as Record<string, unknown>;
  // what is no text was looked through when it was recorded
  const { frame, ...rest } = row;
  const redactor = new Redactor(secrets);
  const again = redactor.value(row.encoding === undefined ? row : rest);
  return (
    redactor.values === 0 && JSON.stringify(again) === JSON.stringify(row.encoding === undefined ? row : rest)
  );
}
