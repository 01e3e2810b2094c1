import { toJson } from '../../documents/to-json.ts';
import type { PolicyReport, RuleReport } from '../../features/policy/report-schema.ts';
import { OUTCOMES } from '../../rules/outcomes.ts';
import { VERSION } from '../../version.ts';
import { toUriReference } from '../path.ts';
import { escapeSarifMessage } from '../sarif-message.ts';
import { expectationInWords, filesInWords } from './words.ts';

/**
 * Formats the report as SARIF 2.1.0, with what GitHub code scanning requires beyond the schema: every result has a
 * location and every rule a help text. Each rule that does not pass has a result; that of a waived rule is suppressed.
 */
export function formatSarif(report: PolicyReport): string {
  const { rules, policy, sources } = report;
  const uri = toUriReference(policy.path);
  return toJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mcptest', version: VERSION, rules: rules.map(toDescriptor) } },
        // a message does not name very many files
        ...(sources && {
          artifacts: sources.map(({ path }) => ({ location: { uri: toUriReference(path) } })),
        }),
        columnKind: 'utf16CodeUnits',
        results: rules.flatMap((rule, index) =>
          rule.outcome === 'pass' ? [] : [toResult(rule, index, uri, report)],
        ),
      },
    ],
  });
}

function toDescriptor(rule: RuleReport) {
  const expectation = expectationInWords(rule);
  const demand =
    expectation === '' ? `${rule.fact}: no single comparator` : `${rule.fact} must be ${expectation}`;
  return {
    id: rule.id,
    shortDescription: { text: rule.description?.trim() || demand },
    fullDescription: { text: demand },
    help: { text: `${demand}; the rule is on line ${rule.line} of the policy` },
    defaultConfiguration: { level: rule.severity === 'fail' ? 'error' : 'warning' },
  };
}

function toResult(rule: RuleReport, ruleIndex: number, uri: string, report: PolicyReport) {
  return {
    ruleId: rule.id,
    ruleIndex,
    level: levelOf(rule),
    message: {
      text: escapeSarifMessage(`${rule.fact}: ${rule.reason}${filesInWords(rule, report)}`),
    },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: rule.line } } }],
    // a rule stays the same finding wherever it moves in the file and whatever value its fact has
    partialFingerprints: { 'ruleId/v1': rule.id },
    ...(rule.outcome === 'waived' && rule.waiver && { suppressions: [toSuppression(rule.waiver)] }),
    properties: { outcome: rule.outcome, fact: rule.fact, actual: rule.actual, expected: rule.expected },
  };
}

function levelOf({ outcome, severity }: RuleReport): 'error' | 'warning' {
  if (outcome === 'waived') return severity === 'fail' ? 'error' : 'warning';
  return OUTCOMES[outcome].verdict === 'fail' ? 'error' : 'warning';
}

function toSuppression({ owner, reason, expiry, issue }: NonNullable<RuleReport['waiver']>) {
  const justification = `${reason} (${owner}, until ${expiry}${issue === undefined ? '' : `, ${issue}`})`;
  return { kind: 'external', status: 'accepted', justification };
}
