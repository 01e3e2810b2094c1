import type { Cassette, RecordedCall } from '../../../artifacts/cassette/model.ts';
import { explainArguments, explainOrigin } from '../suite/call-conditions.ts';
import type { GoldenStep } from '../suite/scenario.ts';
import type { AlignmentReport } from './alignment-schema.ts';
import { alignmentOf, type GoldenOutcome } from './golden.ts';

type AlignedStepReport = AlignmentReport['steps'][number];

/**
 * Adds names and places to the steps and calls of an alignment, which has only their indexes. The list is built when
 * `steps` is read: for a run of a million calls that passes, it never is.
 * @param toolNames the names of all calls, in order
 */
export function nameAlignment(
  golden: GoldenOutcome<GoldenStep>,
  { turns }: Cassette,
  toolNames: readonly string[],
): AlignmentReport {
  const { path } = golden;
  const reasons = reasonsOf(golden, { turns });
  const ends: number[] = [];
  for (const { tool_calls } of turns) ends.push((ends.at(-1) ?? 0) + tool_calls.length);
  return {
    path: path.name,
    get steps() {
      const steps: AlignedStepReport[] = [];
      let turn = 0;
      for (const aligned of alignmentOf(golden)) {
        const { kind, call } = aligned;
        const step = kind === 'extra' ? undefined : path.steps[aligned.step];
        while (kind !== 'missing' && call >= (ends[turn] ?? Number.POSITIVE_INFINITY)) turn++;
        const reason = kind === 'replaced' ? reasons.get(call) : undefined;
        steps.push({
          kind,
          ...(step && { expected: step.tool, ...(step.optional && { optional: true }) }),
          ...(kind !== 'missing' && { turn, index: call, tool: toolNames[call] ?? '' }),
          ...(reason !== undefined && { reason }),
          ...(kind === 'extra' && golden.isFree(call) && { retried: true as const }),
        });
      }
      return steps;
    },
  };
}

/** For each call to the expected tool that does not meet its step: why, by the index of the call. */
function reasonsOf({ path, placed }: GoldenOutcome<GoldenStep>, { turns }: Cassette): Map<number, string> {
  const reasons = new Map<number, string>();
  const replaced = new Map<number, GoldenStep>();
  for (const { kind, step, call } of placed) if (kind === 'replaced') replaced.set(call, path.steps[step]!);
  if (replaced.size === 0) return reasons;
  let index = 0;
  for (const { tool_calls } of turns) {
    for (const call of tool_calls) {
      const step = replaced.get(index);
      if (step?.tool === call.name) reasons.set(index, whyReplaced(step, call));
      index++;
    }
  }
  return reasons;
}

function whyReplaced(step: GoldenStep, call: RecordedCall): string {
  const origin = explainOrigin(step, call, 'expected');
  if (origin !== undefined) return origin;
  const { isError } = step;
  return [
    ...explainArguments(step, call),
    ...(isError === undefined || isError === call.is_error
      ? []
      : [`expected to ${isError ? 'fail' : 'succeed'}`]),
  ].join(', and ');
}
