import type { Cassette, RecordedCall, Usage } from '../../../artifacts/cassette/model.ts';
import { present } from '../../../values/own-property.ts';
import type { GoldenOutcome } from '../golden/golden.ts';
import type { EnvelopeMember } from '../suite/envelope-members.ts';
import type { Scenario } from '../suite/scenario.ts';
import type { Replay } from '../world/replay.ts';
import { asTaken } from '../world/unanswered.ts';

/** What a member of the envelope can contain: a `leaf` has no members, and the content of an `open` one depends on the run. */
export type Shape =
  | 'leaf'
  | 'open'
  | { readonly members: Readonly<Record<string, Shape>> }
  | { readonly elements: Shape };

const GOLDEN: Record<keyof ReturnType<typeof toGolden>, Shape> = {
  matched: 'leaf',
  exact: 'leaf',
  alternate: 'leaf',
  penalty: 'leaf',
  efficiency: 'leaf',
};

const CALL: Record<keyof ReturnType<typeof toEntry>, Shape> = {
  name: 'leaf',
  server: 'leaf',
  args: 'open',
  raw_args: 'leaf',
  is_error: 'leaf',
  turn: 'leaf',
  agent: 'leaf',
  parallel: 'leaf',
  unanswered: 'leaf',
  abandoned: 'leaf',
};

const USAGE: Record<keyof Usage, Shape> = {
  input_tokens: 'leaf',
  output_tokens: 'leaf',
  cache_read_tokens: 'leaf',
  cache_write_tokens: 'leaf',
};

/** The targets that can exist. */
export const ENVELOPE_SHAPE: Shape = {
  members: {
    turns: 'leaf',
    actions: 'leaf',
    invalid_actions: 'leaf',
    forbidden_transitions: 'leaf',
    recovery_attempts: 'leaf',
    escalations: 'leaf',
    refusals: 'leaf',
    state_matched: 'leaf',
    golden: { members: GOLDEN },
    unanswered_calls: 'leaf',
    abandoned_calls: 'leaf',
    tool_names: { elements: 'leaf' },
    state: 'open',
    cost_micros: 'leaf',
    final_responses: { elements: 'leaf' },
    tool_calls: { elements: { members: CALL } },
    batches: { elements: { elements: 'leaf' } },
    model: 'leaf',
    tokens: 'leaf',
    usage: { members: USAGE },
  } satisfies Record<EnvelopeMember, Shape>,
};

/** The object that assertions are resolved against. A member whose value is undefined is a target that does not exist. */
export type Envelope = Readonly<Record<EnvelopeMember, unknown>>;

/** The counts of a replay, under their names in the envelope and the report. */
export function toCounts(replay: Replay) {
  return {
    turns: replay.turns,
    actions: replay.actions,
    invalid_actions: replay.invalidActions,
    forbidden_transitions: replay.forbiddenTransitions,
    recovery_attempts: replay.recoveryAttempts,
    escalations: replay.escalations,
    refusals: replay.refusals,
  };
}

/** The part of the comparison with the golden path that assertions and reports see. */
export function toGolden({ matched, exact, alternate, penalty, efficiency }: GoldenOutcome) {
  return { matched, exact, alternate, penalty, efficiency };
}

/** Makes the object that the targets of assertions read, from a recording and what was found in it. */
export function toEnvelope(
  scenario: Scenario,
  cassette: Cassette,
  replay: Replay,
  outcome: { readonly stateMatched: boolean; readonly golden?: GoldenOutcome; readonly costMicros?: number },
): Envelope {
  const { usage } = cassette;
  return {
    ...toCounts(replay),
    unanswered_calls: replay.unanswered.length,
    abandoned_calls: replay.abandonedCalls,
    state_matched: outcome.stateMatched,
    golden: outcome.golden && toGolden(outcome.golden),
    tool_names: replay.toolNames,
    state: replay.state,
    cost_micros: outcome.costMicros,
    // a million calls are collected only when an assertion asks for them
    get final_responses() {
      return cassette.turns.flatMap(({ final_response }) => final_response ?? []);
    },
    get tool_calls() {
      return cassette.turns.flatMap(({ tool_calls }, turn) =>
        tool_calls.map((call) => toEntry(asTaken(call, scenario), turn)),
      );
    },
    get batches() {
      return batchesOf(cassette);
    },
    model: cassette.model,
    tokens:
      usage &&
      usage.input_tokens +
        usage.output_tokens +
        (usage.cache_read_tokens ?? 0) +
        (usage.cache_write_tokens ?? 0),
    usage,
  };
}

function toEntry(call: RecordedCall, turn: number) {
  const { name, server, args, raw_args, is_error, agent, parallel, unanswered, abandoned } = call;
  // a member with the value undefined would make the entry differ from an expected one
  return {
    name,
    ...(server !== undefined && { server }),
    args,
    ...(raw_args !== undefined && { raw_args }),
    is_error,
    turn,
    ...present({ agent, parallel, unanswered, abandoned }),
  };
}

/** The names of the tools that each reply called; undefined when the recording does not say so of every call. */
function batchesOf({ turns }: Cassette): string[][] | undefined {
  const batches = new Map<number, string[]>();
  for (const { tool_calls } of turns) {
    for (const { name, parallel } of tool_calls) {
      if (parallel === undefined) return undefined;
      const batch = batches.get(parallel);
      if (batch) batch.push(name);
      else batches.set(parallel, [name]);
    }
  }
  return [...batches.values()];
}
