import { type Conformance, TIER_OF, TIERS } from '../../../artifacts/conformance/model.ts';
import type { RunReport } from '../../../artifacts/run-report/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import type { Checked, InputFile } from './input-file.ts';

/** The name of each tier, by every spelling that a run report may use. */
const TIER_BY_WORD: ReadonlyMap<string, string> = new Map([
  ...Object.entries(TIER_OF),
  ...TIERS.map((tier): [string, string] => [tier, tier]),
]);

/**
 * Returns the compliance tier of the conformance report, or else of the run report. Undefined when neither has one. A
 * conformance report that is given must decide the tier, and must not contradict the run report.
 */
export function complianceTier(
  { path: file, value: { compliance_tier: stated } }: InputFile<RunReport>,
  conformance: InputFile<Conformance> | undefined,
): Checked<string | undefined> {
  const ofRun = TIER_BY_WORD.get(scalarText(stated));
  const path = ['compliance_tier'];
  const problems: Diagnostic[] = [];
  if (stated !== undefined && ofRun === undefined) {
    problems.push({ file, path, message: `must be one of ${[...TIER_BY_WORD.keys()].join(', ')}` });
  }
  if (!conformance) return { value: ofRun, problems };
  const { tier } = conformance.value;
  if (tier === undefined) {
    const message = 'states no tier, and its checks do not determine one';
    problems.push({ file: conformance.path, message, help: 'leave out --conformance' });
  } else if (ofRun !== undefined && ofRun !== tier) {
    problems.push({ file, path, message: `is ${ofRun}, but ${conformance.path} says ${tier}` });
  }
  return { value: tier, problems };
}
