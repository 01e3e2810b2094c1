import { JsonScanner } from '../../documents/json-scan.ts';
import type { LabelRow, Wants } from './model.ts';

/** Stands for a member that has a value of the wrong type. */
const WRONG: unique symbol = Symbol('wrong');

/** A name without blanks, accents and anything else that could be written in two ways. */
const PLAIN = /^[!-~]+$/;

type Taken<T> = T | undefined | typeof WRONG;

/**
 * Reads the lines of a file of labels. Each line is scanned for validity anyway, and the scan says where its members are:
 * so a million lines are read in less time than `JSON.parse` and a schema would take.
 */
export class LabelLineReader {
  readonly #scanner: JsonScanner;
  readonly #confidenceIfNone: typeof WRONG | undefined;
  readonly #correctIfNone: typeof WRONG | undefined;
  readonly #verdictIfNone: typeof WRONG | undefined;
  readonly #labelIfNone: typeof WRONG | undefined;
  readonly #itemKey: string;
  #line = '';
  #confidence: Taken<number>;
  #correct: Taken<boolean>;
  #item: Taken<string>;
  #order: Taken<string>;
  #group: Taken<string>;
  #verdict: Taken<string>;
  #label: Taken<string>;

  constructor(wants: Wants, itemKey: string) {
    const ifNone = (what: Wants[number]) => (wants.includes(what) ? WRONG : undefined);
    this.#confidenceIfNone = ifNone('confidence');
    this.#correctIfNone = ifNone('correct');
    this.#verdictIfNone = ifNone('verdict');
    this.#labelIfNone = ifNone('label');
    this.#itemKey = itemKey;
    this.#scanner = new JsonScanner('exact', (key, start, end) => this.#take(key, start, end));
  }

  /** Returns the row on a line; undefined when the line is not such a row, for whatever reason. */
  read(line: string, number: number): LabelRow | undefined {
    this.#line = line;
    this.#confidence = this.#correct = this.#item = this.#order = undefined;
    this.#group = this.#verdict = this.#label = undefined;
    if (this.#scanner.scan(line) || !(line.startsWith('{') || /^\s*\{/.test(line))) return undefined;
    const confidence = this.#confidence ?? this.#confidenceIfNone;
    const correct = this.#correct ?? this.#correctIfNone;
    const verdict = this.#verdict ?? this.#verdictIfNone;
    const label = this.#label ?? this.#labelIfNone;
    const item = this.#item;
    const order = this.#order;
    const group = this.#group;
    if (confidence === WRONG || correct === WRONG || verdict === WRONG || label === WRONG) return undefined;
    if (item === WRONG || order === WRONG || group === WRONG) return undefined;
    return { line: number, confidence, correct, item, order, group, verdict, label };
  }

  #take(key: string, start: number, end: number): void {
    if (key === this.#itemKey) this.#item = this.#nameAt(start, end, false);
    switch (key) {
      case 'confidence':
        this.#confidence = shareIn(this.#line.slice(start, end));
        break;
      case 'correct':
        this.#correct = truthIn(this.#line.slice(start, end));
        break;
      case 'order':
        // two orders that differ only in their letter case are one: `AB` and `ab` would hide a repeated row
        this.#order = lowerCase(this.#nameAt(start, end, false));
        break;
      case 'group':
        this.#group = this.#nameAt(start, end, false);
        break;
      case 'verdict':
        this.#verdict = this.#nameAt(start, end, true);
        break;
      case 'label':
        this.#label = this.#nameAt(start, end, true);
    }
  }

  /**
   * A scalar as the text that it is compared by. `1` and `"1"` are one name, and so are names that differ only in the
   * blanks around them or in how an accent is encoded: otherwise one item could be counted as two.
   */
  #nameAt(start: number, end: number, mayBeTruth: boolean): Taken<string> {
    const written = this.#line.slice(start, end);
    if (written.startsWith('"')) {
      const text = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
      const name = PLAIN.test(text) ? text : text.trim().normalize('NFC');
      return name === '' ? WRONG : name;
    }
    if (truthIn(written) !== WRONG) return mayBeTruth ? written : WRONG;
    return /^[-\d]/.test(written) ? String(Number(written)) : WRONG;
  }
}

function shareIn(written: string): number | typeof WRONG {
  const share = /^[-\d]/.test(written) ? Number(written) : Number.NaN;
  return share >= 0 && share <= 1 ? share : WRONG;
}

function truthIn(written: string): boolean | typeof WRONG {
  if (written === 'true') return true;
  return written === 'false' ? false : WRONG;
}

function lowerCase(name: Taken<string>): Taken<string> {
  return typeof name === 'string' ? name.toLowerCase() : name;
}
