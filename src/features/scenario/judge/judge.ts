import type { Cassette, Caveat } from '../../../artifacts/cassette/model.ts';
import type { Change } from '../../../assertions/diff.ts';
import { InputError } from '../../../errors.ts';
import { present } from '../../../values/own-property.ts';
import type { Cost } from '../cost/cost.ts';
import { nameAlignment } from '../golden/alignment.ts';
import type { AlignmentReport } from '../golden/alignment-schema.ts';
import { compareWithGolden, type GoldenOutcome, isTooLong } from '../golden/golden.ts';
import { retriedCalls } from '../golden/retried-calls.ts';
import { argumentsFit, originFits } from '../suite/call-conditions.ts';
import type { GoldenPath } from '../suite/golden-path.ts';
import type { GoldenStep, Scenario } from '../suite/scenario.ts';
import { type Replay, replay } from '../world/replay.ts';
import { asTaken } from '../world/unanswered.ts';
import { actsInText, dependsOnCalls } from './caveats.ts';
import { toEnvelope } from './envelope.ts';
import { RUN_FAILURES, type RunFailure } from './failures.ts';
import { type AssertionResult, checkAssertions, checkState, type Mismatch } from './oracles.ts';

/** The result of one recorded run. */
export interface JudgedRun {
  readonly passed: boolean;
  /** The reasons for which the run failed; empty exactly when it passed. */
  readonly failedBy: readonly RunFailure[];
  readonly replay: Replay;
  /** What the reader says about the recording; absent when it says nothing. */
  readonly caveats?: readonly Caveat[];
  readonly golden?: GoldenOutcome;
  /** The alignment with the golden path, by name. */
  readonly alignment?: AlignmentReport;
  readonly cost?: Cost;
  readonly diff: readonly Change[];
  readonly mismatches: readonly Mismatch[];
  readonly assertions: readonly AssertionResult[];
}

/**
 * Replays a recorded run and checks it with every oracle of the scenario. Pure; no model is called.
 * @throws InputError when a golden path and the recording are too long to compare
 */
export function judgeRun(scenario: Scenario, cassette: Cassette, cost: Cost | undefined): JudgedRun {
  const run = replay(scenario, cassette);
  const { diff, mismatches } = checkState(scenario, run.state);
  const golden = scenario.golden && alignWithGolden(scenario, scenario.golden, cassette);
  const envelope = toEnvelope(
    scenario,
    cassette,
    run,
    present({ stateMatched: mismatches.length === 0, golden, costMicros: cost?.micros }),
  );
  const assertions = checkAssertions(scenario, envelope);
  const speaksAgainst: Record<RunFailure, boolean> = {
    caveats: actsInText(cassette) && dependsOnCalls(scenario),
    forbidden_transitions: run.forbiddenTransitions > 0,
    invalid_actions: run.invalidActions > 0 && !scenario.allowsInvalid,
    unanswered_calls: run.unanswered.length > 0 && scenario.unansweredCalls === 'fail',
    mismatches: mismatches.length > 0,
    assertions: !assertions.every((assertion) => assertion.passed),
  };
  const failedBy = RUN_FAILURES.filter((failure) => speaksAgainst[failure]);
  return {
    passed: failedBy.length === 0,
    failedBy,
    replay: run,
    ...(cassette.caveats && { caveats: cassette.caveats }),
    diff,
    mismatches,
    assertions,
    ...(golden && { golden, alignment: nameAlignment(golden, cassette, run.toolNames) }),
    ...(cost && { cost }),
  };
}

/**
 * Whether an agent that does nothing would pass: such a scenario proves nothing.
 *
 * Spec (scenario worlds): "A scenario that proves nothing is reported".
 */
export function isVacuous(scenario: Scenario, { model }: Cassette): boolean {
  return judgeRun(scenario, present({ turns: [], model }), undefined).passed;
}

function alignWithGolden(
  scenario: Scenario,
  paths: readonly GoldenPath<GoldenStep>[],
  { turns }: Cassette,
): GoldenOutcome<GoldenStep> {
  const calls = turns.flatMap(({ tool_calls }) => tool_calls.map((call) => asTaken(call, scenario)));
  const retried = scenario.goldenRetries === 'free' ? retriedCalls(calls) : new Set<number>();
  const outcome = compareWithGolden(
    paths,
    calls.length,
    (step, index) => {
      const call = calls[index]!;
      if (step.tool !== call.name) return 'other';
      const isMet =
        originFits(step, call) &&
        argumentsFit(step, call) &&
        (step.isError === undefined || step.isError === call.is_error);
      return isMet ? 'wanted' : 'near';
    },
    (index) => retried.has(index),
  );
  if (!isTooLong(outcome)) return outcome;
  const { path, pairs, most } = outcome;
  throw new InputError({
    message: `\`golden.${path.name}\` of ${path.steps.length} steps and the recording of ${calls.length} calls are too long to compare: apart from their common beginning and end they need ${pairs} comparisons, at most ${most} are allowed`,
    help: 'shorten the path to the calls that matter, or assert on `tool_calls` or `tool_names` instead',
  });
}
