import { describe, expect, it } from 'vitest';
import { readJudgeCert } from '../../../../src/artifacts/judge-cert/read.ts';
import { writeJudgeCert } from '../../../../src/artifacts/judge-cert/write.ts';
import { readLabels } from '../../../../src/artifacts/labels/read.ts';
import { type CertifyOptions, certify } from '../../../../src/features/judge/certify.ts';
import { equalMassEnds } from '../../../../src/features/judge/equal-mass.ts';
import { SeededRandom } from '../../../../src/statistics/random.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const OPTIONS: CertifyOptions = {
  model: 'judge-1',
  promptSha256: undefined,
  bins: 10,
  binning: 'width',
  maxEce: 0.1,
  maxBrier: 0.25,
  minSamples: 200,
  confidence: 0.95,
  chance: 0.5,
  allowOrderBias: false,
  now: Date.parse('2026-06-01T00:00:00Z'),
  until: Date.parse('2026-08-30T00:00:00Z'),
};

const seed = (text: string) => text.padEnd(32, '0');

/** Labels of a judge whose verdicts are right with a chance that depends on its confidence. */
function labelsOf(count: number, chanceOf: (confidence: number) => number, name = '1'): string {
  const random = new SeededRandom(seed(name));
  return Array.from({ length: count }, (_, id) => {
    const confidence = 0.5 + random.next() / 2;
    return `${JSON.stringify({ id, confidence, correct: random.next() < chanceOf(confidence) })}\n`;
  }).join('');
}

function certified(text: string, options: Partial<CertifyOptions> = {}) {
  const files = memoryFiles({ 'labels.jsonl': text });
  const wants = ['confidence', 'correct'] as const;
  const labels = readLabels('labels.jsonl', files, { wants, itemKey: undefined });
  return certify(labels, { ...OPTIONS, ...options });
}

const failedChecks = ({ checks }: ReturnType<typeof certified>) =>
  checks.filter(({ passed }) => !passed).map(({ id }) => id);

describe('certify', () => {
  it('certifies a calibrated judge, and is read back as what it is', () => {
    const certificate = certified(labelsOf(600, (confidence) => confidence));
    expect(failedChecks(certificate)).toEqual([]);
    const { value } = readJudgeCert('cert.json', memoryFiles({ 'cert.json': writeJudgeCert(certificate) }));
    expect(value).toEqual({
      certified: true,
      ece: certificate.metrics.ece,
      brier: certificate.metrics.brier,
      validity: { from: OPTIONS.now, until: OPTIONS.until },
    });
  });

  it('gives the same certificate for the same labels', () => {
    const text = labelsOf(300, (confidence) => confidence);
    expect(writeJudgeCert(certified(text))).toBe(writeJudgeCert(certified(text)));
  });

  it('refuses a judge that is too sure of itself', () => {
    expect(failedChecks(certified(labelsOf(1000, (confidence) => confidence - 0.15)))).toContain('ece');
  });

  it('refuses a judge that always states its accuracy', () => {
    const constant = Array.from({ length: 400 }, (_, id) => ({ id, confidence: 0.6, correct: id % 5 < 3 }));
    const certificate = certified(constant.map((row) => JSON.stringify(row)).join('\n'));
    expect(certificate.metrics.ece).toBe(0);
    expect(failedChecks(certificate)).toEqual(['skill']);
    expect(certificate.more_labels_cannot_help).toEqual(['skill']);
  });

  it('refuses a judge that is no better than chance', () => {
    const certificate = certified(labelsOf(400, () => 0.5));
    expect(failedChecks(certificate)).toContain('accuracy');
  });

  it('says how many items more would decide, and keeps its word', () => {
    // exactly as often right as it says
    const perfect = (count: number) =>
      Array.from({ length: count }, (_, id) => {
        const confidence = [0.6, 0.7, 0.8, 0.9][id % 4] as number;
        return JSON.stringify({ id, confidence, correct: (id >> 2) % 10 < 10 * confidence - 1e-9 });
      }).join('\n');
    const few = certified(perfect(40));
    expect(failedChecks(few)).toContain('samples');
    const more = few.more_labels ?? 0;
    expect(more).toBeGreaterThanOrEqual(160);
    expect(certified(perfect(40 * Math.ceil(1 + more / 40))).certified).toBe(true);
  });

  it('counts two orders of an item once, and compares their verdicts', () => {
    const random = new SeededRandom(seed('3'));
    const rows = Array.from({ length: 220 }, (_, id) => {
      const correct = random.next() < 0.85;
      const verdicts = id % 4 === 0 ? ['A', 'B'] : ['A', 'A'];
      return verdicts.map((verdict, order) =>
        JSON.stringify({ id, order, verdict, confidence: 0.85, correct }),
      );
    });
    const certificate = certified(rows.flat().join('\n'));
    expect(certificate.metrics).toMatchObject({ samples: 220, order_consistency: 0.75 });
    expect(failedChecks(certificate)).toContain('order');
    const allowed = certified(rows.flat().join('\n'), { allowOrderBias: true });
    expect(allowed.checks.map(({ id }) => id)).not.toContain('order');
  });

  it('widens the bound when items have two rows: they are no further evidence', () => {
    const single = labelsOf(400, (confidence) => confidence);
    const twice = single
      .trim()
      .split('\n')
      .flatMap((line) => [1, 2].map((order) => JSON.stringify({ ...JSON.parse(line), order, verdict: 'A' })))
      .join('\n');
    const [one, two] = [certified(single).metrics, certified(twice).metrics];
    expect(two.ece).toBeCloseTo(one.ece ?? 0, 12);
    expect(two.ece_upper).toBeCloseTo(one.ece_upper ?? 0, 2);
    expect(two.noise_floor).toBeCloseTo(one.noise_floor ?? 0, 2);
  });

  it('lets no file be certified whose bound is above the threshold, or whose check failed', () => {
    const certificate = certified(labelsOf(600, (confidence) => confidence));
    const read = (change: object) => () =>
      readJudgeCert('c.json', memoryFiles({ 'c.json': JSON.stringify({ ...certificate, ...change }) }));
    expect(read({ metrics: { ...certificate.metrics, ece_upper: 0.2 } })).toThrow('ece_upper 0.2 is above');
    expect(read({ checks: [{ id: 'ece', passed: false, value: 1, limit: 0, compare: 'at_most' }] })).toThrow(
      'the check `ece` failed',
    );
  });
});

describe('equal-mass bins', () => {
  const sizesOf = (counts: readonly number[], bins: number) => {
    let from = 0;
    return equalMassEnds(Uint32Array.from(counts), bins).map((end) => {
      const size = counts.slice(from, end + 1).reduce((sum, count) => sum + count, 0);
      from = end + 1;
      return size;
    });
  };

  it('are as equal as can be, the larger ones first', () => {
    expect(sizesOf(Array(25).fill(1), 10)).toEqual([3, 3, 3, 3, 3, 2, 2, 2, 2, 2]);
    expect(sizesOf(Array(20).fill(1), 10)).toEqual(Array(10).fill(2));
  });

  it('never split equal values', () => {
    expect(sizesOf([10, 1, 1, 1], 2)).toEqual([10, 3]);
    expect(sizesOf([1, 1, 10, 1, 1], 3)).toEqual([2, 10, 2]);
  });
});
