import type { AuditRecord } from '../../src/artifacts/audit-log/model.ts';
import { recordReader } from '../../src/artifacts/audit-log/read-record.ts';
import { parseRuleSet } from '../../src/features/gateway/rule-file/rule-set-file.ts';
import type { RuleSetFile } from '../../src/features/gateway/rules/model.ts';
import { compileRuleSet } from '../../src/features/gateway/rules/rule-set.ts';
import { mineProposals } from '../../src/features/gateway/suggest/mine.ts';
import type { Proposal, SuggestionKind } from '../../src/features/gateway/suggest/proposal.ts';
import { Traffic } from '../../src/features/gateway/suggest/traffic.ts';

/** A rule that holds every call for approval: whatever the answer, the rules asked for it. */
export const HOLD_ALL = { name: 'Hold all', toolPattern: '*', action: 'require_approval' };

/** A record as in a log. The time advances from one to the next, so no hours are usual. */
export function record(tool: string, more: object = {}, hour = 0): object {
  return { tool, at: new Date(Date.UTC(2026, 4, 1, hour)).toISOString(), decision: 'hold', ...more };
}

/** Makes a number of held calls of a tool, each with the given answer. */
export function answered(tool: string, state: string, count = 5): object[] {
  return Array.from({ length: count }, (_, index) => record(tool, { approval: { state } }, index));
}

/** Makes a number of allowed calls of a tool, one a day, at these hours in turn. */
export function daily(tool: string, hours: readonly number[], count = 10, more: object = {}): object[] {
  return Array.from({ length: count }, (_, day) =>
    record(tool, { decision: 'allow', ...more }, day * 24 + (hours[day % hours.length] ?? 0)),
  );
}

/** A rule set of these rules, with servers or without. */
export function ruleSetOf(rules: readonly object[], servers: readonly object[] = []): RuleSetFile {
  return parseRuleSet(JSON.stringify({ version: '1', policies: rules, servers }), 'rules.json');
}

/** Returns what is kept from these records. */
function trafficOf(file: RuleSetFile, records: readonly object[]): Traffic {
  const traffic = new Traffic(compileRuleSet(file));
  const read = recordReader();
  for (const each of records) traffic.add(read(each) as AuditRecord);
  return traffic;
}

/** Returns the suggestions for the records, of one kind or of all. */
export function mined(
  rules: readonly object[],
  records: readonly object[],
  {
    kind,
    minSupport = 5,
    servers,
  }: { kind?: SuggestionKind; minSupport?: number; servers?: readonly object[] } = {},
): readonly Proposal[] {
  const file = ruleSetOf(rules, servers);
  const found = mineProposals(trafficOf(file, records), minSupport, file.rules);
  return kind === undefined ? found : found.filter((each) => each.kind === kind);
}
