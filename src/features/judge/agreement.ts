import { quantile, RESAMPLES, resample } from '../../statistics/bootstrap.ts';
import { type Interval, wilson } from '../../statistics/interval.ts';
import { SeededRandom } from '../../statistics/random.ts';
import type { AgreementReport, Rate } from './agreement-schema.ts';
import { shareOf, type VerdictItem } from './verdict-items.ts';

/** What the agreement of a judge and a person is computed from. */
export interface AgreementInput {
  readonly items: readonly VerdictItem[];
  readonly rows: number;
  readonly sha256: string;
  /** The different verdicts and labels. */
  readonly words: readonly string[];
  /** The one that means yes; undefined when that is not clear. */
  readonly positive: string | undefined;
  /** Two-sided. */
  readonly confidence: number;
}

/**
 * Says how far a judge and a person agree, beyond what chance would give.
 *
 * Spec (judging): "`mcptest judge certify`"
 */
export function agreementOf({
  items,
  rows,
  sha256,
  words,
  positive,
  confidence,
}: AgreementInput): AgreementReport {
  const matrix = matrixOf(items, words);
  const found = agreementIn(matrix);
  return {
    schema_version: 'mcptest.dev/judge-agreement/v1',
    labels: { sha256, rows, items: items.length },
    confidence,
    agreement: { share: found.observed, ...wilson(found.observed * items.length, items.length, confidence) },
    expected: found.expected,
    kappa: { value: found.kappa, ...kappaInterval(items, words, confidence, sha256) },
    ...(positive !== undefined && { positive, ...ratesOf(items, positive, confidence) }),
    words: [...words],
    matrix,
  };
}

/** How often the judge says yes where the person does, and no where the person does. */
export function ratesOf(
  items: readonly VerdictItem[],
  positive: string,
  confidence: number,
): { readonly true_positive_rate: Rate; readonly true_negative_rate: Rate } {
  const rateOf = (isWanted: (item: VerdictItem) => boolean, share: (item: VerdictItem) => number): Rate => {
    const wanted = items.filter(isWanted);
    const hits = wanted.reduce((sum, item) => sum + share(item), 0);
    return {
      items: wanted.length,
      share: wanted.length === 0 ? 0 : hits / wanted.length,
      ...wilson(hits, wanted.length, confidence),
    };
  };
  return {
    true_positive_rate: rateOf(
      ({ label }) => label === positive,
      (item) => shareOf(positive, item),
    ),
    true_negative_rate: rateOf(
      ({ label }) => label !== positive,
      (item) => 1 - shareOf(positive, item),
    ),
  };
}

/** Counts the items by verdict and label: a row for each label, a column for each verdict. Orders share their item. */
function matrixOf(items: readonly VerdictItem[], words: readonly string[]): number[][] {
  const places = new Map(words.map((word, index) => [word, index]));
  const matrix = words.map(() => words.map(() => 0));
  for (const { verdicts, label = '' } of items) {
    const row = matrix[places.get(label) ?? 0] as number[];
    for (const verdict of verdicts) (row[places.get(verdict) ?? 0] as number) += 1 / verdicts.length;
  }
  return matrix;
}

/** Cohen's kappa (1960): the agreement beyond chance, as a share of what is possible beyond chance. */
export function agreementIn(matrix: readonly (readonly number[])[]) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const total = sum(matrix.map(sum));
  let [observed, expected] = [0, 0];
  for (const [at, row] of matrix.entries()) {
    observed += (row[at] as number) / total;
    expected += (sum(row) * sum(matrix.map((each) => each[at] as number))) / (total * total);
  }
  return { observed, expected, kappa: expected >= 1 ? 0 : (observed - expected) / (1 - expected) };
}

/** The percentile interval of a bootstrap over items, seeded from the file. */
function kappaInterval(
  items: readonly VerdictItem[],
  words: readonly string[],
  confidence: number,
  seed: string,
): Interval {
  const cells = new Map<string, { item: VerdictItem; size: number }>();
  for (const item of items) {
    const key = JSON.stringify([item.label, ...item.verdicts]);
    const cell = cells.get(key);
    if (cell) cell.size++;
    else cells.set(key, { item, size: 1 });
  }
  const all = [...cells.values()];
  const matrices = all.map(({ item }) => matrixOf([item], words));
  const kappas = new Float64Array(RESAMPLES);
  let round = 0;
  resample(
    all.map(({ size }) => size),
    new SeededRandom(seed),
    (drawn) => {
      const matrix = words.map((_, row) =>
        words.map((__, column) =>
          matrices.reduce(
            (sum, cell, at) => sum + (drawn[at] as number) * ((cell[row] as number[])[column] as number),
            0,
          ),
        ),
      );
      kappas[round++] = agreementIn(matrix).kappa;
    },
  );
  const tail = (1 - confidence) / 2;
  return { lower: quantile(kappas, tail), upper: quantile(kappas, 1 - tail) };
}
