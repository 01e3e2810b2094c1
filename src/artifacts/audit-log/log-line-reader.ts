import { JsonScanner } from '../../documents/json-scan.ts';
import { detached } from '../../text/detached.ts';
import type { AuditRecord } from './model.ts';
import { recordReader } from './read-record.ts';

/** The reader caches up to 4000 parsed pieces of JSON, each of at most 200 characters. */
const MOST_PIECES = 4000;
const LONGEST_PIECE = 200;

/**
 * Stands for any arguments object. The reader checks that arguments are an object but does not parse them: a backtest
 * replays the signals recorded at the time, not the arguments.
 */
const ARGUMENTS = Object.freeze({});

/** The members of a line that the reader uses; undefined for members that the line does not have. */
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
    enforced: absent,
    decision: absent,
    approval: absent,
    policy: absent,
    ruleSet: absent,
    fault: absent,
  };
}

/**
 * Reads log lines as records, without their arguments. Every line is scanned for validity anyway, and the scan reports
 * where its members are. Their values (tools, agents, decisions) repeat from line to line, so most of them need not be
 * parsed again.
 */
export class LogLineReader {
  readonly #scanner = new JsonScanner('nearest', (key, start, end) => this.#take(key, start, end));
  readonly #readRecord = recordReader();
  readonly #pieces = new Map<string, unknown>();
  #line = '';
  #members: Members = noMembers();

  /** Returns the record on a line; undefined when the line is not a record. */
  read(line: string): AuditRecord | undefined {
    this.#line = line;
    this.#members = noMembers();
    return this.#scanner.scan(line) ? undefined : this.#readRecord(this.#members);
  }

  // each key has its own assignment: `members[key] = …` would need a property lookup every time
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
        break;
      case 'enforced':
        members.enforced = this.#pieceOf(start, end);
        break;
      case 'ruleSet':
        members.ruleSet = this.#pieceOf(start, end);
        break;
      case 'fault':
        members.fault = this.#pieceOf(start, end);
    }
  }

  /** Parses a value that is usually a string without escapes. */
  #plain(start: number, end: number): unknown {
    const text = this.#line.slice(start, end);
    if (!text.startsWith('"') || text.includes('\\')) return JSON.parse(text);
    return text.slice(1, -1);
  }

  /** Parses a piece of JSON. Callers must not change the result, because later callers get the same object. */
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
