import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementOf } from '../../src/features/judge/agreement.ts';
import { correctRate } from '../../src/features/judge/correct.ts';
import type { VerdictItem } from '../../src/features/judge/verdict-items.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { fisherExact, holm, mcnemarExact } from '../../src/statistics/exact-tests.ts';
import { wilson } from '../../src/statistics/interval.ts';

// The statistics that decide, against their definitions in whole numbers of any size: no rounding, and no code in common.

/** The standard normal quantile at 0.975, from a table. */
const Z = 1.959963984540054;

/** A fraction as a number, to about 30 digits before it is rounded once. */
const divided = (above: bigint, below: bigint) => Number((above * 10n ** 30n) / below) / 1e30;

function chosen(from: number, some: number): bigint {
  let ways = 1n;
  for (let k = 1; k <= some; k++) ways = (ways * BigInt(from - some + k)) / BigInt(k);
  return ways;
}

/** The share of the weights that are at most as large as the one at an index. */
function tail(weights: readonly bigint[], index: number): number {
  const sum = (list: readonly bigint[]) => list.reduce((total, each) => total + each, 0n);
  return divided(sum(weights.filter((each) => each <= (weights[index] as bigint))), sum(weights));
}

const close = (found: number, wanted: number) =>
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(wanted), 1e-3));

const trials = fc.nat({ max: 60 });

describe('exact tests', () => {
  it('add up the probabilities of Fisher', () => {
    fc.assert(
      fc.property(trials, trials, trials, trials, (h1, f1, h2, f2) => {
        const held = h1 + h2;
        const least = Math.max(0, held - (h2 + f2));
        const most = Math.min(h1 + f1, held);
        const weights = Array.from(
          { length: most - least + 1 },
          (_, at) => chosen(h1 + f1, least + at) * chosen(h2 + f2, held - least - at),
        );
        const found = fisherExact({ a: { held: h1, failed: f1 }, b: { held: h2, failed: f2 } });
        close(found, tail(weights, h1 - least));
      }),
    );
  });

  it('add up the probabilities of McNemar', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.nat({ max: 300 }), (worse, better) => {
        const weights = Array.from({ length: worse + better + 1 }, (_, k) => chosen(worse + better, k));
        close(mcnemarExact(worse, better), tail(weights, worse));
        close(mcnemarExact(better, worse), mcnemarExact(worse, better));
      }),
    );
  });

  it('correct for several tests as Holm does', () => {
    const value = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.01, 0.02, 1));
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 40 }),
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        (values, alpha) => {
          // the definition: from the least on, reject while p <= alpha / (tests that are left)
          const sorted = [...values].sort((a, b) => a - b);
          const kept = sorted.findIndex((p, rank) => p * (values.length - rank) > alpha);
          const rejected = kept === -1 ? values.length : kept;
          expect(holm(values).filter((p) => p <= alpha)).toHaveLength(rejected);
          for (const [index, p] of holm(values).entries())
            expect(p).toBeGreaterThanOrEqual(values[index] as number);
        },
      ),
    );
  });

  it('give an interval whose ends solve the equation of Wilson', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, share) => {
          const hits = Math.round(share * total);
          const { lower, upper } = wilson(hits, total, 0.95);
          for (const end of [lower, upper]) {
            close((end - hits / total) ** 2, (Z * Z * end * (1 - end)) / total);
          }
          expect(lower).toBeLessThanOrEqual(hits / total);
          expect(upper).toBeGreaterThanOrEqual(hits / total);
        },
      ),
    );
  });
});

const word = fc.constantFrom('a', 'b', 'c');
const itemOf = (verdict: string, label?: string): VerdictItem => ({
  name: undefined,
  verdicts: [verdict],
  label,
});

describe('the agreement of a judge', () => {
  it('is the kappa of Cohen', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { minLength: 2, maxLength: 60 }), (pairs) => {
        const words = ['a', 'b', 'c'];
        const countOf = (side: 0 | 1, each: string) =>
          BigInt(pairs.filter((pair) => pair[side] === each).length);
        const size = BigInt(pairs.length);
        const same = BigInt(pairs.filter(([verdict, label]) => verdict === label).length);
        const chance = words.reduce((sum, each) => sum + countOf(0, each) * countOf(1, each), 0n);
        fc.pre(chance < size * size);
        const items = pairs.map(([verdict, label]) => itemOf(verdict, label));
        const input = { items, rows: items.length, words, positive: undefined, confidence: 0.95 };
        const { kappa } = agreementOf({ ...input, sha256: sha256('seed') });
        close(kappa.value, divided(size * same - chance, size * size - chance));
        expect(kappa.lower).toBeLessThanOrEqual(kappa.upper);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the corrected rate of a judge', () => {
  const bit = fc.boolean();
  const sumOf = (values: readonly boolean[]) => BigInt(values.filter(Boolean).length);

  it('is that of Rogan and Gladen, and the prediction-powered one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(bit, bit), { minLength: 4, maxLength: 80 }),
        fc.array(bit, { minLength: 2, maxLength: 80 }),
        (labelled, judged) => {
          const wordOf = (isYes: boolean) => (isYes ? 'yes' : 'no');
          const report = correctRate({
            labelled: labelled.map(([verdict, label]) => itemOf(wordOf(verdict), wordOf(label))),
            unlabelled: judged.map((verdict) => itemOf(wordOf(verdict))),
            alreadyLabelled: 0,
            positive: 'yes',
            confidence: 0.95,
          });
          const yes = BigInt(labelled.filter(([, label]) => label).length);
          const no = BigInt(labelled.length) - yes;
          const bothYes = BigInt(labelled.filter(([verdict, label]) => verdict && label).length);
          const bothNo = BigInt(labelled.filter(([verdict, label]) => !verdict && !label).length);
          const isUsable = yes >= 2n && no >= 2n && bothYes * no + bothNo * yes > yes * no;
          expect('message' in report).toBe(!isUsable);
          if ('message' in report) return;
          // (observed + tnr - 1) / (tpr + tnr - 1), with all of it over the same denominator
          const [seen, count] = [sumOf(judged), BigInt(judged.length)];
          const above = (seen * no + bothNo * count - count * no) * yes;
          const below = (bothYes * no + bothNo * yes - yes * no) * count;
          const within = (value: number) => Math.min(1, Math.max(0, value));
          close(report.rogan_gladen.share, within(divided(above, below)));

          const size = BigInt(labelled.length);
          const verdicts = BigInt(labelled.filter(([verdict]) => verdict).length);
          const share = divided(seen * size + (yes - verdicts) * count, count * size);
          close(report.prediction_powered.share, within(share));
          const wrong = BigInt(labelled.filter(([verdict, label]) => verdict !== label).length);
          const variance = (squares: bigint, sum: bigint, n: bigint) =>
            divided(squares * n - sum * sum, n * n * (n - 1n));
          const spread = Z * Math.sqrt(variance(seen, seen, count) + variance(wrong, yes - verdicts, size));
          close(report.prediction_powered.lower, within(share - spread));
          close(report.prediction_powered.upper, within(share + spread));
        },
      ),
    );
  });
});
