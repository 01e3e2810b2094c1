import { isStricter } from '../../../artifacts/audit-log/model.ts';
import { clip } from '../../../text/clip.ts';
import { covers } from '../rules/coverage.ts';
import type { Policy } from '../rules/model.ts';
import type { Remark } from './findings.ts';

/**
 * What rules make of each other: one that can never change a verdict, a threshold that is never asked, an allow that is
 * overruled. Source: "How a verdict is reached".
 * @param policies those that are switched on, in the order in which they are evaluated
 */
export function standingRemarks(policies: readonly Policy[]): Remark[] {
  const deciding = policies.filter(({ riskThreshold }) => riskThreshold === null);
  const thresholds = policies.filter(({ riskThreshold }) => riskThreshold !== null);
  return [
    ...deciding.flatMap((policy, place) => {
      const shadow = shadowed(policy, place, deciding);
      return shadow.length > 0 ? shadow : standingOfAllow(policy, deciding, thresholds);
    }),
    ...thresholds.flatMap((policy, place) => [
      ...thresholdAction(policy),
      ...unreachable(policy, deciding, thresholds.slice(0, place)),
    ]),
  ];
}

/** A stricter rule that always matches too decides in its place; so does an earlier one of the same action. */
function shadowed(policy: Policy, place: number, deciding: readonly Policy[]): Remark[] {
  const cover = deciding.find((other, otherPlace) => {
    const isEarlier = otherPlace < place && other.action === policy.action;
    return (isEarlier || isStricter(other.action, policy.action)) && covers(other, policy);
  });
  if (!cover) return [];
  const message = `never changes a verdict: wherever it matches, ${inWords(cover)} does too, and says ${cover.action}`;
  return [{ code: 'shadowed-rule', policy, message, help: 'remove it, or narrow the other rule' }];
}

function standingOfAllow(
  policy: Policy,
  deciding: readonly Policy[],
  thresholds: readonly Policy[],
): Remark[] {
  if (policy.action !== 'allow') return [];
  const deny =
    policy.signalCategory === null ? deciding.find((other) => overrules(other, policy)) : undefined;
  if (deny) {
    const message = `does not exempt from ${inWords(deny)}: of its calls, those with a \`${deny.signalCategory}\` signal are denied`;
    const help = 'the strictest match decides; narrow the pattern or the context of the deny to exempt calls';
    return [{ code: 'overruled-allow', policy, message, help }];
  }
  if (thresholds.length > 0) return [];
  const message =
    'changes no verdict: what no rule decides is allowed, and there is no rule with a threshold';
  return [{ code: 'allow-by-default', policy, message }];
}

/** An allow within the reach of a deny on a signal looks like an exemption from it, and is none. */
function overrules(deny: Policy, allow: Policy): boolean {
  if (deny.action !== 'deny' || deny.signalCategory === null) return false;
  return covers({ ...deny, signalCategory: null }, allow);
}

function thresholdAction(policy: Policy): Remark[] {
  const { action, riskThreshold } = policy;
  if (action === 'deny') return [];
  const message = `denies from risk ${riskThreshold} on, though its action is ${action}: a threshold only ever denies`;
  return [
    { code: 'threshold-action', policy, message, help: 'write `action: deny`, or leave out `riskThreshold`' },
  ];
}

function unreachable(policy: Policy, deciding: readonly Policy[], earlier: readonly Policy[]): Remark[] {
  const code = 'unreachable-threshold';
  const decides = deciding.find((other) => covers(other, policy));
  if (decides) {
    const message = `is never asked: wherever it matches, ${inWords(decides)} decides`;
    return [{ code, policy, message, help: 'a threshold counts only when no other rule decides' }];
  }
  const first = earlier.find((other) => covers(other, policy));
  if (!first) return [];
  const message = `is never asked: wherever it matches, ${inWords(first)} comes first`;
  return [
    {
      code,
      policy,
      message,
      help: 'only the first threshold that matches counts; give this one a lower `priority` number',
    },
  ];
}

function inWords({ name, line }: Policy): string {
  return `\`${clip(name)}\` (line ${line})`;
}
