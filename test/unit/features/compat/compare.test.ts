import { describe, expect, it } from 'vitest';
import type { Cassette } from '../../../../src/artifacts/cassette/model.ts';
import { readModelCompat } from '../../../../src/artifacts/model-compat/read.ts';
import { writeModelCompat } from '../../../../src/artifacts/model-compat/write.ts';
import { caseOfPath } from '../../../../src/features/compat/case-name.ts';
import { compareModels } from '../../../../src/features/compat/compare.ts';
import { NOTHING_EQUAL } from '../../../../src/features/compat/equal-file.ts';
import { errorsOf, type Trial, toTrial } from '../../../../src/features/compat/trial.ts';
import { sha256 } from '../../../../src/node/sha256.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const OPTIONS = { alpha: 0.05, compareText: false, verdicts: 'errors', digest: sha256 } as const;

function trial(isError: boolean, name = 'find', args: Record<string, unknown> = { q: 'a' }): Trial {
  const cassette: Cassette = {
    turns: [{ tool_calls: [{ name, args, is_error: isError }], final_response: 'ok' }],
  };
  return toTrial('run.json', cassette, errorsOf(cassette), { equivalence: NOTHING_EQUAL, digest: sha256 });
}

const trials = (held: number, failed: number) => [
  ...Array.from({ length: held }, () => trial(false)),
  ...Array.from({ length: failed }, () => trial(true)),
];

const compare = (...cases: readonly (readonly [Trial[], Trial[]])[]) =>
  compareModels(
    cases.map(([baseline, candidate], index) => ({ id: `c${index}`, baseline, candidate, again: undefined })),
    OPTIONS,
  );

describe('a comparison of models', () => {
  it('fails a case that holds less often, beyond chance', () => {
    const found = compare([trials(8, 0), trials(1, 7)], [trials(4, 0), trials(4, 0)]);
    expect(found.summary).toEqual({ total: 2, pass: 1, drift: 0, fail: 1 });
    expect(found.entries[0]).toMatchObject({ id: 'c0', classification: 'FAIL', decided_by: 'case' });
    const { value } = readModelCompat('m.json', memoryFiles({ 'm.json': writeModelCompat(found) }));
    expect(value.counts).toEqual(found.summary);
  });

  it('does not fail on a flip that may be chance, and says how many trials would decide', () => {
    const [entry] = compare([trials(1, 0), trials(0, 1)]).entries;
    expect(entry).toMatchObject({
      classification: 'DRIFT',
      dimension: 'outcome',
      flip: 'worse',
      more_trials: 3,
    });
  });

  it('fails the flipped cases when all of them together are significantly worse', () => {
    const flipped = Array.from({ length: 6 }, () => [trials(1, 0), trials(0, 1)] as const);
    expect(compare(...flipped).summary.fail).toBe(6);
    expect(compare(...flipped.slice(1)).summary.fail).toBe(0);
    const better = flipped.map(([before, now]) => [now, before] as const);
    expect(compare(...better).summary.fail).toBe(0);
  });

  it('leaves a tie undecided', () => {
    const { overall, entries } = compare([trials(2, 0), trials(1, 1)]);
    expect(overall).toMatchObject({ worse: 0, undecided: 1 });
    expect(entries[0]).toMatchObject({ classification: 'DRIFT', flip: 'undecided' });
  });

  it('takes letter case, white space and key order for no change of arguments', () => {
    const before = [trial(false, 'find', { q: 'Berth  B7', n: 1 })];
    expect(compare([before, [trial(false, 'find', { n: 1, q: ' berth b7' })]]).summary.pass).toBe(1);
    expect(compare([before, [trial(false, 'find', { n: '1', q: 'Berth B7' })]]).entries[0]?.dimension).toBe(
      'arguments',
    );
    expect(compare([before, [trial(false, 'search', { q: 'Berth  B7', n: 1 })]]).entries[0]?.dimension).toBe(
      'tools',
    );
  });
});

describe('the name of a case', () => {
  it.each([
    ['refund.json', 'refund'],
    ['refund.trial-2.json', 'refund'],
    ['refund/2.json', 'refund'],
    ['refund#2.json', 'refund'],
    ['task-1.json', 'task-1'],
    ['shop/refund.trial-0.jsonl', 'shop/refund'],
    ['.trial-1.json', '.trial-1'],
    ['7.json', '7'],
  ])('%s is %s', (path, name) => {
    expect(caseOfPath(path)).toBe(name);
  });
});
