import { getAt } from '../../../assertions/access.ts';
import { isDeepEqual } from '../../../assertions/deep-equal.ts';
import { type Change, eachChange } from '../../../assertions/diff.ts';
import { holds } from '../../../assertions/guards.ts';
import { match } from '../../../assertions/matchers.ts';
import type { Path } from '../../../assertions/path.ts';
import { resolveTarget } from '../../../assertions/target.ts';
import type { Scenario } from '../suite/scenario.ts';
import type { Envelope } from './envelope.ts';

/** A place in the final world that differs from what the scenario expects. */
export interface Mismatch {
  readonly path: string;
  readonly expected: unknown;
  /** Undefined when there is no value. */
  readonly actual: unknown;
  /** Absent for a mismatch with `expect_state`. */
  readonly oracle?: 'expect_unchanged';
}

/** The result of an assertion. */
export interface AssertionResult {
  readonly target: string;
  readonly matcher: unknown;
  readonly passed: boolean;
  readonly actual: unknown;
  readonly message: string;
}

/**
 * Compares the final world with `expect_state` and `expect_unchanged`.
 *
 * Spec (scenario worlds): "Oracles".
 */
export function checkState(
  { seed, expectState, expectUnchanged }: Scenario,
  state: Readonly<Record<string, unknown>>,
): { readonly diff: readonly Change[]; readonly mismatches: readonly Mismatch[] } {
  const mismatches: Mismatch[] = [];
  for (const { path, text, guard, expected } of expectState) {
    const actual = getAt(state, path);
    if (!holds(guard, actual)) mismatches.push({ path: text, expected, actual });
  }
  const diff: Change[] = [];
  eachChange(seed, state, (change, keys) => {
    diff.push(change);
    const { path, before, after } = change;
    if (!isWatched(keys) || isExpected(keys)) return;
    mismatches.push({ path, expected: before, actual: after, oracle: 'expect_unchanged' });
  });
  return { diff, mismatches };

  function isWatched(keys: readonly string[]): boolean {
    if (expectUnchanged === undefined || expectUnchanged === true) return expectUnchanged === true;
    // an object that became a scalar is one change at its own path, and the watched places below it are gone
    return expectUnchanged.some(
      (path) =>
        isAtOrBelow(keys, path) ||
        (isAtOrAbove(keys, path) && differs(getAt(seed, path), getAt(state, path))),
    );
  }

  function isExpected(keys: readonly string[]): boolean {
    return expectState.some(({ path }) => isAtOrBelow(keys, path));
  }
}

function isAtOrBelow(keys: readonly string[], top: Path): boolean {
  return top.every(({ key }, index) => key === keys[index]);
}

function isAtOrAbove(keys: readonly string[], path: Path): boolean {
  return keys.every((key, index) => key === path[index]?.key);
}

function differs(before: unknown, after: unknown): boolean {
  return before !== after && !isDeepEqual(before, after);
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
