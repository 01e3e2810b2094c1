import type { ScanSeverity } from '../../artifacts/security/model.ts';
import type { SecurityFinding, SecurityReport } from '../../artifacts/security/report-schema.ts';
import { toJson } from '../../documents/to-json.ts';
import { RULE_IDS, ruleOf } from '../../features/scan/rule-table.ts';
import { VERSION } from '../../version.ts';
import { toUriReference } from '../path.ts';
import { escapeSarifMessage } from '../sarif-message.ts';
import { notesOf, subjectInWords } from './words.ts';

/** The level of each severity, and the score by which code scanning sorts. */
const LEVELS = {
  critical: ['error', '9.5'],
  high: ['error', '8.0'],
  medium: ['warning', '5.5'],
  low: ['note', '3.0'],
  info: ['note', '0.0'],
} as const satisfies Record<ScanSeverity, readonly [level: string, score: string]>;

/**
 * Formats the report as SARIF 2.1.0, with what GitHub code scanning requires beyond the schema. What is suppressed is a
 * suppressed result; what the baseline has too is an unchanged one, and suppressed, since it does not count.
 */
export function formatSarif(report: SecurityReport): string {
  const { findings, known, suppressed, pinned, suppressions } = report;
  const notes = notesOf(report);
  const accepted = (justification: string) => [{ kind: 'external', status: 'accepted', justification }];
  const waived = (rule: string) => {
    const entry = suppressions.find(({ rule_id: id, status }) => id === rule && status === 'active');
    return accepted(entry?.reason ?? 'suppressed');
  };
  return toJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mcptest', version: VERSION, rules: RULE_IDS.map(toDescriptor) } },
        invocations: [
          {
            executionSuccessful: true,
            ...(notes.length > 0 && { toolExecutionNotifications: notes.map(notice) }),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: [
          ...findings.map((finding) => toResult(finding, {})),
          ...known.map((finding) =>
            toResult(finding, {
              baselineState: 'unchanged',
              suppressions: accepted('known from the baseline'),
            }),
          ),
          ...pinned.map((finding) =>
            toResult(finding, { suppressions: accepted('accepted with --update-pins') }),
          ),
          ...suppressed.map((finding) => toResult(finding, { suppressions: waived(finding.rule_id) })),
        ],
      },
    ],
  });
}

function notice(text: string) {
  return { level: 'note', message: { text: escapeSarifMessage(text) } };
}

function toDescriptor(id: (typeof RULE_IDS)[number]) {
  const { severity, family, title, why, fix } = ruleOf(id);
  const [level, score] = LEVELS[severity];
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `${title}: ${why}` },
    help: { text: `${why}. ${fix}` },
    defaultConfiguration: { level },
    properties: { 'security-severity': score, severity, tags: ['security', family] },
  };
}

/** @param more the state of a result that does not count */
function toResult(finding: SecurityFinding, more: object) {
  const { rule_id: rule, severity, message, evidence, location, server, tool, fingerprint } = finding;
  const subject = subjectInWords(finding);
  const shown = evidence === undefined ? '' : `: ${evidence}`;
  const { file, line = 1, column, pointer } = location;
  return {
    ruleId: rule,
    ruleIndex: RULE_IDS.indexOf(rule as (typeof RULE_IDS)[number]),
    level: LEVELS[severity][0],
    message: { text: escapeSarifMessage(`${subject === '' ? '' : `${subject}: `}${message}${shown}`) },
    locations: [
      {
        // a server that was asked has no file; its name stands in the place of one, as viewers need it
        physicalLocation: {
          artifactLocation: { uri: toUriReference(file ?? server ?? 'server') },
          region: { startLine: line, ...(column !== undefined && { startColumn: column }) },
        },
        logicalLocations: [
          { fullyQualifiedName: pointer, ...(tool !== undefined && { name: tool, kind: 'function' }) },
        ],
      },
    ],
    partialFingerprints: { 'mcptest/v1': fingerprint },
    ...more,
    properties: { 'security-severity': LEVELS[severity][1], severity },
  };
}
