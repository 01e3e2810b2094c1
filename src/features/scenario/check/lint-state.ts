import { getAt } from '../../../assertions/access.ts';
import { contradictionIn } from '../../../assertions/contradiction.ts';
import { explain, holds } from '../../../assertions/guards.ts';
import { formatPath, type Path, type TemplatePath } from '../../../assertions/path.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import type { CallRule, Effect, Scenario } from '../suite/scenario.ts';
import type { SuiteRemark } from './findings.ts';

/** Finds expectations that can never hold: the seed does not meet them, and no effect touches their path. */
export function unreachableStates({ seed, transitions, expectState, lineOf }: Scenario): SuiteRemark[] {
  const effects = transitions.flatMap((transition) => transition.effects);
  return expectState.flatMap(({ path, text, guard }): SuiteRemark[] => {
    const actual = getAt(seed, path);
    const impossible = contradictionIn([guard]);
    if (impossible !== undefined) {
      const message = `\`expect_state\` can never hold at \`${text}\`: no value is ${impossible}`;
      return [{ code: 'unreachable-state', line: lineOf(['expect_state', text]), message }];
    }
    if (holds(guard, actual) || effects.some((effect) => touches(effect, path))) return [];
    return [
      {
        code: 'unreachable-state',
        line: lineOf(['expect_state', text]),
        message: `\`expect_state\` can never hold at \`${text}\`: ${explain(guard, actual)}, and no effect changes it`,
        help: 'is the path misspelt?',
      },
    ];
  });
}

/** Whether an effect may change what is at a path: above it, at it, or below it. */
function touches({ path: written, operation }: Effect, path: Path): boolean {
  // removing an element from a list moves all elements after it
  const changed: TemplatePath = operation.kind === 'remove' ? written.slice(0, -1) : written;
  const shared = Math.min(changed.length, path.length);
  for (let depth = 0; depth < shared; depth++) {
    const segment = changed[depth]!;
    if (segment.kind === 'key' && segment.key !== path[depth]!.key) return false;
  }
  return true;
}

/**
 * Finds paths whose first segment is never in the world: the seed does not contain it, and no effect creates it. A
 * condition on such a place always has the same result, and `expect_unchanged` has nothing to watch there.
 */
export function unknownStates(scenario: Scenario): SuiteRemark[] {
  const roots = rootsOf(scenario);
  if (!roots) return [];
  return statePathsOf(scenario).flatMap(({ path, text, what, at }): SuiteRemark[] => {
    const [root] = path;
    if (root?.kind !== 'key' || roots.has(root.key)) return [];
    const near = nearest(root.key, roots);
    return [
      {
        code: 'unknown-state',
        line: scenario.lineOf(at),
        message: `\`${text}\` of ${what} leads nowhere: the seed has no \`${clip(root.key)}\`, and no effect creates it`,
        help: near === undefined ? undefined : `did you mean \`${near}\`?`,
      },
    ];
  });
}

/** The top-level keys that the world can have; undefined when they depend on the arguments of calls. */
function rootsOf({ seed, transitions }: Scenario): Set<string> | undefined {
  const roots = new Set(Object.keys(seed));
  for (const { effects } of transitions) {
    for (const { path, operation } of effects) {
      const [root] = path;
      if (root?.kind !== 'key') return undefined;
      if (operation.kind !== 'remove') roots.add(root.key);
    }
  }
  return roots;
}

interface StatePath {
  readonly path: TemplatePath;
  readonly text: string;
  /** The part of the scenario that uses the path, for messages; `at` is the place of that part. */
  readonly what: string;
  readonly at: ValuePath;
}

/** The paths into the world that the scenario reads, without those of `expect_state`, which have their own finding. */
function statePathsOf({ transitions, forbidden, expectUnchanged, expect }: Scenario): StatePath[] {
  const conditions = (rules: readonly CallRule[], list: 'transitions' | 'forbidden') =>
    rules.flatMap(({ when }, index) =>
      when.map(({ path, text }) => ({ path, text, what: '`when`', at: [list, index, 'when', text] })),
    );
  const watched = expectUnchanged === undefined || expectUnchanged === true ? [] : expectUnchanged;
  const targets = expect.flatMap(({ target, text }, index) =>
    target[0]?.key === 'state' && target.length > 1
      ? [{ path: target.slice(1), text, what: '`expect`', at: ['expect', index, 'target'] }]
      : [],
  );
  return [
    ...conditions(transitions, 'transitions'),
    ...conditions(forbidden, 'forbidden'),
    ...watched.map((path, index) => ({
      path,
      text: formatPath(path),
      what: '`expect_unchanged`',
      at: ['expect_unchanged', index],
    })),
    ...targets,
  ];
}
