import type { Policy } from '../rules/model.ts';
import { type Proposal, proposalId, type SuggestedRule } from './proposal.ts';
import type { PolicyTraffic, Traffic } from './traffic.ts';

/** Rules that the log never needed: no call matched, or another rule always decided. */
export function idleProposals({ policies, records }: Traffic, minSupport: number): Proposal[] {
  if (records < minSupport) return [];
  return [...policies.values()].flatMap((policy) => {
    // a rule that may have matched is not idle
    if (policy.uncertain > 0 || policy.credited > 0) return [];
    if (policy.matched === 0) return [neverFires(policy, records)];
    // a threshold that is not reached still keeps the ones behind it from being asked
    const isShadowed = policy.compiled.policy.riskThreshold === null && policy.matched >= minSupport;
    return isShadowed ? [shadowed(policy)] : [];
  });
}

function neverFires({ compiled: { policy } }: PolicyTraffic, records: number): Proposal {
  return {
    id: proposalId('never-fires', policy.name),
    kind: 'never-fires',
    summary: `rule \`${policy.name}\`: none of ${records} calls matches it`,
    support: records,
    evidence: { records, matched: 0 },
    rule: switchedOff(policy),
    disables: [policy.name],
    ...(policy.action !== 'allow' && {
      note: 'a guard that has never been needed may be wanted all the same',
    }),
  };
}

function shadowed({ compiled: { policy }, matched }: PolicyTraffic): Proposal {
  return {
    id: proposalId('shadowed', policy.name),
    kind: 'shadowed',
    summary: `rule \`${policy.name}\`: matches ${matched} calls, and another rule decides each of them`,
    support: matched,
    evidence: { matched, credited: 0 },
    rule: switchedOff(policy),
    disables: [policy.name],
  };
}

function switchedOff({ line: _, ...policy }: Policy): SuggestedRule {
  return { ...policy, enabled: false };
}
