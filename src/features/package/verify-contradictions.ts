import { type Contradiction, compareWithParts, nothingChecked } from '../../documents/compare-with-parts.ts';
import type { PackageVerdict } from './verify-schema.ts';

/** Returns what a verdict on the files of a package says against its own problems. */
export function packageContradictions(verdict: PackageVerdict): Contradiction[] {
  return [
    ...compareWithParts(verdict, { accepted: verdict.problems.length === 0 }, 'the problems'),
    ...nothingChecked(['files'], verdict.files, 'files'),
  ];
}
