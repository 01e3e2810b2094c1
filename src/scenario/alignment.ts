import type { Cassette } from '../artifacts/cassette/model.ts';
import type { GoldenOutcome } from './golden.ts';
import type { AlignmentReport } from './report-schema.ts';
import type { GoldenStep } from './scenario.ts';

/** Names what the alignment with the nearest golden path only counts: steps and calls, each with its place. */
export function nameAlignment(
  golden: readonly (readonly GoldenStep[])[],
  { path, alignment }: GoldenOutcome,
  { turns }: Cassette,
): AlignmentReport {
  const steps = golden[path.source === 'calls' ? 0 : path.source + 1] ?? [];
  const calls = turns.flatMap(({ tool_calls }, turn) => tool_calls.map(({ name }) => ({ turn, name })));
  return {
    path: path.source === 'calls' ? 'calls' : `alternates[${path.source}]`,
    steps: alignment.map((aligned) => {
      const step = 'step' in aligned ? steps[aligned.step] : undefined;
      const call = 'call' in aligned ? calls[aligned.call] : undefined;
      return {
        kind: aligned.kind,
        ...(step && { expected: step.tool, ...(step.optional && { optional: true }) }),
        ...('call' in aligned && call && { turn: call.turn, index: aligned.call, tool: call.name }),
      };
    }),
  };
}
