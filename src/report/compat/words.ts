import type { ComparedEntry, ModelComparison } from '../../features/compat/compare.ts';
import { DIMENSIONS, type Dimension } from '../../features/compat/dimensions.ts';
import { plural } from '../plural.ts';

/** How each class is coloured. */
export const CLASS_TONES = { FAIL: 'bad', DRIFT: 'caution', PASS: 'good' } as const;

/** The verdict: the worst class of an entry, and how many entries each class has. */
export function headline({ summary }: ModelComparison): { word: 'FAIL' | 'DRIFT' | 'PASS'; rest: string } {
  const { total, pass, drift, fail } = summary;
  const word = fail > 0 ? 'FAIL' : drift > 0 ? 'DRIFT' : 'PASS';
  return { word, rest: `${plural(total, 'case')}: ${fail} fail, ${drift} drift, ${pass} pass` };
}

/** Which models were compared, and by what. */
export function facts(comparison: ModelComparison): [string, string][] {
  const { verdicts, alpha, overall, noise, baseline } = comparison;
  const { worse, better, undecided, p_value: p, significantly_worse: isWorse } = overall;
  return [
    ['baseline', sideInWords(comparison.baseline)],
    ['candidate', sideInWords(comparison.candidate)],
    ['verdicts', VERDICT_WORDS[verdicts]],
    [
      'overall',
      `${worse} worse, ${better} better${undecided > 0 ? `, ${undecided} undecided` : ''}; McNemar p ${number(p)}: ${isWorse ? 'significantly worse' : 'no significant loss'} at ${alpha}`,
    ],
    [
      'rate',
      `${signed(overall.rate_difference)}, ${percentOf(1 - alpha)} interval ${signed(overall.rate_difference_lower)} to ${signed(overall.rate_difference_upper)}; informs, decides nothing`,
    ],
    ...(baseline.trials === comparison.summary.total && noise.measured_by === 'trials'
      ? [
          [
            'trials',
            'one trial a case: no case can fail by itself; record more, or pass --aa to see the noise',
          ] as [string, string],
        ]
      : []),
  ];
}

const VERDICT_WORDS = {
  suite: 'the scenarios of the suite',
  recorded: 'what the recordings state',
  errors: 'no suite: a tool error or an empty answer is what does not hold',
} as const;

function sideInWords({ model, trials, held, ...figures }: ModelComparison['baseline']): string {
  const parts = [
    model ?? 'no model stated',
    `${held} of ${plural(trials, 'run')} held`,
    ...(figures.median_tokens === undefined ? [] : [`median ${figures.median_tokens} tokens`]),
    ...(figures.median_cost_micros === undefined
      ? []
      : [`median ${figures.median_cost_micros / 1e6} dollars`]),
  ];
  return parts.join(', ');
}

/** How often two runs differ in each respect: of the baseline against itself, and against the candidate. */
export function noiseRows({ noise, differences }: ModelComparison): string[][] {
  const rate = (name: Dimension, { pairs, differing }: ModelComparison['differences']) =>
    pairs === 0 ? '-' : percentOf((differing[name] as number) / pairs);
  const own = noise.measured_by === 'aa' ? 'baseline against --aa' : 'baseline against itself';
  return [
    ['pairs that differ in', `${own} (${noise.pairs})`, `baseline against candidate (${differences.pairs})`],
    ...(Object.keys(DIMENSIONS) as Dimension[]).map((name) => [
      DIMENSIONS[name],
      rate(name, noise),
      rate(name, differences),
    ]),
  ];
}

/** An entry as cells: class, case, how often it held before and now, p-value, what changed. */
export function entryCells({ classification, id, baseline, candidate, ...entry }: ComparedEntry): string[] {
  return [
    classification,
    id,
    `${baseline.held}/${baseline.trials} -> ${candidate.held}/${candidate.trials}`,
    number(entry.p_adjusted),
    (entry.dimensions ?? []).map((name) => name.replace('_', ' ')).join(', '),
  ];
}

/** What is said below an entry: a flip, why, and what would decide. */
export function remarks({
  flip,
  decided_by: by,
  detail,
  more_trials: more,
  classification,
}: ComparedEntry): string[] {
  return [
    ...(by === 'case' ? ['holds less often than before, beyond chance'] : []),
    ...(by === 'overall' ? ['held before and does not now; all cases together are significantly worse'] : []),
    ...(classification !== 'FAIL' && flip === 'worse'
      ? ['held before and does not now, which may be chance']
      : []),
    ...(flip === 'better' ? ['did not hold before and holds now'] : []),
    ...(flip === 'undecided' ? ['undecided: as many runs held as not'] : []),
    ...(detail === undefined ? [] : [detail]),
    ...(more === undefined ? [] : [`about ${plural(more, 'more trial')} of each side would decide`]),
  ];
}

function number(value: number): string {
  return value < 0.0001 && value > 0 ? '<0.0001' : value.toFixed(4);
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function signed(share: number): string {
  const text = percentOf(share);
  return share > 0 ? `+${text}` : text;
}
