import { type Diagnostic, MOST_FINDINGS, type Position, type ValuePath, type Words } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import { isObject, valueAt } from '../values/own-property.ts';
import type { SourceDocument } from './source-document.ts';

/** What the compiler of an authored part returns: its value, or its faults with their places inside the part. */
type CompiledPart<T> =
  | { readonly kind: 'compiled'; readonly value: T }
  | { readonly kind: 'faulty'; readonly faults: readonly (Words & { readonly path: ValuePath })[] };

/** Collects the faults of an authored document that its schema does not find, each with its place in the file. */
export class FaultList {
  readonly #document: SourceDocument;
  readonly #faults: Diagnostic[] = [];

  constructor(document: SourceDocument) {
    this.#document = document;
  }

  /** The value as the file has it. A validated value lacks a key named `__proto__`, which schemas leave out. */
  valueAt(path: ValuePath): unknown {
    return valueAt(this.#document.value, path);
  }

  /** The members of the object at a path, in the order of the file; empty when there is no object. */
  entriesAt(path: ValuePath): [key: string, value: unknown][] {
    const value = this.valueAt(path);
    if (!isObject(value)) return [];
    const keys = this.#document.keys?.(path) ?? Object.keys(value);
    return keys.map((key) => [key, value[key]]);
  }

  fault(path: ValuePath, message: string, help?: string, at: 'key' | 'value' = 'value'): undefined {
    if (this.#faults.length > MOST_FINDINGS) return undefined;
    const { file } = this.#document;
    this.#faults.push({ file, position: this.locate(path, at), path, message, help });
    return undefined;
  }

  /** Returns the value of a part that compiled; undefined, after its faults are collected, otherwise. */
  compiled<T>(path: ValuePath, result: CompiledPart<T>): T | undefined {
    if (result.kind === 'compiled') return result.value;
    for (const { path: inner, message, help } of result.faults)
      this.fault([...path, ...inner], message, help);
    return undefined;
  }

  /** @throws InputError with all collected faults, if there are any */
  refuse(): void {
    if (this.#faults.length > 0) throw new InputError(this.#faults);
  }

  locate(path: ValuePath, at: 'key' | 'value' = 'value'): Position {
    return this.#document.locate(path, at);
  }

  line(path: ValuePath, at: 'key' | 'value' = 'value'): number {
    return this.locate(path, at).line;
  }
}
