import { getAt } from '../assertions/access.ts';
import { explain, holds } from '../assertions/guards.ts';
import type { Path, TemplatePath } from '../assertions/path.ts';
import type { Remark } from './lint.ts';
import type { Effect, Scenario } from './scenario.ts';

/** Expectations that the seed does not fulfil, at paths that no effect touches: they can never hold. */
export function unreachableStates({ seed, transitions, expectState, line }: Scenario): Remark[] {
  const effects = transitions.flatMap((transition) => transition.effects);
  return expectState.flatMap(({ path, text, guard }): Remark[] => {
    const actual = getAt(seed, path);
    if (holds(guard, actual) || effects.some((effect) => touches(effect, path))) return [];
    return [
      {
        code: 'unreachable-state',
        line,
        message: `\`expect_state\` can never hold at \`${text}\`: ${explain(guard, actual)}, and no effect changes it`,
        help: 'is the path misspelt?',
      },
    ];
  });
}

/** Whether an effect may change what is at a path: above it, at it, or below it. */
function touches({ path: written, operation }: Effect, path: Path): boolean {
  // what is removed from a list moves all that is behind it
  const changed: TemplatePath = operation.kind === 'remove' ? written.slice(0, -1) : written;
  const shared = Math.min(changed.length, path.length);
  for (let depth = 0; depth < shared; depth++) {
    const segment = changed[depth]!;
    if (segment.kind === 'key' && segment.key !== path[depth]!.key) return false;
  }
  return true;
}
