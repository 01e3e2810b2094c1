import type { RecordedCall } from '../../../artifacts/cassette/model.ts';
import { show } from '../../../assertions/show.ts';
import { nearest } from '../../../text/nearest.ts';
import { append } from '../../../values/append.ts';
import {
  argumentsFit,
  explainArguments,
  explainOrigin,
  type JudgedCondition,
  judgeArguments,
  judgeOrigin,
  originFits,
} from '../suite/call-conditions.ts';
import {
  type CallRule,
  type ForbiddenRule,
  type Scenario,
  type Transition,
  transitionsOf,
} from '../suite/scenario.ts';
import { takesArguments } from './legal-now.ts';
import type { World } from './world.ts';

/** Why a call is not legal. */
export interface Objection {
  readonly kind: 'invalid' | 'forbidden';
  readonly reason: string;
  /** Describes the conditions of a forbidden rule that held, or that could not be judged. */
  readonly matched?: string;
  /** The conditions of a forbidden rule that could not be judged, and therefore count as met. */
  readonly doubts?: readonly string[];
  /** The line of the suite on which the rule begins, when a single rule objects. */
  readonly line?: number;
}

/** The outcome of one recorded call in the world. */
export type CallEvent =
  | { readonly kind: 'applied'; readonly transition: Transition }
  /** Legal, but the server refused it: the world stays as it was. */
  | { readonly kind: 'refused' }
  /** Legal, but without a recorded answer: it may have taken effect, or not. The world stays as it was. */
  | { readonly kind: 'undecided' }
  | Objection;

/** Whether a call was not legal. */
export function isObjection(event: CallEvent): event is Objection {
  return event.kind === 'invalid' || event.kind === 'forbidden';
}

/** The most transitions whose mismatch one reason explains: a recording may contain a million such calls. */
const MOST_REASONS = 20;

/** The rules of a scenario for one tool. */
interface ToolRules {
  readonly forbidden: readonly ForbiddenRule[];
  readonly transitions: readonly Transition[];
  /** The event of a call that a transition applies to: one object per transition, shared by its calls. */
  readonly applied: readonly CallEvent[];
}

const REFUSED: CallEvent = { kind: 'refused' };
const UNDECIDED: CallEvent = { kind: 'undecided' };

/** Judges each call: by the forbidden rules first, then by the transitions in file order. */
export class Referee {
  readonly #scenario: Scenario;
  readonly #world: World;
  readonly #namesAgents: boolean;
  /** Patterns are matched once for each name, not for each call. */
  readonly #rules = new Map<string, ToolRules>();
  /** For each undeclared tool, the reason with the nearest names: also looked up only once. */
  readonly #undeclared = new Map<string, string>();

  /** @param namesAgents whether the recording names the agent of any call */
  constructor(scenario: Scenario, world: World, namesAgents: boolean) {
    this.#scenario = scenario;
    this.#world = world;
    this.#namesAgents = namesAgents;
  }

  /** @param call as {@link asTaken} returns it */
  judge(call: RecordedCall): CallEvent {
    const { forbidden, transitions, applied } = this.#rulesOf(call.name);
    for (const rule of forbidden) {
      const counts = !(rule.onlySucceeded && call.is_error);
      const forbids = counts && this.#forbids(rule, call);
      if (forbids) return forbids;
    }
    for (let index = 0; index < transitions.length; index++) {
      const transition = transitions[index] as Transition;
      if (!this.#speaksOf(transition, call)) continue;
      if (call.is_error && !transition.appliesOnError) return REFUSED;
      if (call.unanswered && this.#scenario.unansweredCalls === 'fail') return UNDECIDED;
      const fault = this.#effectFault(transition, call);
      if (fault !== undefined) return { kind: 'invalid', reason: fault, line: transition.line };
      return applied[index] as CallEvent;
    }
    return this.#invalid(call, transitions);
  }

  /** Applies the effects of a call, or explains why they are impossible. */
  #effectFault({ effects }: Transition, { args, raw_args: raw }: RecordedCall): string | undefined {
    if (raw === undefined || !effects.some(takesArguments)) return this.#world.apply(effects, args);
    return `its effects need arguments, which do not parse: ${show(raw)}`;
  }

  #rulesOf(name: string): ToolRules {
    const known = this.#rules.get(name);
    if (known) return known;
    const { forbidden, transitions } = this.#scenario;
    const declared = transitionsOf(name, transitions);
    const rules: ToolRules = {
      forbidden: forbidden.filter(({ tool }) => tool.matches(name)),
      transitions: declared,
      applied: declared.map((transition) => ({ kind: 'applied', transition })),
    };
    this.#rules.set(name, rules);
    return rules;
  }

  #speaksOf(rule: CallRule, call: RecordedCall): boolean {
    if (!originFits(rule, call) || !argumentsFit(rule, call)) return false;
    for (const condition of rule.when) if (!this.#world.holds(condition, call.args)) return false;
    return true;
  }

  /** Judges a call by a rule. A condition that cannot be judged counts as met: nothing may pass for lack of knowledge. */
  #forbids(rule: ForbiddenRule, call: RecordedCall): Objection | undefined {
    const { reason, line, when } = rule;
    const origin = judgeOrigin(rule, call, this.#namesAgents);
    if (origin.some(hasFailed)) return undefined;
    const conditions = judgeArguments(rule, call);
    if (conditions.some(hasFailed)) return undefined;
    append(
      conditions,
      when.map((condition) => this.#world.judge(condition, call.args)),
    );
    if (conditions.some(hasFailed)) return undefined;
    const met = [...origin.filter(({ verdict }) => verdict === 'unclear'), ...conditions];
    const matched = met.map(({ describe }) => describe()).join(', and ');
    const doubts = met.filter(({ verdict }) => verdict === 'unclear').map(({ describe }) => describe());
    return {
      kind: 'forbidden',
      reason,
      line,
      ...(matched !== '' && { matched }),
      ...(doubts.length > 0 && { doubts }),
    };
  }

  #invalid(call: RecordedCall, transitions: readonly Transition[]): Objection {
    const [first] = transitions;
    if (!first) return { kind: 'invalid', reason: this.#whyUndeclared(call.name) };
    if (transitions.length === 1) {
      return { kind: 'invalid', reason: this.#whyNot(first, call), line: first.line };
    }
    const told = transitions
      .slice(0, MOST_REASONS)
      .map((each, index) => `(${index + 1}, line ${each.line}) ${this.#whyNot(each, call)}`);
    const more = transitions.length - told.length;
    const reason = `none of the ${transitions.length} transitions fits: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
    return { kind: 'invalid', reason };
  }

  #whyUndeclared(name: string): string {
    const known = this.#undeclared.get(name);
    if (known !== undefined) return known;
    const reason = notDeclared(name, this.#scenario);
    this.#undeclared.set(name, reason);
    return reason;
  }

  #whyNot(rule: CallRule, call: RecordedCall): string {
    const otherOrigin = explainOrigin(rule, call, 'declared');
    if (otherOrigin !== undefined) return otherOrigin;
    const failed = [
      ...explainArguments(rule, call),
      ...rule.when
        .filter((condition) => !this.#world.holds(condition, call.args))
        .map((condition) => `the world's ${this.#world.explain(condition, call.args)}`),
    ];
    return failed.join(', and ');
  }
}

function hasFailed({ verdict }: JudgedCondition): boolean {
  return verdict === 'fails';
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
