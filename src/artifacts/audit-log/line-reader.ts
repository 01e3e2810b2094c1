import { detached, JsonScanner } from '../json-scan.ts';
import type { AuditRecord } from './model.ts';
import { recordReader } from './read-record.ts';

/** So many pieces of text are remembered with what they mean, longer ones aside. */
const MOST_PIECES = 4000;
const LONGEST_PIECE = 200;

/** Arguments are looked at for being some, and not read: logs are replayed by what was found in them at the time. */
const ARGUMENTS = Object.freeze({});

/** What a line holds, as far as it is read. */
type Members = Record<string, unknown>;

/**
 * Reads the lines of a log as records without their arguments. The scan that a line must pass anyway tells where its
 * members stand; they repeat from line to line (tools, agents, decisions), so most of them need not be parsed again.
 */
export class LineReader {
  readonly #scanner = new JsonScanner('nearest', (key, start, end) => this.#take(key, start, end));
  readonly #readRecord = recordReader();
  readonly #pieces = new Map<string, unknown>();
  #line = '';
  #members: Members = {};

  /** The record of a line; undefined for what is none. */
  read(line: string): AuditRecord | undefined {
    this.#line = line;
    this.#members = {};
    return this.#scanner.scan(line) ? undefined : this.#readRecord(this.#members);
  }

  #take(key: string, start: number, end: number): void {
    switch (key) {
      case 'arguments':
        this.#members.arguments =
          this.#line.charAt(start) === '{' ? ARGUMENTS : JSON.parse(this.#line.slice(start, end));
        break;
      // these are not the same twice
      case 'at':
      case 'id':
        this.#members[key] = this.#plain(start, end);
        break;
      case 'tool':
      case 'agent':
      case 'ip':
      case 'server':
      case 'resource':
      case 'risk':
      case 'signals':
      case 'decision':
      case 'approval':
      case 'policy':
        this.#members[key] = this.#pieceOf(this.#line.slice(start, end));
    }
  }

  /** A value that most often is text without an escape. */
  #plain(start: number, end: number): unknown {
    const text = this.#line.slice(start, end);
    if (!text.startsWith('"') || text.includes('\\')) return JSON.parse(text);
    return text.slice(1, -1);
  }

  /** What a piece of JSON means. Whoever gets it must leave it as it is: others get the same. */
  #pieceOf(text: string): unknown {
    const known = this.#pieces.get(text);
    if (known !== undefined) return known;
    const value: unknown = JSON.parse(text);
    if (text.length > LONGEST_PIECE) return value;
    if (this.#pieces.size >= MOST_PIECES) this.#pieces.clear();
    this.#pieces.set(detached(text), value);
    return value;
  }
}
