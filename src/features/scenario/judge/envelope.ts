import type { Cassette, RecordedCall, Usage } from '../../../artifacts/cassette/model.ts';
import type { GoldenOutcome } from '../golden/golden.ts';
import type { EnvelopeMember } from '../suite/envelope-members.ts';
import type { Replay } from '../world/replay.ts';

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
  is_error: 'leaf',
  turn: 'leaf',
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
    tool_names: { elements: 'leaf' },
    state: 'open',
    cost_micros: 'leaf',
    final_responses: { elements: 'leaf' },
    tool_calls: { elements: { members: CALL } },
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
  cassette: Cassette,
  replay: Replay,
  outcome: { readonly stateMatched: boolean; readonly golden?: GoldenOutcome; readonly costMicros?: number },
): Envelope {
  const { usage } = cassette;
  return {
    ...toCounts(replay),
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
      return cassette.turns.flatMap(({ tool_calls }, turn) => tool_calls.map((call) => toEntry(call, turn)));
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

function toEntry({ name, server, args, is_error }: RecordedCall, turn: number) {
  // a member with the value undefined would make the entry differ from an expected one
  return { name, ...(server !== undefined && { server }), args, is_error, turn };
}
