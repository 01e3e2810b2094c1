import type { LabelRow } from '../src/artifacts/labels/model.ts';
import { type CertifyOptions, certify } from '../src/features/judge/certify.ts';
import { sha256 } from '../src/node/sha256.ts';
import { SeededRandom } from '../src/statistics/random.ts';

/** How many judges of a kind are simulated for each number of labels. */
const JUDGES = 200;
const SIZES = [50, 100, 200, 500] as const;

const OPTIONS: CertifyOptions = {
  model: 'simulated',
  promptSha256: undefined,
  bins: 10,
  binning: 'width',
  maxEce: 0.1,
  maxBrier: 0.25,
  // the number of labels must not be the reason
  minSamples: 20,
  confidence: 0.95,
  chance: 0.5,
  allowOrderBias: false,
  now: 0,
  until: 1,
};

/** A kind of judge: how sure it is, and how often it is right when it is so sure. */
interface Kind {
  readonly name: string;
  readonly isGood: boolean;
  readonly stated: (random: SeededRandom) => number;
  readonly right: (confidence: number) => number;
}

/** Judges state their confidence with two decimals. */
const fromHalf = (random: SeededRandom) => Math.round(100 * (0.5 + random.next() / 2)) / 100;

const KINDS: readonly Kind[] = [
  { name: 'calibrated', isGood: true, stated: fromHalf, right: (stated) => stated },
  { name: 'overconfident by 0.12', isGood: false, stated: fromHalf, right: (stated) => stated - 0.12 },
  { name: 'always 0.6, right in 60 %', isGood: false, stated: () => 0.6, right: () => 0.6 },
  { name: 'guesses, and knows it', isGood: false, stated: () => 0.5, right: () => 0.5 },
];

/** Prints how often simulated judges get the wrong answer: from the figures alone, and from all checks. */
export function measureJudges(): void {
  console.log(
    `${JUDGES} simulated judges for each row; wrong is refused though good, or certified though bad\n`,
  );
  console.log('| judge | items | mean ECE | wrong by the figures | wrong by the checks |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const kind of KINDS) for (const size of SIZES) console.log(rowOf(kind, size));
  console.log('');
}

function rowOf(kind: Kind, size: number): string {
  let [sum, byFigure, byChecks] = [0, 0, 0];
  for (let judge = 0; judge < JUDGES; judge++) {
    const seed = sha256(`${kind.name} ${size} ${judge}`);
    const items = labelsOf(kind, size, new SeededRandom(seed));
    const { metrics, certified } = certify(
      { items, others: undefined, orders: undefined, sha256: sha256(seed) },
      OPTIONS,
    );
    sum += metrics.ece;
    const isFine = metrics.ece <= OPTIONS.maxEce && metrics.brier <= OPTIONS.maxBrier;
    if (isFine !== kind.isGood) byFigure++;
    if (certified !== kind.isGood) byChecks++;
  }
  const percent = (count: number) => `${((100 * count) / JUDGES).toFixed(1)} %`;
  return `| ${kind.name} | ${size} | ${(sum / JUDGES).toFixed(3)} | ${percent(byFigure)} | ${percent(byChecks)} |`;
}

function labelsOf({ stated, right }: Kind, size: number, random: SeededRandom): LabelRow[] {
  return Array.from({ length: size }, (_, index) => {
    const confidence = stated(random);
    const correct = random.next() < right(confidence);
    const nothing = { order: undefined, group: undefined, verdict: undefined, label: undefined };
    return { line: index + 1, item: `${index}`, confidence, correct, ...nothing };
  });
}
