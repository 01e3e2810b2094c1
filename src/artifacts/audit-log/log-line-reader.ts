import { detached, JsonScanner } from '../../documents/json-scan.ts';
import type { AuditRecord } from './model.ts';
import { recordReader } from './read-record.ts';

/** So many pieces of text are remembered with what they mean, longer ones aside. */
const MOST_PIECES = 4000;
const LONGEST_PIECE = 200;

/** Arguments are looked at for being some, and not read: logs are replayed by what was found in them at the time. */
const ARGUMENTS = Object.freeze({});

/** What a line holds, as far as it is read; undefined for what it does not. */
type Members = ReturnType<typeof noMembers>;

function noMembers() {
  const absent: unknown = undefined;
  return {
    tool: absent,
    at: absent,
    id: absent,
    agent: absent,
    arguments: absent,
    ip: absent,
    server: absent,
    resource: absent,
    risk: absent,
    signals: absent,
    decision: absent,
    approval: absent,
    policy: absent,
  };
}

/**
 * Reads the lines of a log as records without their arguments. The scan that a line must pass anyway tells where its
 * members stand; they repeat from line to line (tools, agents, decisions), so most of them need not be parsed again.
 */
export class LogLineReader {
  readonly #scanner = new JsonScanner('nearest', (key, start, end) => this.#take(key, start, end));
  readonly #readRecord = recordReader();
  readonly #pieces = new Map<string, unknown>();
  #line = '';
  #members: Members = noMembers();

  /** The record of a line; undefined for what is none. */
  read(line: string): AuditRecord | undefined {
    this.#line = line;
    this.#members = noMembers();
    return this.#scanner.scan(line) ? undefined : this.#readRecord(this.#members);
  }

  // each key has its own assignment: one for all of them would look each of them up
  #take(key: string, start: number, end: number): void {
    const members = this.#members;
    switch (key) {
      case 'tool':
        members.tool = this.#pieceOf(start, end);
        break;
      case 'at':
        members.at = this.#plain(start, end);
        break;
      case 'id':
        members.id = this.#plain(start, end);
        break;
      case 'agent':
        members.agent = this.#pieceOf(start, end);
        break;
      case 'arguments':
        members.arguments = this.#line.charAt(start) === '{' ? ARGUMENTS : this.#pieceOf(start, end);
        break;
      case 'ip':
        members.ip = this.#pieceOf(start, end);
        break;
      case 'server':
        members.server = this.#pieceOf(start, end);
        break;
      case 'resource':
        members.resource = this.#pieceOf(start, end);
        break;
      case 'risk':
        members.risk = this.#pieceOf(start, end);
        break;
      case 'signals':
        members.signals = this.#pieceOf(start, end);
        break;
      case 'decision':
        members.decision = this.#pieceOf(start, end);
        break;
      case 'approval':
        members.approval = this.#pieceOf(start, end);
        break;
      case 'policy':
        members.policy = this.#pieceOf(start, end);
    }
  }

  /** A value that most often is text without an escape. */
  #plain(start: number, end: number): unknown {
    const text = this.#line.slice(start, end);
    if (!text.startsWith('"') || text.includes('\\')) return JSON.parse(text);
    return text.slice(1, -1);
  }

  /** What a piece of JSON means. Whoever gets it must leave it as it is: others get the same. */
  #pieceOf(start: number, end: number): unknown {
    const text = this.#line.slice(start, end);
    const known = this.#pieces.get(text);
    if (known !== undefined) return known;
    const value: unknown = JSON.parse(text);
    if (text.length > LONGEST_PIECE) return value;
    if (this.#pieces.size >= MOST_PIECES) this.#pieces.clear();
    this.#pieces.set(detached(text), value);
    return value;
  }
}
