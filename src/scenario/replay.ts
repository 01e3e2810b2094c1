import type { Cassette, ToolCall } from '../artifacts/cassette/model.ts';
import { getAt } from '../assertions/access.ts';
import { foldCase } from '../assertions/fold-case.ts';
import { explain, holds } from '../assertions/guards.ts';
import { isUnfilled, resolveTemplate } from '../assertions/template.ts';
import { nearest } from '../nearest.ts';
import type { Condition, ForbiddenRule, Rule, Scenario, Transition } from './scenario.ts';
import { World } from './world.ts';

/** What became of one recorded call in the world. */
export type CallEvent =
  | { readonly kind: 'applied'; readonly transition: Transition }
  /** Legal, but the server refused it: the world stays as it was. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'invalid' | 'forbidden'; readonly reason: string };

/** A call that was not legal. Indexes start at 0; `index` counts the calls of the whole run. */
export interface Violation {
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
  readonly kind: 'invalid' | 'forbidden';
  readonly reason: string;
}

/** What a recording did to the world. Source: "The report envelope". */
export interface Replay {
  readonly state: Readonly<Record<string, unknown>>;
  readonly turns: number;
  readonly actions: number;
  readonly invalidActions: number;
  readonly forbiddenTransitions: number;
  readonly recoveryAttempts: number;
  readonly escalations: number;
  readonly refusals: number;
  readonly toolNames: readonly string[];
  readonly violations: readonly Violation[];
}

/** Told of every call after it happened. */
export type Observer = (event: CallEvent, call: ToolCall, turn: number, index: number, world: World) => void;

/** Folds a recording over the world of a scenario. Pure: the same scenario and recording give the same replay. */
export function replay(scenario: Scenario, cassette: Cassette, observe?: Observer): Replay {
  const world = new World(scenario.seed);
  const referee = new Referee(scenario, world);
  const isRefusal = markerTest(scenario.refusalMarkers);
  const isEscalation = markerTest(scenario.escalation.markers);
  const toolNames: string[] = [];
  const violations: Violation[] = [];
  let [turns, recoveryAttempts, escalations, refusals] = [0, 0, 0, 0];
  let lastFailed = false;

  cassette.turns.forEach(({ tool_calls, final_response }, turn) => {
    for (const call of tool_calls) {
      const index = toolNames.length;
      const event = referee.judge(call);
      if (event.kind === 'invalid' || event.kind === 'forbidden') {
        violations.push({ turn, index, tool: call.name, kind: event.kind, reason: event.reason });
      }
      if (lastFailed) recoveryAttempts++;
      lastFailed = call.is_error;
      if (scenario.escalation.tools.has(call.name)) escalations++;
      toolNames.push(call.name);
      observe?.(event, call, turn, index, world);
    }
    if (final_response === undefined) return;
    turns++;
    if (isRefusal(final_response)) refusals++;
    if (isEscalation(final_response)) escalations++;
  });

  const forbiddenTransitions = violations.filter(({ kind }) => kind === 'forbidden').length;
  return {
    state: world.state,
    turns,
    actions: toolNames.length,
    invalidActions: violations.length - forbiddenTransitions,
    forbiddenTransitions,
    recoveryAttempts,
    escalations,
    refusals,
    toolNames,
    violations,
  };
}

function markerTest(markers: readonly string[]): (response: string) => boolean {
  const folded = markers.map(foldCase);
  return (response) => {
    if (folded.length === 0) return false;
    const text = foldCase(response);
    return folded.some((marker) => text.includes(marker));
  };
}

/** How many transitions that do not fit are told of one call: a recording may hold a million such calls. */
const MOST_REASONS = 20;

/** What a scenario says of one tool. */
interface ToolRules {
  readonly forbidden: readonly ForbiddenRule[];
  readonly transitions: readonly Transition[];
  /** What is told of a call that a transition applies to, made once for each. */
  readonly applied: readonly CallEvent[];
}

const REFUSED: CallEvent = { kind: 'refused' };

/** Decides about each call: forbidden first, then the transitions in file order. */
class Referee {
  readonly #scenario: Scenario;
  readonly #world: World;
  /** Patterns are matched once for each name, not for each call. */
  readonly #rules = new Map<string, ToolRules>();
  /** So are names that are near to one that nobody declared. */
  readonly #undeclared = new Map<string, string>();

