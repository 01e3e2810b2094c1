import type { ArtifactKind } from '../artifacts/kinds.ts';
import type { Instant } from '../time/instant.ts';

/** What a fact can say; text is one of few words, or free. */
export type FactValue = number | boolean | string;

/** Every type of fact. */
export const FACT_TYPES = ['number', 'boolean', 'text'] as const;

/** The type of a fact; the catalog states it, and every value of the fact has it. */
export type FactType = (typeof FACT_TYPES)[number];

/** One thing that an artifact says, under a fixed name. `path` is the artifact's file as the user gave it. */
export interface Fact {
  readonly name: string;
  readonly value: FactValue;
  readonly artifact: ArtifactKind;
  readonly path: string;
}

/** What a fact may depend on beside its artifact. */
export interface FactContext {
  readonly now: Instant;
}

/** The type of a value. */
export function factTypeOf(value: FactValue): FactType {
  return typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean');
}

/** A fact as text: numbers as JSON writes them, booleans as `true` and `false`. */
export function renderFact(value: FactValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
