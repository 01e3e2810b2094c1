import type { Guard } from '../../../assertions/guards.ts';
import type { Matcher } from '../../../assertions/judgement.ts';
import type { Path, TemplatePath } from '../../../assertions/path.ts';
import type { ToolPattern } from '../../../assertions/tool-pattern.ts';
import type { ValueSource } from '../../../assertions/value-source.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import type { CallConditions } from './call-conditions.ts';
import type { GoldenPath } from './golden-path.ts';

/** A guard on a place in the world. */
export interface WorldCondition {
  readonly path: TemplatePath;
  /** As written. */
  readonly text: string;
  readonly guard: Guard;
}

/** What an effect does at its path. Source: the table of effects of the scenario harness. */
export type Operation =
  | { readonly kind: 'set'; readonly value: ValueSource; readonly optional: boolean }
  | { readonly kind: 'inc' | 'dec'; readonly amount: ValueSource }
  | { readonly kind: 'append'; readonly value: ValueSource }
  | { readonly kind: 'remove' };

export interface Effect {
  readonly path: TemplatePath;
  readonly text: string;
  readonly operation: Operation;
  /** The value as written. */
  readonly written: unknown;
}

/** Which calls a transition or a forbidden rule speaks of, and under which conditions. */
export interface Rule extends CallConditions {
  readonly tool: ToolPattern;
  readonly when: readonly WorldCondition[];
  /** Where it begins in the suite, from 1. */
  readonly line: number;
}

/** A legal call and what it does to the world. */
export interface Transition extends Rule {
  readonly effects: readonly Effect[];
  /** Whether the effects happen although the server refused the call. */
  readonly appliesOnError: boolean;
}

/**
 * The transitions that are for a tool, whatever the server: those that name it, else those whose glob matches. A
 * glob must not make legal what a transition of the very name refuses.
 */
export function transitionsOf(name: string, transitions: readonly Transition[]): readonly Transition[] {
  const literal = transitions.filter(({ tool }) => tool.literal === name);
  return literal.length > 0 ? literal : transitions.filter(({ tool }) => tool.matches(name));
}

/** A call that must never be made. */
export interface ForbiddenRule extends Rule {
  readonly reason: string;
  /** Whether an attempt that the server refused is no violation. */
  readonly onlySucceeded: boolean;
}

export interface GoldenStep extends CallConditions {
  readonly tool: string;
  readonly optional: boolean;
}

/** What the world must hold at a path at the end. */
export interface StateExpectation {
  readonly path: Path;
  readonly text: string;
  readonly guard: Guard;
  /** As written, for the report. */
  readonly expected: unknown;
}

export interface Assertion {
  readonly target: Path;
  readonly text: string;
  readonly matcher: Matcher;
  /** As written, for the report. */
  readonly written: unknown;
  readonly message?: string;
}

/** A declared world and what a recorded run must and must not do in it. Source: "The model". */
export interface Scenario {
  readonly name: string;
  readonly line: number;
  /** The line of a part of the scenario, from 1: `['expect', 2]`. It is looked up each time, in the whole text. */
  readonly lineOf: (path: ValuePath) => number;
  /** The recordings, as written; each run in them is a trial. */
  readonly cassettes: readonly string[];
  readonly seed: Readonly<Record<string, unknown>>;
  readonly transitions: readonly Transition[];
  readonly forbidden: readonly ForbiddenRule[];
  readonly refusalMarkers: readonly string[];
  /** The tools with the place of each in the list. */
  readonly escalation: { readonly tools: ReadonlyMap<string, number>; readonly markers: readonly string[] };
  /** `calls` first, then the alternates. */
  readonly golden?: readonly GoldenPath<GoldenStep>[];
  readonly expectState: readonly StateExpectation[];
  /** Where nothing may change that `expect_state` does not name: everywhere (`true`), or at and below paths. */
  readonly expectUnchanged?: true | readonly Path[];
  readonly expect: readonly Assertion[];
  readonly hasRubric: boolean;
  /** Whether invalid actions alone do not fail the scenario. */
  readonly allowsInvalid: boolean;
}

/** US dollars per million tokens. */
export interface Rate {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
}

export interface Suite {
  /** The file as the user gave it. */
  readonly path: string;
  readonly rates: ReadonlyMap<string, Rate>;
  readonly scenarios: readonly Scenario[];
}
