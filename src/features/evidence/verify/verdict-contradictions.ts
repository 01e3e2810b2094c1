import { type Contradiction, compareWithParts } from '../../../documents/compare-with-parts.ts';
import { type CheckName, REASONS } from './reasons.ts';
import type { BundleReport, EvidenceVerdict } from './verdict-schema.ts';

/** Returns what a verdict on evidence says against its own reasons and checks. */
export function verdictContradictions(verdict: EvidenceVerdict): Contradiction[] {
  const { accepted, attested, reasons, checks, signature, asked = {} } = verdict;
  const found = new Set<CheckName>(reasons.map(({ code }) => REASONS[code].check));
  const hasFailed = Object.values(checks).includes('failed');
  const timed = <T extends string>(check: CheckName, said: T) =>
    found.has(check) ? ('failed' as const) : said === 'failed' ? ('passed' as const) : said;
  return [
    ...compareWithParts(
      verdict,
      {
        accepted: reasons.length === 0 && !hasFailed,
        attested: attested && accepted,
        checks: {
          consistency: found.has('consistency') ? 'failed' : 'passed',
          freshness: timed('freshness', checks.freshness),
          ancestry: timed('ancestry', checks.ancestry),
          ...(found.has('signature') && { signature: 'failed' }),
        },
      },
      'the reasons and checks',
    ),
    ...compareWithParts(
      verdict,
      {
        signature: {
          verified: checks.signature === 'verified',
          present: signature.present || checks.signature === 'verified' || checks.signature === 'present',
        },
      },
      'the checks',
    ),
    ...(checks.signature === 'verified' ? signerContradictions(signature) : []),
    ...(asked.max_age !== undefined && checks.freshness === 'not-checked'
      ? [{ path: ['checks', 'freshness'], message: 'is "not-checked", but `asked` names an age' }]
      : []),
  ];
}

/** Returns what a verdict on the bundle of a file says against its own reasons. */
export function bundleContradictions(verdict: BundleReport): Contradiction[] {
  return [
    ...compareWithParts(verdict, { verified: verdict.reasons.length === 0 }, 'the reasons'),
    ...(verdict.verified ? signerContradictions(verdict.signature) : []),
  ];
}

function signerContradictions({ identity, key }: BundleReport['signature']): Contradiction[] {
  if (identity !== undefined || key !== undefined) return [];
  return [{ path: ['signature'], message: 'is verified, but names neither a signer nor a key' }];
}
