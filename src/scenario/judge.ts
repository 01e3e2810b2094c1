import type { Cassette } from '../artifacts/cassette/model.ts';
import { getAt } from '../assertions/access.ts';
import type { Change } from '../assertions/diff.ts';
import { holds } from '../assertions/guards.ts';
import { isUnfilled, resolveTemplate } from '../assertions/template.ts';
import { InputError } from '../errors.ts';
import type { Cost } from './cost.ts';
import { toEnvelope } from './envelope.ts';
import { compareWithGolden, type GoldenOutcome } from './golden.ts';
import { type AssertionResult, checkAssertions, checkState, type Mismatch } from './oracles.ts';
import { type Replay, replay } from './replay.ts';
import type { GoldenStep, Scenario } from './scenario.ts';

/** How one recorded run came out. */
export interface Judgement {
  readonly passed: boolean;
  readonly replay: Replay;
  readonly golden?: GoldenOutcome;
  readonly cost?: Cost;
  readonly diff: readonly Change[];
  readonly mismatches: readonly Mismatch[];
  readonly assertions: readonly AssertionResult[];
}

/**
 * Replays a recorded run and holds it against every oracle of the scenario. Pure, and no model is asked.
 * @throws InputError when a golden path and the recording are too long to compare
 */
export function judgeRun(scenario: Scenario, cassette: Cassette, cost: Cost | undefined): Judgement {
  const run = replay(scenario, cassette);
  const { diff, mismatches } = checkState(scenario, run.state);
  const golden = scenario.golden && alignWithGolden(scenario.golden, cassette);
  const envelope = toEnvelope(cassette, run, {
    stateMatched: mismatches.length === 0,
    ...(golden && { golden }),
    ...(cost && { costMicros: cost.micros }),
  });
  const assertions = checkAssertions(scenario, envelope);
  const passed =
    (run.invalidActions === 0 || scenario.allowsInvalid) &&
    run.forbiddenTransitions === 0 &&
    mismatches.length === 0 &&
    assertions.every((assertion) => assertion.passed);
  return {
    passed,
    replay: run,
    diff,
    mismatches,
    assertions,
    ...(golden && { golden }),
    ...(cost && { cost }),
  };
}

/**
 * Whether an agent that does nothing would pass: a scenario like that proves nothing. Source: "A scenario that
 * proves nothing is reported".
 */
export function isVacuous(scenario: Scenario, { model }: Cassette): boolean {
  return judgeRun(scenario, { turns: [], ...(model !== undefined && { model }) }, undefined).passed;
}

function alignWithGolden(golden: readonly (readonly GoldenStep[])[], { turns }: Cassette): GoldenOutcome {
  const calls = turns.flatMap(({ tool_calls }) => tool_calls);
  const paths = golden.map((steps, index) => ({
    steps,
    source: index === 0 ? ('calls' as const) : index - 1,
  }));
  const outcome = compareWithGolden(paths, calls.length, ({ tool, server, args }, index) => {
    const call = calls[index]!;
    return (
      tool === call.name &&
      (server === undefined || server === call.server) &&
      args.every(({ path, guard }) => {
        const resolved = resolveTemplate(path, call.args);
        return !isUnfilled(resolved) && holds(guard, getAt(call.args, resolved), call.args);
      })
    );
  });
  if (!outcome)
    throw new InputError({ message: 'the golden path and the recording are too long to compare' });
  return outcome;
}
