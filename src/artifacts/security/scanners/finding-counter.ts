import type { Diagnostic, ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import type { Reading } from '../../../documents/reading.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { describe } from '../../../documents/validate.ts';
import { nearest } from '../../../text/nearest.ts';
import { ASSUMED, type AssumedKind } from '../assumed.ts';
import type { ScanSeverity, SecurityScan } from '../model.ts';
import { SeverityCounter } from '../severity.ts';

/**
 * The words of a scanner for severities, in lower case, and what each counts as: a severity, or a kind of finding
 * whose severity is assumed. The word `''` stands for a severity that is missing.
 */
export type SeverityWords = Readonly<Record<string, ScanSeverity | AssumedKind>>;

/** Counts what a scanner found, and collects the reasons why its file is not a complete scan. */
export class FindingCounter {
  readonly #document: SourceDocument;
  readonly #words: SeverityWords;
  readonly #severities = new SeverityCounter();
  readonly #assumed = new Map<AssumedKind, number>();
  readonly #problems: Contradictions;
  readonly #warnings: Diagnostic[] = [];

  constructor(document: SourceDocument, words: SeverityWords) {
    this.#document = document;
    this.#words = words;
    this.#problems = new Contradictions(document);
  }

  /** Counts a finding of a known severity. */
  add(severity: ScanSeverity, times = 1): void {
    this.#severities.add(severity, times);
  }

  /** Counts a finding that has no severity of its own. */
  assume(kind: AssumedKind, times = 1): void {
    this.#severities.add(ASSUMED[kind].severity, times);
    this.#assumed.set(kind, (this.#assumed.get(kind) ?? 0) + times);
  }

  /** Counts findings whose severity is this word, in any letter case. A word that the scanner does not have is a problem. */
  addWord(word: string | null | undefined, path: ValuePath, times = 1): void {
    const known = (word ?? '').toLowerCase();
    const meaning = Object.hasOwn(this.#words, known) ? this.#words[known] : undefined;
    if (meaning === undefined) {
      const words = Object.keys(this.#words).filter((each) => each !== '');
      const near = nearest(known, words);
      this.fail(
        path,
        `must be one of ${words.map((each) => `\`${each}\``).join(', ')}, found ${word === undefined ? 'nothing' : describe(word)}`,
        near && `did you mean \`${near}\`?`,
      );
      return;
    }
    if (Object.hasOwn(ASSUMED, meaning)) this.assume(meaning as AssumedKind, times);
    else this.add(meaning as ScanSeverity, times);
  }

  /** Says why the file is not a complete scan. */
  fail(path: ValuePath, message: string, help?: string): void {
    this.#problems.add(path, message, help);
  }

  /** Says what the user should know about a scan that counts all the same. */
  warn(path: ValuePath, message: string): void {
    this.#warnings.push({
      file: this.#document.file,
      position: this.#document.locate(path),
      path,
      message,
    });
  }

  /** Returns what was counted. @throws InputError when the file is not a complete scan */
  toReading(): Omit<Reading<SecurityScan>, 'format' | 'locate'> {
    this.#problems.refuse();
    const notes = [...this.#assumed].map(([kind, count]) => {
      const { severity, what } = ASSUMED[kind];
      return `${count} assumed to be ${severity}: ${what}`;
    });
    const value = this.#severities.toScan();
    return { value, warnings: this.#warnings, ...(notes.length > 0 && { notes }) };
  }
}
