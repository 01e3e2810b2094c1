import { isStricter } from '../../../artifacts/audit-log/model.ts';
import { clip } from '../../../text/clip.ts';
import { covers } from '../rules/coverage.ts';
import type { Rule } from '../rules/model.ts';
import type { RuleSetRemark } from './findings.ts';

/**
 * What rules make of each other: one that can never change a verdict, a threshold that is never asked, an allow that is
 * overruled. Source: "How a verdict is reached".
 * @param rules those that are switched on, in the order in which they are evaluated
 */
export function standingRemarks(rules: readonly Rule[]): RuleSetRemark[] {
  const deciding = rules.filter(({ riskThreshold }) => riskThreshold === null);
  const thresholds = rules.filter(({ riskThreshold }) => riskThreshold !== null);
  return [
    ...deciding.flatMap((rule, place) => {
      const shadow = shadowed(rule, place, deciding);
      return shadow.length > 0 ? shadow : standingOfAllow(rule, deciding, thresholds);
    }),
    ...thresholds.flatMap((rule, place) => [
      ...thresholdAction(rule),
      ...unreachable(rule, deciding, thresholds.slice(0, place)),
    ]),
  ];
}

/** A stricter rule that always matches too decides in its place; so does an earlier one of the same action. */
function shadowed(rule: Rule, place: number, deciding: readonly Rule[]): RuleSetRemark[] {
  const cover = deciding.find((other, otherPlace) => {
    const isEarlier = otherPlace < place && other.action === rule.action;
    return (isEarlier || isStricter(other.action, rule.action)) && covers(other, rule);
  });
  if (!cover) return [];
  const message = `never changes a verdict: wherever it matches, ${inWords(cover)} does too, and says ${cover.action}`;
  return [{ code: 'shadowed-rule', rule, message, help: 'remove it, or narrow the other rule' }];
}

function standingOfAllow(
  rule: Rule,
  deciding: readonly Rule[],
  thresholds: readonly Rule[],
): RuleSetRemark[] {
  if (rule.action !== 'allow') return [];
  const deny = rule.signalCategory === null ? deciding.find((other) => overrules(other, rule)) : undefined;
  if (deny) {
    const message = `does not exempt from ${inWords(deny)}: of its calls, those with a \`${deny.signalCategory}\` signal are denied`;
    const help = 'the strictest match decides; narrow the pattern or the context of the deny to exempt calls';
    return [{ code: 'overruled-allow', rule, message, help }];
  }
  if (thresholds.length > 0) return [];
  const message =
    'changes no verdict: what no rule decides is allowed, and there is no rule with a threshold';
  return [{ code: 'allow-by-default', rule, message }];
}

/** An allow within the reach of a deny on a signal looks like an exemption from it, and is none. */
function overrules(deny: Rule, allow: Rule): boolean {
  if (deny.action !== 'deny' || deny.signalCategory === null) return false;
  return covers({ ...deny, signalCategory: null }, allow);
}

function thresholdAction(rule: Rule): RuleSetRemark[] {
  const { action, riskThreshold } = rule;
  if (action === 'deny') return [];
  const message = `denies from risk ${riskThreshold} on, though its action is ${action}: a threshold only ever denies`;
  return [
    { code: 'threshold-action', rule, message, help: 'write `action: deny`, or leave out `riskThreshold`' },
  ];
}

function unreachable(rule: Rule, deciding: readonly Rule[], earlier: readonly Rule[]): RuleSetRemark[] {
  const code = 'unreachable-threshold';
  const decides = deciding.find((other) => covers(other, rule));
  if (decides) {
    const message = `is never asked: wherever it matches, ${inWords(decides)} decides`;
    return [{ code, rule, message, help: 'a threshold counts only when no other rule decides' }];
  }
  const first = earlier.find((other) => covers(other, rule));
  if (!first) return [];
  const message = `is never asked: wherever it matches, ${inWords(first)} comes first`;
  return [
    {
      code,
      rule,
      message,
      help: 'only the first threshold that matches counts; give this one a lower `priority` number',
    },
  ];
}

function inWords({ name, line }: Rule): string {
  return `\`${clip(name)}\` (line ${line})`;
}
