import type { ArtifactKind } from '../artifacts/kinds.ts';
import type { Instant } from '../time/instant.ts';

/** The value of a fact. Text is one of a few words, or free text. */
export type FactValue = number | boolean | string;

/** Every type of fact. */
export const FACT_TYPES = ['number', 'boolean', 'text'] as const;

/** The type of a fact. The catalog states it, and every value of the fact has it. */
export type FactType = (typeof FACT_TYPES)[number];

/** A value that an artifact states, under a fixed name. `path` is the file of the artifact as the user gave it. */
export interface Fact {
  readonly name: string;
  readonly value: FactValue;
  readonly artifact: ArtifactKind;
  readonly path: string;
}

/** What a fact may depend on in addition to its artifact. */
export interface FactContext {
  readonly now: Instant;
}

/** Returns the type of a value. */
export function factTypeOf(value: FactValue): FactType {
  return typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean');
}

/** Writes a fact as text: numbers as JSON writes them, booleans as `true` and `false`. */
export function renderFact(value: FactValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
