import { type Contradiction, compareWithParts, nothingChecked } from '../../documents/compare-with-parts.ts';
import { agreementIn } from './agreement.ts';
import type { AgreementReport } from './agreement-schema.ts';

/** Returns what the agreement of a judge and a person says against its own matrix. */
export function agreementContradictions(report: AgreementReport): Contradiction[] {
  const { matrix, words, labels } = report;
  if (matrix.length !== words.length || matrix.some((row) => row.length !== words.length)) {
    return [{ path: ['matrix'], message: `does not have ${words.length} rows of ${words.length} numbers` }];
  }
  const { observed, expected, kappa } = agreementIn(matrix);
  const items = Math.round(matrix.flat().reduce((sum, share) => sum + share, 0));
  return [
    ...compareWithParts(
      report,
      { agreement: { share: observed }, expected, kappa: { value: kappa }, labels: { items } },
      'the numbers of the matrix',
    ),
    ...nothingChecked(['labels', 'items'], labels.items, 'items'),
  ];
}
