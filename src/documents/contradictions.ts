import { type Diagnostic, formatPath, MOST_FINDINGS, type ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import type { SourceDocument } from './source-document.ts';

/**
 * Collects the contradictions within an artifact. Every command that reads the artifact refuses it then: if two
 * statements cannot both be true, neither can be relied on.
 */
export class Contradictions {
  readonly #document: SourceDocument;
  readonly #found: Diagnostic[] = [];

  constructor(document: SourceDocument) {
    this.#document = document;
  }

  add(path: ValuePath, message: string, help?: string): void {
    if (this.#found.length > MOST_FINDINGS) return;
    const { file } = this.#document;
    this.#found.push({ file, position: this.#document.locate(path), path, message, help });
  }

  /**
   * Locates a contradiction that may turn out to be none, while its document is at hand.
   * @returns a function that adds it
   */
  later(path: ValuePath, message: string, help?: string): () => void {
    const { file } = this.#document;
    const found = { file, position: this.#document.locate(path), path, message, help };
    return () => {
      if (this.#found.length <= MOST_FINDINGS) this.#found.push(found);
    };
  }

  /** @throws InputError when there are any */
  refuse(): void {
    if (this.#found.length > 0) throw new InputError(this.#found);
  }
}

/**
 * Returns a value that may have several spellings, e.g. `commit_sha`, `commit` and `sha`. Undefined if none is given.
 * Two different values are a contradiction.
 * @param spellings paths and values, preferred first
 * @param show formats a value for the message
 */
export function agreeing<T>(
  spellings: readonly (readonly [path: ValuePath, value: T | undefined])[],
  contradictions: Contradictions,
  show: (value: T) => string = String,
): T | undefined {
  const given = spellings.filter((spelling): spelling is [ValuePath, T] => spelling[1] !== undefined);
  const [first, ...others] = given;
  if (!first) return undefined;
  for (const [path, value] of others) {
    if (value !== first[1]) {
      contradictions.add(path, `is ${show(value)}, but ${formatPath(first[0])} is ${show(first[1])}`);
    }
  }
  return first[1];
}

/**
 * Compares a count that a file states, under several spellings, with the count of its records. Returns the count of
 * the records, else the stated one, else undefined. A stated count that differs from the records, or from another
 * stated count, is a contradiction.
 * @param shown the count of the records, if there are any
 * @param records what was counted, in the plural: `its tests`
 */
export function confirmed(
  spellings: readonly (readonly [path: ValuePath, count: number | undefined])[],
  shown: number | undefined,
  records: string,
  contradictions: Contradictions,
): number | undefined {
  if (shown === undefined) return agreeing(spellings, contradictions);
  for (const [path, stated] of spellings) {
    if (stated !== undefined && stated !== shown) {
      contradictions.add(path, `is ${stated}, but ${records} show ${shown}`);
    }
  }
  return shown;
}