  constructor(scenario: Scenario, world: World) {
    this.#scenario = scenario;
    this.#world = world;
  }

  judge(call: ToolCall): CallEvent {
    const { forbidden, transitions, applied } = this.#rulesOf(call.name);
    for (const rule of forbidden) {
      const counts = !(rule.onlySucceeded && call.is_error);
      if (counts && this.#speaksOf(rule, call)) return { kind: 'forbidden', reason: rule.reason };
    }
    for (let index = 0; index < transitions.length; index++) {
      const transition = transitions[index] as Transition;
      if (!this.#speaksOf(transition, call)) continue;
      if (call.is_error && !transition.appliesOnError) return REFUSED;
      const fault = this.#world.apply(transition.effects, call.args);
      return fault === undefined ? (applied[index] as CallEvent) : { kind: 'invalid', reason: fault };
    }
    return { kind: 'invalid', reason: this.#whyInvalid(call, transitions) };
  }

  #rulesOf(name: string): ToolRules {
    const known = this.#rules.get(name);
    if (known) return known;
    const { forbidden, transitions } = this.#scenario;
    const literal = transitions.filter(({ tool }) => tool.literal === name);
    // a glob must not make legal what a transition of the very name refuses
    const declared = literal.length > 0 ? literal : transitions.filter(({ tool }) => tool.matches(name));
    const rules: ToolRules = {
      forbidden: forbidden.filter(({ tool }) => tool.matches(name)),
      transitions: declared,
      applied: declared.map((transition) => ({ kind: 'applied', transition })),
    };
    this.#rules.set(name, rules);
    return rules;
  }

  #speaksOf({ server, args, when }: Rule, call: ToolCall): boolean {
    if (server !== undefined && server !== call.server) return false;
    for (const condition of args) if (!argumentHolds(condition, call)) return false;
    for (const condition of when) if (!this.#world.holds(condition, call.args)) return false;
    return true;
  }

  #whyInvalid(call: ToolCall, transitions: readonly Transition[]): string {
    if (transitions.length === 0) return this.#whyUndeclared(call.name);
    const reasons = transitions.slice(0, MOST_REASONS).map((transition) => this.#whyNot(transition, call));
    if (transitions.length === 1) return reasons[0] as string;
    const told = reasons.map((reason, index) => `(${index + 1}) ${reason}`).join('; ');
    const more = transitions.length - reasons.length;
    return `none of ${transitions.length} transitions fits: ${told}${more > 0 ? `; and ${more} more` : ''}`;
  }

  #whyUndeclared(name: string): string {
    const known = this.#undeclared.get(name);
    if (known !== undefined) return known;
    const reason = notDeclared(name, this.#scenario);
    this.#undeclared.set(name, reason);
    return reason;
  }

  #whyNot({ server, args, when }: Rule, call: ToolCall): string {
    if (server !== undefined && server !== call.server) {
      return `declared for the server \`${server}\`, called on ${call.server === undefined ? 'none' : `\`${call.server}\``}`;
    }
    const failed = [
      ...args
        .filter((condition) => !argumentHolds(condition, call))
        .map((condition) => explainArgument(condition, call)),
      ...when
        .filter((condition) => !this.#world.holds(condition, call.args))
        .map((condition) => `the world's ${this.#world.explain(condition, call.args)}`),
    ];
    return failed.join(', and ');
  }
}

/** The arguments of a call are plain: conditions on them hold no templates. */
function argumentHolds({ path, guard }: Condition, { args }: ToolCall): boolean {
  const resolved = resolveTemplate(path, args);
  return !isUnfilled(resolved) && holds(guard, getAt(args, resolved), args);
}

function explainArgument({ path, text, guard }: Condition, { args }: ToolCall): string {
  const resolved = resolveTemplate(path, args);
  return `the argument \`${text}\`: ${isUnfilled(resolved) ? 'missing' : explain(guard, getAt(args, resolved), args)}`;
}

function notDeclared(name: string, { transitions }: Scenario): string {
  const names = [...new Set(transitions.map(({ tool }) => tool.text))];
  const near = nearest(name, names);
  if (near) return `not declared; the nearest declared tool is \`${near}\``;
  if (names.length === 0) return 'not declared; the scenario declares no tools';
  return `not declared; declared are ${names
    .slice(0, 10)
    .map((each) => `\`${each}\``)
    .join(', ')}${names.length > 10 ? ', …' : ''}`;
}
