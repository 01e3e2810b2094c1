import type { Rule } from '../rules/model.ts';
import { type Proposal, proposalId, type SuggestedRule } from './proposal.ts';
import type { RuleTraffic, Traffic } from './traffic.ts';

/** Suggests switching off rules that the log never needed: no call matched, or another rule always decided. */
export function idleProposals({ rules, records }: Traffic, minSupport: number): Proposal[] {
  if (records < minSupport) return [];
  return [...rules.values()].flatMap((traffic) => {
    // a rule that may have matched is not idle
    if (traffic.uncertain > 0 || traffic.credited > 0) return [];
    if (traffic.matched === 0) return [neverFires(traffic, records)];
    // a matching threshold that is not reached still keeps later ones from being evaluated
    const isShadowed = traffic.compiled.rule.riskThreshold === null && traffic.matched >= minSupport;
    return isShadowed ? [shadowed(traffic)] : [];
  });
}

function neverFires({ compiled: { rule } }: RuleTraffic, records: number): Proposal {
  return {
    id: proposalId('never-fires', rule.name),
    kind: 'never-fires',
    summary: `rule \`${rule.name}\`: none of the ${records} calls matches it`,
    support: records,
    evidence: { records, matched: 0 },
    rule: switchedOff(rule),
    disables: [rule.name],
    ...(rule.action !== 'allow' && {
      note: 'a guard may be useful even if it was never needed',
    }),
  };
}

function shadowed({ compiled: { rule }, matched }: RuleTraffic): Proposal {
  return {
    id: proposalId('shadowed', rule.name),
    kind: 'shadowed',
    summary: `rule \`${rule.name}\`: matches ${matched} calls, but another rule decides each of them`,
    support: matched,
    evidence: { matched, credited: 0 },
    rule: switchedOff(rule),
    disables: [rule.name],
    ...(rule.action !== 'allow' && {
      note: 'it may be the only rule that stops a call that the log does not contain: `gateway check` shows what shadows it for all calls',
    }),
  };
}

function switchedOff({ line: _, ...rule }: Rule): SuggestedRule {
  return { ...rule, enabled: false };
}
