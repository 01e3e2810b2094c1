import { SaxesParser } from 'saxes';
import { MAX_DEPTH, positionAt } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { append } from '../../values/append.ts';
import { toRunReport } from './counts.ts';
import { cleanText, REPLACEMENT } from './junit-xml.ts';
import type { RunReport, TestRecord, TestStatus } from './model.ts';
import { endAfter, type RunEvent } from './run-end.ts';

interface Shown {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
}

/** An element that is open. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** What the report had counted when it opened. */
  readonly before: Shown;
}

/** The form of an XML report of another tool: what to do with each element. */
export interface XmlForm {
  open?(element: XmlElement, report: XmlReport): void;
  close?(element: XmlElement, report: XmlReport): void;
}

/** Returns the name of the root element of an XML text; undefined when it has none. */
export function rootOf(text: string): string | undefined {
  const prolog = /(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>)/y;
  let start = 0;
  for (let match = prolog.exec(text); match; match = prolog.exec(text)) start = prolog.lastIndex;
  return /^<([A-Za-z_][\w.-]*)/.exec(text.slice(start, start + 200))?.[1];
}

/** Reads an XML report element by element. @throws InputError when it is not XML, or shows no test that ran */
export function readXmlReport(text: string, file: string, form: XmlForm): RunReport {
  return new XmlReport(cleanText(text), file).read(form);
}

/** A report that is being read: its tests so far. */
export class XmlReport {
  readonly #text: string;
  readonly #file: string;
  readonly #parser = new SaxesParser();
  readonly #open: XmlElement[] = [];
  readonly tests: TestRecord[] = [];
  readonly events: RunEvent[] = [];
  readonly #seen = new Map<string, number>();
  #passed = 0;
  #failed = 0;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  read(form: XmlForm): RunReport {
    const parser = this.#parser;
    parser.on('error', (error) => this.refuse(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
    parser.on('doctype', (doctype) => {
      if (doctype.includes('[')) this.refuse('declares entities of its own', 'remove the DOCTYPE');
    });
    parser.on('opentag', ({ name, attributes }) => {
      if (name.includes(REPLACEMENT)) this.refuse('a name with a character that XML forbids');
      this.#seen.set(name, (this.#seen.get(name) ?? 0) + 1);
      const element = { name, attributes, before: this.#shown };
      this.#open.push(element);
      if (this.#open.length > MAX_DEPTH) this.refuse(`nested deeper than ${MAX_DEPTH} levels`);
      form.open?.(element, this);
    });
    parser.on('closetag', () => form.close?.(this.#open.pop() as XmlElement, this));
    parser.write(this.#text).close();
    return toRunReport(this.tests, this.#file, this.events);
  }

  add(name: string, status: TestStatus, seconds?: number): void {
    if (status === 'fail') this.#failed++;
    if (status === 'pass') this.#passed++;
    this.tests.push({
      name,
      status,
      duration_ms: Number.isFinite(seconds) ? (seconds as number) * 1000 : undefined,
    });
  }

  /** Notes when something happened. */
  at(time: string | undefined): void {
    append(this.events, endAfter(time, 0));
  }

  get #shown(): Shown {
    return { total: this.tests.length, passed: this.#passed, failed: this.#failed };
  }

  /** The tests that were added since an element opened. */
  since({ before }: XmlElement): Shown {
    const { total, passed, failed } = this.#shown;
    return { total: total - before.total, passed: passed - before.passed, failed: failed - before.failed };
  }

  /** The number of elements of these names so far. */
  count(names: readonly string[]): number {
    return names.reduce((sum, name) => sum + (this.#seen.get(name) ?? 0), 0);
  }

  /** Returns the status of a word, by a table. An unknown word cannot be counted. @throws InputError */
  statusOf(word: string, table: Readonly<Record<string, TestStatus>>): TestStatus {
    return Object.hasOwn(table, word)
      ? (table[word] as TestStatus)
      : this.refuse(`\`${word}\` is not a known result`);
  }

  /**
   * Refuses an element that states another count than it shows. A total may be lower: some tools leave skipped tests out.
   * @throws InputError
   */
  compare(element: XmlElement, counters: Readonly<Record<string, 'total' | 'passed' | 'failed'>>): void {
    const shown = this.since(element);
    for (const [attribute, name] of Object.entries(counters)) {
      const written = element.attributes[attribute];
      if (written === undefined) continue;
      const stated = Number(written);
      if (!/^\d+$/.test(written))
        this.refuse(`the attribute ${attribute} must be a whole number, found \`${written}\``);
      if (
        name === 'total'
          ? stated > shown.total
          : name === 'failed'
            ? stated > shown.failed
            : stated !== shown.passed
      ) {
        this.refuse(`${element.name} states ${attribute} ${stated}, but shows ${shown[name]}`);
      }
    }
  }

  refuse(message: string, help?: string): never {
    const position = positionAt(this.#text, this.#parser.position);
    throw new InputError({ file: this.#file, position, message, help });
  }
}
