import { SaxesParser } from 'saxes';
import { type Diagnostic, MOST_FINDINGS } from '../../diagnostic.ts';
import type { Reading } from '../../documents/reading.ts';
import { MAX_DEPTH, positionAt } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { append } from '../../values/append.ts';
import { countTests, refuseNothingRan } from './counts.ts';
import { Beyond } from './junit-beyond.ts';
import { type Attributes, JunitCase } from './junit-case.ts';
import { Retries } from './junit-retries.ts';
import { JunitSuite } from './junit-suite.ts';
import { outcomeOf } from './junit-words.ts';
import { WriterSearch } from './junit-writers.ts';
import { cleanText, inLowerCase, REPLACEMENT } from './junit-xml.ts';
import type { RunReport, TestRecord } from './model.ts';
import { endAfter, endOf, type RunEvent } from './run-end.ts';

/** Characters per write. The parser buffers each piece: small pieces save memory, large ones are fast. */
const PIECE = 65_536;

/** The closing comment of a report from Node's runner: the only place that shows a failing test with subtests. */
const CLOSING_COUNT = /^ (?:fail|cancelled) (\d+) $/;

/** A run report, and what to know about how it was read. */
type JunitReading = Pick<Reading<RunReport>, 'value' | 'warnings' | 'notes'>;

/**
 * Reads JUnit XML. Suites may be nested. Each testcase counts once, by its most severe result. A failure outside of any
 * testcase counts as a failed test. Failures that a suite states beyond those that it shows count as failed, with a
 * warning. The reader never looks outside the file, and knows only the five entities of XML.
 * @throws InputError when the text is not JUnit XML, contradicts itself, lost tests, or shows no test that ran
 */
export function readJunit(text: string, file: string): JunitReading {
  return new JunitReader(cleanText(text), file).read();
}

