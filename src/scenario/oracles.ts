import { getAt } from '../assertions/access.ts';
import { type Change, diffJson } from '../assertions/diff.ts';
import { holds } from '../assertions/guards.ts';
import { match } from '../assertions/matchers.ts';
import { parsePath } from '../assertions/parse-path.ts';
import { isPathFault, type Path } from '../assertions/path.ts';
import { resolveTarget } from '../assertions/target.ts';
import type { Envelope } from './envelope.ts';
import type { Scenario } from './scenario.ts';

/** A place of the final world that is not as it should be. */
export interface Mismatch {
  readonly path: string;
  readonly expected: unknown;
  /** Undefined when there is nothing. */
  readonly actual: unknown;
}

/** What an assertion found. */
export interface AssertionResult {
  readonly target: string;
  readonly matcher: unknown;
  readonly passed: boolean;
  readonly actual: unknown;
  readonly message: string;
}

/** Compares the final world with `expect_state` and `expect_unchanged`. Source: "Oracles". */
export function checkState(
  { seed, expectState, expectUnchanged }: Scenario,
  state: Readonly<Record<string, unknown>>,
): { readonly diff: readonly Change[]; readonly mismatches: readonly Mismatch[] } {
  const diff = diffJson(seed, state);
  const mismatches: Mismatch[] = [];
  for (const { path, text, guard, expected } of expectState) {
    const actual = getAt(state, path);
    if (!holds(guard, actual)) mismatches.push({ path: text, expected, actual });
  }
  if (expectUnchanged === undefined) return { diff, mismatches };

  const watched = expectUnchanged === true ? [[]] : expectUnchanged;
  const allowed = expectState.map(({ path }) => path);
  for (const { path: text, before, after } of diff) {
    const path = parsePath(text);
    if (isPathFault(path)) throw new Error(`the diff wrote a path that does not parse: ${text}`);
    if (!watched.some((each) => isAtOrBelow(path, each)) || allowed.some((each) => isAtOrBelow(path, each)))
      continue;
    mismatches.push({ path: text, expected: before, actual: after });
  }
  return { diff, mismatches };
}

function isAtOrBelow(path: Path, top: Path): boolean {
  return top.length <= path.length && top.every(({ key }, index) => key === path[index]?.key);
}

/** Judges every assertion of `expect`, in file order. */
export function checkAssertions({ expect }: Scenario, envelope: Envelope): AssertionResult[] {
  return expect.map(({ target, text, matcher, written, message }) => {
    const actual = resolveTarget(envelope, target);
    const { passed, message: words } = match(matcher, actual);
    return {
      target: text,
      matcher: written,
      passed,
      actual,
      message: message === undefined ? words : `${message} (${words})`,
    };
  });
}
