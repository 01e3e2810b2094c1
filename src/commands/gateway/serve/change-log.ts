import type { SourceDocument } from '../../../documents/source-document.ts';
import { messageOf } from '../../../errors.ts';
import {
  type ChangeRecord,
  writeChange,
  writeClosed,
} from '../../../features/gateway/control/change-record.ts';
import { ROUTES, type Route } from '../../../features/gateway/control/routes-schema.ts';
import type { WholeRequest } from '../../../live/serve-requests.ts';
import type { AuditFile, Ports } from '../../../ports.ts';
import { clip } from '../../../text/clip.ts';
import { escapeForTerminal } from '../../../text/escape-terminal.ts';
import { readSystemTime } from '../../../time/clock.ts';
import type { Instant } from '../../../time/instant.ts';
import type { Refusal } from './refusal.ts';

/** The longest body that a record keeps, in characters. */
const LONGEST_BODY = 4096;

/** The longest method and path that a record keeps, in characters. */
const LONGEST_REQUEST = 500;

/** How many requests of strangers are recorded in a minute: neither a web page nor another program may fill the disk. */
const MOST_STRANGERS = 100;
const MINUTE = 60_000;

/** The body of a request, as it was sent and read. */
interface SentBody {
  readonly text: string;
  readonly document: SourceDocument;
}

type Untimed = Omit<ChangeRecord, 'at' | 'leftOut'>;

/** Records every request to change something, whatever becomes of it. Spec (enforcement): "Control plane". */
export class ChangeLog {
  readonly #file: AuditFile;
  readonly #newId: () => string;
  readonly #ports: Ports;
  #minute: Instant = 0;
  #strangers = 0;
  #leftOut = 0;

  constructor(file: AuditFile, newId: () => string, ports: Ports) {
    this.#file = file;
    this.#newId = newId;
    this.#ports = ports;
  }

  /** Returns what records a request; undefined if it changes nothing. */
  open(request: WholeRequest): Change | undefined {
    return mayChange(request) ? new Change(request, this.#newId(), this) : undefined;
  }

  /** @throws InputError if it cannot be written */
  append(record: Untimed): void {
    const at = readSystemTime(this.#ports);
    const leftOut = this.#leftOut === 0 ? undefined : this.#leftOut;
    this.#file.append(writeChange({ ...record, at, leftOut }));
    this.#leftOut = 0;
  }

  /** Records how a request ended. What it changed is changed by then, and its begin recorded: a failure is only told. */
  appendEnd(record: Untimed): void {
    this.#try(`the end of ${record.id}`, () => this.append(record));
  }

  /** Whether a stranger's request comes too fast to be recorded. */
  isTooFast(): boolean {
    const at = readSystemTime(this.#ports);
    if (at < this.#minute || at >= this.#minute + MINUTE) {
      this.#minute = at;
      this.#strangers = 0;
    }
    this.#strangers += 1;
    return this.#strangers > MOST_STRANGERS;
  }

  /** Counts a request that is not recorded. */
  leaveOut(): void {
    this.#leftOut += 1;
  }

  /** Closes the file. What was left out since the last record is recorded before. */
  close(): void {
    const leftOut = this.#leftOut;
    if (leftOut > 0) {
      const record = writeClosed(readSystemTime(this.#ports), leftOut);
      this.#try(`a count of ${leftOut}`, () => this.#file.append(record));
    }
    this.#file.close();
  }

  #try(what: string, append: () => void): void {
    try {
      append();
    } catch (error) {
      const why = escapeForTerminal(messageOf(error));
      this.#ports.stderr.write(`note: ${what} is not in the log of changes: ${why}\n`);
    }
  }
}

/** The record of a request to change something. */
export class Change {
  readonly #log: ChangeLog;
  #record: Pick<ChangeRecord, 'id' | 'by' | 'request'>;
  /** Decided once, so that no begin is recorded without its end. */
  #isLeftOut: boolean | undefined;

  constructor({ method, url }: WholeRequest, id: string, log: ChangeLog) {
    this.#record = { id, request: clip(`${method} ${url}`, LONGEST_REQUEST) };
    this.#log = log;
  }

  /** Says whose request it is. */
  isOf(name: string): void {
    this.#record = { id: this.#record.id, by: name, request: this.#record.request };
  }

  /**
   * Records that the change begins.
   * @param ruleSet the SHA-256 of the rule set that is in force
   * @throws InputError if it cannot be written: then nothing may be changed
   */
  begin({ isSecret = false }: Route, { text, document }: SentBody, ruleSet: string): void {
    if (this.#leavesOut()) return;
    const body = isSecret || text.length > LONGEST_BODY ? undefined : document.value;
    this.#log.append({ ...this.#record, state: 'begun', body, ruleSet });
  }

  /** Records that it was made, with the ETag of the rule set after it; always, since no stranger can make it happen often. */
  done(status: number, etag: string): void {
    this.#log.appendEnd({ ...this.#record, state: 'done', ruleSet: etag.replaceAll('"', ''), status });
  }

  /** Records that it was refused, or failed. */
  refused({ status, message }: Refusal): void {
    if (this.#leavesOut()) this.#log.leaveOut();
    else {
      const state = status >= 500 ? 'failed' : 'refused';
      this.#log.appendEnd({ ...this.#record, state, status, why: message });
    }
  }

  #leavesOut(): boolean {
    this.#isLeftOut ??= this.#record.by === undefined && this.#log.isTooFast();
    return this.#isLeftOut;
  }
}

function mayChange({ method, url }: WholeRequest): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return false;
  const [path] = url.split('?');
  return !(ROUTES as readonly Route[]).some((each) => each.changesNothing && each.path === path);
}