class JunitReader {
  readonly #text: string;
  readonly #file: string;
  readonly #parser = new SaxesParser();
  readonly #tests: TestRecord[] = [];
  readonly #events: RunEvent[] = [];
  readonly #contradictions: Diagnostic[] = [];
  readonly #writers = new WriterSearch();
  readonly #retries = new Retries();
  readonly #beyond = new Beyond();
  #root: Attributes | undefined;
  #depth = 0;
  /** The suites that are open, outermost first. */
  readonly #suites: JunitSuite[] = [];
  #case: JunitCase | undefined;
  #caseDepth = 0;
  #caseOffset = 0;
  #closingCount = 0;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  read(): JunitReading {
    const parser = this.#parser;
    parser.on('error', (error) => {
      // the message starts with the position
      throw this.#fault(error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''), this.#offset);
    });
    parser.on('xmldecl', ({ encoding }) => this.#checkEncoding(encoding));
    parser.on('doctype', (doctype) => {
      if (!doctype.includes('[')) return;
      throw this.#fault('declares entities of its own', this.#offset, 'remove the DOCTYPE');
    });
    parser.on('opentag', ({ name, attributes }) => {
      const { values, conflict } = inLowerCase(attributes);
      if (conflict) throw this.#fault(`the attribute ${conflict} occurs twice`, this.#tagOffset);
      this.#open(this.#localName(name), values);
    });
    parser.on('closetag', ({ name }) => {
      this.#close(this.#localName(name));
    });
    parser.on('comment', (comment) => {
      const match = this.#depth === 1 ? CLOSING_COUNT.exec(comment) : null;
      if (match) this.#closingCount += Number(match[1]);
    });

    for (let start = 0; start < this.#text.length; start += PIECE) {
      parser.write(this.#text.slice(start, start + PIECE));
    }
    parser.close();
    this.#checkClosingCount();
    if (this.#contradictions.length > 0) {
      throw new InputError(this.#contradictions);
    }
    return this.#toReport();
  }

  #toReport(): JunitReading {
    const writer = this.#writers.writer(this.#root);
    const { tests, flaky } = this.#retries.collapse(this.#tests, writer?.retries);
    const counts = this.#beyond.addTo(countTests(tests), writer);
    refuseNothingRan(counts, this.#file);
    const value = { ...endOf(this.#events), counts, tests };
    const hidden = this.#beyond.hidden(writer);
    const found = this.#beyond.warnings(writer, flaky);
    return {
      value,
      ...(hidden && { notes: [hidden.message] }),
      warnings: found.map(({ offset, ...words }) => ({ ...words, ...this.#place(offset) })),
    };
  }

  get #offset(): number {
    return this.#parser.position;
  }

  /** The offset at which the tag that was just read starts; a tag contains no other `<`. */
  get #tagOffset(): number {
    return Math.max(this.#text.lastIndexOf('<', this.#offset - 1), 0);
  }

  #open(name: string, attributes: Attributes): void {
    this.#depth++;
    if (this.#depth > MAX_DEPTH) throw this.#fault(`nested deeper than ${MAX_DEPTH} levels`, this.#tagOffset);
    const isSuite = name === 'testsuites' || name === 'testsuite';
    if (this.#depth === 1 && !isSuite) throw this.#otherRoot(name);
    if (this.#depth === 1 && name === 'testsuites') this.#root = attributes;
    if (name === 'property' && !this.#case) this.#suites.at(-1)?.addProperty(attributes);
    if (isSuite || name === 'testcase') {
      if (this.#case) throw this.#fault(`a ${name} inside a testcase`, this.#tagOffset);
      append(this.#events, endAfter(attributes.timestamp, Number(attributes.time) * 1000));
      if (isSuite) this.#suites.push(this.#suiteOf(attributes));
      else this.#openCase(attributes);
    } else this.#addOutcome(name, attributes);
  }

  #suiteOf(attributes: Attributes): JunitSuite {
    const offset = this.#tagOffset;
    return new JunitSuite(attributes, offset, (attribute, written) => {
      const message = `the attribute ${attribute} must be a whole number, 0 or more, found \`${written}\``;
      throw this.#fault(message, offset);
    });
  }

  #openCase(attributes: Attributes): void {
    this.#caseDepth = this.#depth;
    this.#case = new JunitCase(attributes);
    this.#caseOffset = this.#tagOffset;
  }

  #addOutcome(name: string, attributes: Attributes): void {
    const outcome = outcomeOf(name);
    if (!outcome) return;
    if (this.#case) {
      this.#case.add(outcome, attributes.message);
      return;
    }
    // a failure outside of any testcase, for example in the set-up of a suite, counts too
    const suite = this.#suites.at(-1);
    if (outcome.status !== 'fail' || !suite) return;
    suite.addFailure();
    this.#tests.push({ name: suite.name, status: 'fail', message: attributes.message });
  }

  #close(name: string): void {
    if (this.#case && this.#depth === this.#caseDepth) this.#closeCase(this.#case);
    else if (name === 'testsuites' || name === 'testsuite') this.#closeSuite(name);
    this.#depth--;
  }

  #closeCase(testcase: JunitCase): void {
    const [unknown] = testcase.unknownWords;
    // beside a failure it does not matter what the word means
    if (unknown && !testcase.isFailed) {
      throw this.#fault(
        `\`${unknown[1]}\` is not a known ${unknown[0]} of a testcase`,
        this.#caseOffset,
        'use a known one, such as passed, failed, error, skipped, disabled or notrun',
      );
    }
    const suite = this.#suites.at(-1);
    suite?.addCase(testcase);
    this.#retries.see(suite?.offset ?? 0, this.#tests.length);
    this.#tests.push(testcase.toRecord());
    this.#case = undefined;
  }

  #closeSuite(name: string): void {
    const suite = this.#suites.pop() as JunitSuite;
    this.#beyond.see(suite.close());
    if (name === 'testsuite') this.#writers.see(suite);
    const failed = suite.failedWithoutFailure;
    if (failed) this.#contradict(`${failed}, but shows no failure`, suite.offset);
    const parent = this.#suites.at(-1);
    if (parent) parent.addSuite(suite);
    else if (suite.lost.tests > 0) {
      this.#contradict(
        `states ${suite.lost.tests} tests, but shows none`,
        suite.lost.offset,
        'check whether the file was cut off or badly merged',
      );
    }
  }

  #checkEncoding(encoding: string | undefined): void {
    if (encoding === undefined || /^(utf-?8|us-ascii|ascii)$/i.test(encoding)) return;
    // the file was read as UTF-8: in another encoding only ASCII text is sure to mean the same
    const other = /[^\x00-\x7f]/.exec(this.#text);
    if (!other) return;
    throw this.#fault(`declares the encoding \`${encoding}\``, other.index, 'save the file as UTF-8');
  }

  #checkClosingCount(): void {
    if (this.#closingCount === 0 || this.#tests.some(({ status }) => status === 'fail')) return;
    this.#contradict(
      `the comment at the end counts ${this.#closingCount} failed, but no testcase shows a failure`,
      this.#text.length,
      'use the TAP reporter of the same runner to see which test failed',
    );
  }

  #contradict(message: string, offset: number, help?: string): void {
    if (this.#contradictions.length > MOST_FINDINGS) return;
    this.#contradictions.push({ ...this.#place(offset), message, help });
  }

  #otherRoot(name: string): InputError {
    return this.#fault(
      `is not a run report: found XML with the root element \`${name}\``,
      this.#tagOffset,
      'expected JUnit XML, with the root element testsuites or testsuite',
    );
  }

  // an element that looks like a failure counts as one, whatever its case and namespace prefix
  #localName(name: string): string {
    if (name.includes(REPLACEMENT))
      throw this.#fault('a name with a character that XML forbids', this.#tagOffset);
    return name.slice(name.indexOf(':') + 1).toLowerCase();
  }

  #fault(message: string, offset: number, help?: string): InputError {
    return new InputError({ ...this.#place(offset), message, help });
  }

  #place(offset: number): Pick<Diagnostic, 'file' | 'position'> {
    return { file: this.#file, position: positionAt(this.#text, offset) };
  }
}
