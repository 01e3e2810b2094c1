import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJudgeCert } from '../../src/artifacts/judge-cert/read.ts';
import { writeJudgeCert } from '../../src/artifacts/judge-cert/write.ts';
import type { LabelRow } from '../../src/artifacts/labels/model.ts';
import { readModelCompat } from '../../src/artifacts/model-compat/read.ts';
import { writeModelCompat } from '../../src/artifacts/model-compat/write.ts';
import { compareModels } from '../../src/features/compat/compare.ts';
import { comparisonContradictions } from '../../src/features/compat/comparison-contradictions.ts';
import { NOTHING_EQUAL } from '../../src/features/compat/equal-file.ts';
import { errorsOf, toTrial } from '../../src/features/compat/trial.ts';
import { certificateContradictions } from '../../src/features/judge/certificate-contradictions.ts';
import { certify, unusable } from '../../src/features/judge/certify.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { asWritten } from '../support/as-written.ts';
import { memoryFiles } from '../support/memory-files.ts';

// The rule for every format that mcptest writes: to read what was written gives the same model, without a complaint.

const share = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1, 0.5, 5e-324));
const name = fc.string({ unit: 'grapheme', maxLength: 8 });

const row = fc.record({
  confidence: share,
  correct: fc.boolean(),
  group: fc.option(name, { nil: undefined }),
});

describe('what judge certify writes', () => {
  const DAY = 86_400_000;

  it('is read as the same certificate', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 20, maxLength: 60 }),
        fc.record({
          model: name,
          maxEce: share,
          maxBrier: share,
          chance: share,
          bins: fc.integer({ min: 2, max: 100 }),
          minSamples: fc.integer({ min: 20, max: 40 }),
          binning: fc.constantFrom('width' as const, 'mass' as const),
          allowOrderBias: fc.boolean(),
        }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.boolean(),
        (rows, options, day, isPaired) => {
          const toRow = (each: (typeof rows)[number], index: number): LabelRow => ({
            ...each,
            line: index + 1,
            item: `${index % (rows.length >> 1)}`,
            order: isPaired ? 'a' : undefined,
            verdict: `${each.correct}`,
            label: undefined,
          });
          const all = rows.map(toRow);
          const half = all.length >> 1;
          fc.pre(!isPaired || half >= 20);
          const labels = {
            items: isPaired ? all.slice(0, half) : all,
            others: isPaired ? all.slice(half, 2 * half) : undefined,
            orders: isPaired ? (['a', 'b'] as const) : undefined,
            sha256: sha256(JSON.stringify(rows)),
          };
          fc.pre(!unusable(labels));
          const now = day * DAY;
          const found = certify(labels, {
            ...options,
            confidence: 0.95,
            promptSha256: undefined,
            now,
            until: now + DAY,
          });
          const { value, warnings } = readJudgeCert(
            'c.json',
            memoryFiles({ 'c.json': writeJudgeCert(found) }),
          );
          expect(warnings).toEqual([]);
          expect(value).toEqual({
            certified: found.certified,
            ece: found.metrics.ece,
            brier: found.metrics.brier,
            validity: { from: now, until: now + DAY },
          });
          expect(found.certified).toBe(found.checks.every(({ passed }) => passed));
          expect(certificateContradictions(asWritten(found))).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('what model-compat diff writes', () => {
  const run = fc.record({ isError: fc.boolean(), tool: name, response: fc.option(name, { nil: undefined }) });
  const trial = run.map(({ isError, tool, response }) => {
    const cassette = {
      turns: [
        {
          tool_calls: [{ name: tool, args: {}, is_error: isError }],
          ...(response !== undefined && { final_response: response }),
        },
      ],
    };
    return toTrial(tool, cassette, errorsOf(cassette), { equivalence: NOTHING_EQUAL, digest: sha256 });
  });
  const side = fc.array(trial, { minLength: 1, maxLength: 6 });

  it('is read with the same counts', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            id: name,
            baseline: side,
            candidate: side,
            again: fc.option(side, { nil: undefined }),
          }),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        fc.boolean(),
        (cases, compareText) => {
          const options = { alpha: 0.05, compareText, verdicts: 'errors', digest: sha256 } as const;
          const found = compareModels(cases, options);
          const { value, warnings } = readModelCompat(
            'm.json',
            memoryFiles({ 'm.json': writeModelCompat(found) }),
          );
          expect(warnings).toEqual([]);
          expect(value.counts).toEqual(found.summary);
          expect(compareModels(cases, options)).toEqual(found);
          expect(comparisonContradictions(asWritten(found))).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('never fails a model that is compared with its own runs', () => {
    fc.assert(
      fc.property(fc.array(side, { minLength: 1, maxLength: 8 }), (cases) => {
        const same = cases.map((runs, id) => ({
          id: `${id}`,
          baseline: runs,
          candidate: runs,
          again: undefined,
        }));
        const options = { alpha: 0.5, compareText: true, verdicts: 'errors', digest: sha256 } as const;
        const { summary } = compareModels(same, options);
        expect(summary).toEqual({ total: cases.length, pass: cases.length, drift: 0, fail: 0 });
      }),
      { numRuns: 40 },
    );
  });
});
