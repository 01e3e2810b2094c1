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

/**
 * The operation that an effect performs at its path.
 *
 * Spec (scenario worlds): "Transitions".
 */
export type Operation =
  | { readonly kind: 'set'; readonly value: ValueSource; readonly optional: boolean }
  | { readonly kind: 'inc' | 'dec'; readonly amount: ValueSource }
  | { readonly kind: 'append'; readonly value: ValueSource }
  | { readonly kind: 'remove' };

/** What a transition does to one place of the world. */
export interface Effect {
  readonly path: TemplatePath;
  readonly text: string;
  readonly operation: Operation;
  /** The value as written. */
  readonly written: unknown;
}

/** The calls that a transition or a forbidden rule applies to, and its conditions. */
export interface CallRule extends CallConditions {
  readonly tool: ToolPattern;
  readonly when: readonly WorldCondition[];
  /** The line of the suite on which the rule begins, from 1. */
  readonly line: number;
}

/** A legal call and what it does to the world. */
export interface Transition extends CallRule {
  readonly effects: readonly Effect[];
  /** Whether the effects happen even when the server refused the call. */
  readonly appliesOnError: boolean;
}

/**
 * The transitions for a tool, on any server: those that name it, else those whose glob matches it. A glob must not make
 * a call legal that the transition for the exact name rejects.
 */
export function transitionsOf(name: string, transitions: readonly Transition[]): readonly Transition[] {
  const literal = transitions.filter(({ tool }) => tool.literal === name);
  return literal.length > 0 ? literal : transitions.filter(({ tool }) => tool.matches(name));
}

/** A call that must never be made. */
export interface ForbiddenRule extends CallRule {
  readonly reason: string;
  /** Whether only calls that succeeded are violations, not attempts that the server refused. */
  readonly onlySucceeded: boolean;
}

/** Tools that hand over to a human. */
export interface EscalationTool {
  readonly tool: ToolPattern;
  /** Its index in the list of the suite, where each text appears once. */
  readonly place: number;
}

/** A call of a golden path. */
export interface GoldenStep extends CallConditions {
  readonly tool: string;
  readonly optional: boolean;
  /** Whether the call has to fail, or to succeed; undefined when either will do. */
  readonly isError?: boolean;
  /** Where the step is in `golden`: `['calls', 2, 'any_order', 0]`. */
  readonly place: ValuePath;
}

/** What becomes of calls whose answer the recording lacks: see `unanswered_calls` of a suite. */
export type UnansweredPolicy = 'fail' | 'succeed' | 'error';

/** The value that the world must have at a path in the end. */
export interface StateExpectation {
  readonly path: Path;
  readonly text: string;
  readonly guard: Guard;
  /** As written, for the report. */
  readonly expected: unknown;
}

/** An assertion on the envelope of a run. */
export interface Assertion {
  readonly target: Path;
  readonly text: string;
  readonly matcher: Matcher;
  /** As written, for the report. */
  readonly written: unknown;
  readonly message?: string;
}

/**
 * A declared world, and what a recorded run must and must not do in it.
 *
 * Spec (scenario worlds): "The model".
 */
export interface Scenario {
  readonly name: string;
  readonly line: number;
  /** The line of a part of the scenario (`['expect', 2]`), from 1. Each call searches the whole text. */
  readonly lineOf: (path: ValuePath) => number;
  /** The references to recordings, as written. Each run in them is a trial. */
  readonly cassettes: readonly string[];
  readonly seed: Readonly<Record<string, unknown>>;
  readonly transitions: readonly Transition[];
  readonly forbidden: readonly ForbiddenRule[];
  readonly refusalMarkers: readonly string[];
  readonly escalation: { readonly tools: readonly EscalationTool[]; readonly markers: readonly string[] };
  /** `calls` first, then the alternates. */
  readonly golden?: readonly GoldenPath<GoldenStep>[];
  /** Whether failed calls that the agent repeated with success cost nothing when a golden path leaves them out. */
  readonly goldenRetries: 'free' | 'count';
  readonly expectState: readonly StateExpectation[];
  /** The places that must not change unless `expect_state` names them: everywhere (`true`), or at and below paths. */
  readonly expectUnchanged?: true | readonly Path[];
  readonly expect: readonly Assertion[];
  readonly hasRubric: boolean;
  /** Whether the scenario may pass despite invalid actions. */
  readonly allowsInvalid: boolean;
  readonly unansweredCalls: UnansweredPolicy;
}

/** US dollars per million tokens. */
export interface Rate {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
}

/** A suite that was read. */
export interface Suite {
  /** The file as the user gave it. */
  readonly path: string;
  readonly rates: ReadonlyMap<string, Rate>;
  readonly scenarios: readonly Scenario[];
}
