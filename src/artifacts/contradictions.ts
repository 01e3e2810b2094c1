import type { Diagnostic, ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import type { SourceDocument } from './source-document.ts';

/**
 * Collects what an artifact says against itself. Every command that reads the artifact refuses it: of two
 * statements that cannot both be true, none can be relied on.
 */
export class Contradictions {
  readonly #document: SourceDocument;
  readonly #found: Diagnostic[] = [];

  constructor(document: SourceDocument) {
    this.#document = document;
  }

  add(path: ValuePath, message: string, help?: string): void {
    const { file } = this.#document;
    this.#found.push({ file, position: this.#document.locate(path), path, message, help });
  }

  /** @throws InputError when there are any */
  refuse(): void {
    if (this.#found.length > 0) throw new InputError(this.#found);
  }
}

/**
 * One value under several spellings, e.g. `commit_sha`, `commit` and `sha`: undefined when it has none, a
 * contradiction when two of them differ.
 * @param spellings paths and values, preferred first
 */
export function agreeing<T>(
  spellings: readonly (readonly [path: ValuePath, value: T | undefined])[],
  contradictions: Contradictions,
): T | undefined {
  const given = spellings.filter(([, value]) => value !== undefined);
  const [first, ...others] = given;
  for (const [path, value] of others) {
    if (value !== first?.[1]) {
      contradictions.add(path, `is ${String(value)}, but ${first?.[0].join('.')} is ${String(first?.[1])}`);
    }
  }
  return first?.[1];
}
