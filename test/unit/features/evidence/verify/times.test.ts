import { describe, expect, it } from 'vitest';
import { checkConsistency } from '../../../../../src/features/evidence/verify/consistency.ts';
import { checkFreshness } from '../../../../../src/features/evidence/verify/freshness.ts';
import { evidenceWith } from '../../../../support/evidence-to-verify.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const [SKEW, MINUTE, HOUR] = [300_000, 60_000, 3_600_000];
const at = (time: number) => new Date(time).toISOString();
const codes = (reasons: readonly { readonly code: string }[]) => reasons.map(({ code }) => code);

/** The times of an artifact, as seen at {@link NOW}. */
interface Times {
  readonly generated?: number | string | undefined;
  readonly signedAt?: number;
}

const evidenceOf = ({ generated }: Times) =>
  evidenceWith({ generated_at: typeof generated === 'number' ? at(generated) : generated });

describe('freshness', () => {
  it.each<[string, Times, string[]]>([
    ['as old as allowed', { generated: NOW - HOUR }, []],
    ['too old', { generated: NOW - HOUR - 1 }, ['stale']],
    ['from the future, within the skew', { generated: NOW + SKEW }, []],
    ['from the future, beyond it', { generated: NOW + SKEW + 1 }, ['age-unknown']],
    ['of no time', { generated: undefined }, ['age-unknown']],
    ['of no time, but signed now', { generated: undefined, signedAt: NOW }, ['age-unknown']],
    ['of a time that cannot be read, but signed now', { generated: 'then', signedAt: NOW }, ['age-unknown']],
    ['young, and signed since', { generated: NOW - MINUTE, signedAt: NOW }, []],
    ['young, but signed long before', { generated: NOW, signedAt: NOW - HOUR - 1 }, ['stale']],
    ['old, but signed now', { generated: NOW - HOUR - 1, signedAt: NOW }, ['stale']],
    ['from the future, but signed now', { generated: NOW + SKEW + 1, signedAt: NOW }, ['age-unknown']],
    ['signed in the future, within the skew', { generated: NOW, signedAt: NOW + SKEW }, []],
    ['signed in the future, beyond it', { generated: NOW, signedAt: NOW + SKEW + 1 }, ['age-unknown']],
  ])('%s', (_, times, expected) => {
    const { signedAt } = times;
    expect(
      codes(checkFreshness(evidenceOf(times), { now: NOW, maxAge: HOUR, clockSkew: SKEW, signedAt })),
    ).toEqual(expected);
  });
});

describe('consistency', () => {
  it.each<[string, Times, string[]]>([
    ['at this moment', { generated: NOW }, []],
    ['from the future, within the skew', { generated: NOW + SKEW }, []],
    ['from the future, beyond it', { generated: NOW + SKEW + 1 }, ['generated-in-future']],
    ['signed before it, within the skew', { generated: NOW, signedAt: NOW - SKEW }, []],
    [
      'signed before it, beyond the skew',
      { generated: NOW, signedAt: NOW - SKEW - 1 },
      ['signed-before-generated'],
    ],
    ['of no time', { generated: undefined, signedAt: 0 }, ['generated-at']],
    ['signed in the future, within the skew', { generated: NOW, signedAt: NOW + SKEW }, []],
    ['signed in the future, beyond it', { generated: NOW, signedAt: NOW + SKEW + 1 }, ['signed-in-future']],
    ['of a time that cannot be read', { generated: 'then', signedAt: 0 }, ['generated-at']],
  ])('%s', (_, times, expected) => {
    const context = { now: NOW, clockSkew: SKEW, requireOrigin: false, signedAt: times.signedAt };
    expect(codes(checkConsistency(evidenceOf(times), context))).toEqual(expected);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no schema version', { schema_version: undefined }, ['schema-version']],
    ['no grades', { grades: undefined }, ['counts', 'counts', 'counts']],
    [
      'no test that passed or failed',
      { grades: { tests_total: 1, tests_passed: 0, tests_failed: 0 } },
      ['no-tests'],
    ],
    ['a test that failed', { grades: { tests_total: 1, tests_passed: 0, tests_failed: 1 } }, []],
    [
      'neither a commit nor the lack of it',
      { source: {}, unverifiable_origin: undefined },
      ['origin', 'origin-required'],
    ],
    ['no commit', { source: undefined, unverifiable_origin: true }, ['origin-required']],
    ['a commit', {}, []],
  ])('of %s', (_, changes, expected) => {
    const context = { now: NOW, clockSkew: SKEW, requireOrigin: true };
    expect(codes(checkConsistency(evidenceWith(changes), context))).toEqual(expected);
  });
});
