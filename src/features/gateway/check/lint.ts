import { countFindings, inFileOrder, toFinding } from '../../../findings/finding.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import type { Rule } from '../rules/model.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { compileToolGlob } from '../rules/tool-glob.ts';
import type { RuleSetCheck } from './check-schema.ts';
import { RULE_SET_FINDINGS, type RuleSetRemark } from './findings.ts';
import { contextRemarks } from './lint-context.ts';
import { standingRemarks } from './lint-standing.ts';

/**
 * Finds what a rule set does not mean, without a call. It speaks only when it is certain. In the order of the file.
 * @param tools the names of all tools that there are, when they are known
 */
export function lintRuleSet(ruleSet: RuleSet, tools?: readonly string[]): RuleSetCheck {
  const { file } = ruleSet;
  const remarks = [
    ...standingRemarks(ruleSet.rules.map(({ rule }) => rule)),
    ...file.rules.flatMap((rule) => {
      if (!rule.enabled) return switchedOff(rule);
      return [...contextRemarks(rule), ...(tools ? unmatchedPattern(rule, tools) : [])];
    }),
  ];
  const findings = inFileOrder(remarks.map(toRuleSetFinding));
  return {
    schema_version: 'mcptest.dev/gateway-check/v1',
    ruleSet: file.path,
    findings,
    counts: countFindings(RULE_SET_FINDINGS, findings),
  };
}

function toRuleSetFinding(remark: RuleSetRemark) {
  const { name, line } = remark.rule;
  return toFinding(RULE_SET_FINDINGS, remark, { policy: name, line });
}

function unmatchedPattern(rule: Rule, tools: readonly string[]): RuleSetRemark[] {
  const { toolPattern } = rule;
  if (tools.some(compileToolGlob(toolPattern).matches)) return [];
  const near = nearest(toolPattern, tools);
  const message = `\`${clip(toolPattern)}\` matches none of ${tools.length} tools`;
  return [{ code: 'unmatched-pattern', rule, message, help: helpOnPattern(toolPattern, near) }];
}

/** A pattern such as `github.*` wants something behind the dot. */
function helpOnPattern(pattern: string, near: string | undefined): string | undefined {
  if (near !== undefined) return `did you mean \`${near}\`?`;
  return pattern.includes('*') ? '`*` stands for one or more characters; letter case matters' : undefined;
}

/** All that there is to say of it: it may mean what it likes. */
function switchedOff(rule: Rule): RuleSetRemark[] {
  return [{ code: 'switched-off', rule, message: 'is switched off, and decides nothing' }];
}
