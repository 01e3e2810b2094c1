import { type Outcome, statusOfWord } from './junit-words.ts';
import type { TestRecord, TestStatus } from './model.ts';

/** The attributes of an element, by name in lower case. */
export type Attributes = Readonly<Record<string, string>>;

const SEVERITY: Readonly<Record<TestStatus, number>> = { pass: 0, skip: 1, inconclusive: 2, fail: 3 };

/** A testcase. It passed unless an element or attribute says otherwise. Its most severe result counts. */
export class JunitCase {
  readonly #attributes: Attributes;
  #status: TestStatus = 'pass';
  #message: string | undefined;
  /** The attributes `status` and `result` whose word is not known. */
  readonly unknownWords: readonly (readonly [attribute: string, written: string])[];
  failures = 0;
  skips = 0;
  /** The attempts before the last one that the testcase shows. */
  attempts = 0;

  constructor(attributes: Attributes) {
    this.#attributes = attributes;
    const unknown: [string, string][] = [];
    for (const attribute of ['status', 'result']) {
      const written = attributes[attribute];
      if (written === undefined) continue;
      const status = statusOfWord(written);
      if (status) this.add({ status, isCounted: false });
      else unknown.push([attribute, written]);
    }
    this.unknownWords = unknown;
  }

  add({ status, isCounted, isAttempt }: Outcome, message?: string): void {
    if (isCounted) this.failures++;
    if (isAttempt) this.attempts++;
    if (status === 'skip') this.skips++;
    if (SEVERITY[status] <= SEVERITY[this.#status]) return;
    this.#status = status;
    this.#message = message;
  }

  get isFailed(): boolean {
    return this.#status === 'fail';
  }

  get className(): string | undefined {
    return this.#attributes.classname;
  }

  toRecord(): TestRecord {
    const { name = '', classname, file, line, time } = this.#attributes;
    const seconds = Number(time);
    const lineNumber = Number(line);
    return {
      name: classname ? `${classname} › ${name}` : name,
      status: this.#status,
      file,
      line: Number.isSafeInteger(lineNumber) ? lineNumber : undefined,
      duration_ms: Number.isFinite(seconds) ? seconds * 1000 : undefined,
      message: this.#message,
      flaky: this.#status === 'pass' && this.attempts > 0 ? true : undefined,
    };
  }
}
