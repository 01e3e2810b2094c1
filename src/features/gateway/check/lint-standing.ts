import { type Decision, isStricter } from '../../../artifacts/audit-log/model.ts';
import { clip } from '../../../text/clip.ts';
import { CoverIndex } from '../rules/cover-index.ts';
import { covers } from '../rules/coverage.ts';
import type { Rule } from '../rules/model.ts';
import type { RuleSetRemark } from './findings.ts';

/**
 * Finds rules that have no effect because of other rules: a rule that can never change a verdict, a threshold that is
 * never used, an allow that is overruled.
 * Spec (tool-call policies): "How a verdict is reached".
 * @param rules the rules that are switched on, in the order of evaluation
 * @param byDefault the decision on a call that no rule decides
 */
export function standingRemarks(rules: readonly Rule[], byDefault: Decision): RuleSetRemark[] {
  const deciding = rules.filter(({ riskThreshold }) => riskThreshold === null);
  const thresholds = rules.filter(({ riskThreshold }) => riskThreshold !== null);
  const decisions = new CoverIndex(deciding);
  const limits = new CoverIndex(thresholds);
  return [
    ...deciding.flatMap((rule, place) => {
      const shadow = shadowed(rule, place, decisions);
      const isNeeded = thresholds.length > 0 || byDefault !== 'allow';
      return shadow.length > 0 ? shadow : standingOfAllow(rule, decisions, isNeeded);
    }),
    ...thresholds.flatMap((rule, place) => [
      ...thresholdAction(rule),
      ...(byDefault === 'deny' ? unneeded(rule) : unreachable(rule, place, decisions, limits)),
    ]),
  ];
}

/**
 * Finds a rule that always matches along with a stricter one, or with an earlier one of the same action, which then
 * decides instead.
 */
function shadowed(rule: Rule, place: number, deciding: CoverIndex): RuleSetRemark[] {
  const cover = deciding.find(rule.toolPattern, (other, otherPlace) => {
    const isEarlier = otherPlace < place && other.action === rule.action;
    return (isEarlier || isStricter(other.action, rule.action)) && covers(other, rule);
  });
  if (!cover) return [];
  const message = `never changes a verdict: wherever it matches, ${inWords(cover)} matches too and says ${cover.action}`;
  return [{ code: 'shadowed-rule', rule, message, help: 'remove it, or narrow the other rule' }];
}

function standingOfAllow(rule: Rule, deciding: CoverIndex, isNeeded: boolean): RuleSetRemark[] {
  if (rule.action !== 'allow') return [];
  const deny =
    rule.signalCategory === null
      ? deciding.find(rule.toolPattern, (other) => overrules(other, rule))
      : undefined;
  if (deny) {
    const message = `is not an exemption from ${inWords(deny)}, which still denies its calls with a \`${deny.signalCategory}\` signal`;
    const help =
      'to exempt calls, narrow the pattern or the context of the deny: the strictest match decides';
    return [{ code: 'overruled-allow', rule, message, help }];
  }
  if (isNeeded) return [];
  const message = 'has no effect: calls are allowed by default, and no rule has a threshold';
  return [{ code: 'allow-by-default', rule, message }];
}

/** Whether a deny on a signal overrules an allow that looks like an exemption from it. */
function overrules(deny: Rule, allow: Rule): boolean {
  if (deny.action !== 'deny' || deny.signalCategory === null) return false;
  return covers({ ...deny, signalCategory: null }, allow);
}

function thresholdAction(rule: Rule): RuleSetRemark[] {
  const { action, riskThreshold } = rule;
  if (action === 'deny') return [];
  const message = `denies at risk ${riskThreshold} and above, although its action is ${action}: a threshold can only deny`;
  return [
    { code: 'threshold-action', rule, message, help: 'write `action: deny`, or remove `riskThreshold`' },
  ];
}

function unneeded(rule: Rule): RuleSetRemark[] {
  const message = 'is never used: calls that no rule decides are denied by default';
  return [{ code: 'unreachable-threshold', rule, message, help: 'remove it, or `default: deny`' }];
}

function unreachable(
  rule: Rule,
  place: number,
  deciding: CoverIndex,
  thresholds: CoverIndex,
): RuleSetRemark[] {
  const code = 'unreachable-threshold';
  const decides = deciding.find(rule.toolPattern, (other) => covers(other, rule));
  if (decides) {
    const message = `is never used: wherever it matches, ${inWords(decides)} decides`;
    return [
      {
        code,
        rule,
        message,
        help: 'remove it, or narrow the other rule: a threshold counts only when no other rule decides',
      },
    ];
  }
  const first = thresholds.find(
    rule.toolPattern,
    (other, otherPlace) => otherPlace < place && covers(other, rule),
  );
  if (!first) return [];
  const message = `is never used: wherever it matches, ${inWords(first)} comes first`;
  return [
    {
      code,
      rule,
      message,
      help: 'give this one a lower `priority` number: only the first threshold that matches counts',
    },
  ];
}

function inWords({ name, line }: Rule): string {
  return `\`${clip(name)}\` (line ${line})`;
}
