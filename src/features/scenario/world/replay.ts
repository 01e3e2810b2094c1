import type { Cassette, RecordedCall, Turn } from '../../../artifacts/cassette/model.ts';
import { foldTyping } from '../../../assertions/fold-typing.ts';
import type { Scenario } from '../suite/scenario.ts';
import { type CallEvent, isObjection, type Objection, Referee } from './referee.ts';
import { asTaken, type UnansweredCall } from './unanswered.ts';
import { World } from './world.ts';

/** A call that was not legal, as in the report. `turn` and `index` start at 0; `index` counts the calls of all turns. */
export interface Violation {
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
  readonly kind: Objection['kind'];
  readonly reason: string;
  /** Describes the conditions of a forbidden rule that held, or that could not be judged. */
  readonly matched?: string;
  /** The line of the suite on which the rule begins, when a single rule objects. */
  readonly line?: number;
  /** Present when the server refused the call too. */
  readonly refused?: true;
  /** Present when the recording lacks the answer to the call. */
  readonly unanswered?: true;
  /** Present when the user left the branch of the call by a rewind. */
  readonly abandoned?: true;
  /** The agent that made the call, if the recording names it. */
  readonly agent?: string;
}

/**
 * What a recording did to the world.
 *
 * Spec (scenario worlds): "The report envelope".
 */
export interface Replay {
  readonly state: Readonly<Record<string, unknown>>;
  readonly turns: number;
  readonly actions: number;
  readonly invalidActions: number;
  readonly forbiddenTransitions: number;
  readonly recoveryAttempts: number;
  readonly escalations: number;
  readonly refusals: number;
  /** The calls without a recorded answer, whatever the scenario takes them for. */
  readonly unanswered: readonly UnansweredCall[];
  /** How many calls belong to a branch that the user left by a rewind. They count like all others. */
  readonly abandonedCalls: number;
  readonly toolNames: readonly string[];
  readonly violations: readonly Violation[];
  /** The forbidden rules that could not be judged, each once. Their calls count as forbidden. */
  readonly unjudged: readonly UnjudgedRule[];
}

/** A forbidden rule with a condition that could not be judged. */
export interface UnjudgedRule {
  /** The line of the suite on which the rule begins, from 1. */
  readonly line: number;
  /** The reason of the rule. With the line it names the rule. */
  readonly reason: string;
  /** How many calls could not be judged. */
  readonly calls: number;
  /** The first of these calls, and why. */
  readonly tool: string;
  readonly why: string;
}

/** Called after every call. */
export type CallListener = (
  event: CallEvent,
  call: RecordedCall,
  turn: number,
  index: number,
  world: World,
) => void;

/**
 * Applies a recording to the world of a scenario, call by call. Deterministic: the same scenario and recording give the
 * same events. Keeps only the world.
 */
export function follow(scenario: Scenario, { turns }: Cassette, observe: CallListener): World {
  const world = new World(scenario.seed);
  const namesAgents =
    scenario.forbidden.some(({ agent }) => agent !== undefined) &&
    turns.some(({ tool_calls }) => tool_calls.some(({ agent }) => agent !== undefined));
  const referee = new Referee(scenario, world, namesAgents);
  let index = 0;
  for (let turn = 0; turn < turns.length; turn++) {
    for (const recorded of (turns[turn] as Turn).tool_calls) {
      const call = asTaken(recorded, scenario);
      observe(referee.judge(call), call, turn, index, world);
      index++;
    }
  }
  return world;
}

/** Follows a recording and counts what the agent did. */
export function replay(scenario: Scenario, cassette: Cassette): Replay {
  const isRefusal = markerTest(scenario.refusalMarkers);
  const isEscalation = markerTest(scenario.escalation.markers);
  const isEscalationTool = nameTest(scenario.escalation.tools);
  const toolNames: string[] = [];
  const violations: Violation[] = [];
  const unanswered: UnansweredCall[] = [];
  const unjudged = new Map<string, UnjudgedRule>();
  let [turns, recoveryAttempts, escalations, refusals, abandonedCalls] = [0, 0, 0, 0, 0];
  let lastFailed = false;

  const world = follow(scenario, cassette, (event, call, turn, index) => {
    if (isObjection(event)) {
      violations.push(toViolation(event, call, turn, index));
      noteDoubts(event, call.name, unjudged);
    }
    if (call.unanswered) unanswered.push({ turn, index, tool: call.name });
    if (call.abandoned) abandonedCalls++;
    if (lastFailed) recoveryAttempts++;
    lastFailed = call.is_error;
    if (isEscalationTool(call.name)) escalations++;
    toolNames.push(call.name);
  });
  for (const { final_response, refused } of cassette.turns) {
    if (final_response === undefined && !refused) continue;
    turns++;
    const said = final_response ?? '';
    if (refused || isRefusal(said)) refusals++;
    if (isEscalation(said)) escalations++;
  }

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
    unanswered,
    abandonedCalls,
    toolNames,
    violations,
    unjudged: [...unjudged.values()],
  };
}

function noteDoubts(
  { line, reason, doubts }: Objection,
  tool: string,
  unjudged: Map<string, UnjudgedRule>,
): void {
  if (line === undefined || !doubts) return;
  const key = `${line} ${reason}`;
  const before = unjudged.get(key);
  unjudged.set(
    key,
    before
      ? { ...before, calls: before.calls + 1 }
      : { line, reason, calls: 1, tool, why: doubts.join(', and ') },
  );
}

function toViolation(
  { kind, reason, matched, line }: Objection,
  call: RecordedCall,
  turn: number,
  index: number,
): Violation {
  return {
    turn,
    index,
    tool: call.name,
    kind,
    reason,
    ...(matched !== undefined && { matched }),
    ...(line !== undefined && { line }),
    ...(call.is_error && !call.unanswered && { refused: true }),
    ...(call.unanswered && { unanswered: true }),
    ...(call.abandoned && { abandoned: true }),
    ...(call.agent !== undefined && { agent: call.agent }),
  };
}

/** Patterns are matched once for each name, not for each call. */
function nameTest(tools: Scenario['escalation']['tools']): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const isOne = tools.some(({ tool }) => tool.matches(name));
    known.set(name, isOne);
    return isOne;
  };
}

function markerTest(markers: readonly string[]): (response: string) => boolean {
  const folded = markers.map(foldTyping);
  return (response) => {
    if (folded.length === 0) return false;
    const text = foldTyping(response);
    return folded.some((marker) => text.includes(marker));
  };
}
