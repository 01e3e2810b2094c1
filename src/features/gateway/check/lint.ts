import { countFindings, inFileOrder, toFinding } from '../../../findings/finding.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import type { Rule } from '../rules/model.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { compileToolGlob } from '../rules/tool-glob.ts';
import type { RuleSetCheck } from './check-schema.ts';
import { RULE_SET_FINDINGS, type RuleSetRemark } from './findings.ts';
import { contextRemarks, unmatchedAgent, unmatchedServer } from './lint-context.ts';
import { foreignPattern, lookAlikes } from './lint-names.ts';
import { standingRemarks } from './lint-standing.ts';

/**
 * Lints a rule set without any calls. It reports only certain findings, in the order of the file.
 * @param tools the names of all available tools, when known
 */
export function lintRuleSet(ruleSet: RuleSet, tools?: readonly string[]): RuleSetCheck {
  const { file } = ruleSet;
  const remarks = [
    ...standingRemarks(
      ruleSet.rules.map(({ rule }) => rule),
      file.default ?? 'allow',
    ),
    ...file.rules.flatMap((rule) => {
      if (!rule.enabled) return switchedOff(rule);
      const foreign = foreignPattern(rule, tools);
      return [
        ...foreign,
        ...contextRemarks(rule),
        ...unmatchedServer(rule, file.servers),
        ...unmatchedAgent(rule, file.agents),
        ...(tools && foreign.length === 0 ? unmatchedPattern(rule, tools) : []),
      ];
    }),
    ...(file.names === 'strict' ? [] : lookAlikes(ruleSet.rules, tools)),
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
  const message = `\`${clip(toolPattern)}\` matches none of the tools in the catalog (${tools.length})`;
  return [{ code: 'unmatched-pattern', rule, message, help: helpOnPattern(toolPattern, near) }];
}

/** Explains why a pattern such as `github.*` may not match: `*` needs at least one character. */
function helpOnPattern(pattern: string, near: string | undefined): string | undefined {
  if (near !== undefined) return `did you mean \`${near}\`?`;
  return pattern.includes('*') ? '`*` stands for one or more characters, and letter case matters' : undefined;
}

/** The only finding for a rule that is switched off: the rest of it has no effect. */
function switchedOff(rule: Rule): RuleSetRemark[] {
  return [{ code: 'switched-off', rule, message: 'is switched off and decides nothing' }];
}
