import { type Conformance, TIER_OF, TIERS } from '../../../artifacts/conformance/model.ts';
import type { RunReport } from '../../../artifacts/run-report/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import type { Checked, From } from './from.ts';

/** The tier in words, by every spelling that a run report may have. */
const TIER_BY_WORD: ReadonlyMap<unknown, string> = new Map([
  ...Object.entries(TIER_OF),
  ...TIERS.map((tier): [string, string] => [tier, tier]),
]);

/**
 * The compliance tier of the conformance report, else of the run report; undefined when neither has one. A given
 * conformance report must decide it, and two that differ contradict each other.
 */
export function complianceTier(
  { path: file, value: { compliance_tier: stated } }: From<RunReport>,
  conformance: From<Conformance> | undefined,
): Checked<string | undefined> {
  const ofRun = TIER_BY_WORD.get(stated);
  const path = ['compliance_tier'];
  const problems: Diagnostic[] = [];
  if (stated !== undefined && ofRun === undefined) {
    problems.push({ file, path, message: `must be one of ${[...TIER_BY_WORD.keys()].join(', ')}` });
  }
  if (!conformance) return { value: ofRun, problems };
  const { tier } = conformance.value;
  if (tier === undefined) {
    const message = 'states no tier, and its checks decide none';
    problems.push({ file: conformance.path, message, help: 'leave out --conformance' });
  } else if (ofRun !== undefined && ofRun !== tier) {
    problems.push({ file, path, message: `is ${ofRun}, but ${conformance.path} says ${tier}` });
  }
  return { value: tier, problems };
}
