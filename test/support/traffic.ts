import type { AuditRecord } from '../../src/artifacts/audit-log/model.ts';
import { recordReader } from '../../src/artifacts/audit-log/read-record.ts';
import { parseRuleSet } from '../../src/features/gateway/rule-file/rule-set-file.ts';
import type { RuleSetFile } from '../../src/features/gateway/rules/model.ts';
import { compileRuleSet } from '../../src/features/gateway/rules/rule-set.ts';
import { mineProposals } from '../../src/features/gateway/suggest/mine.ts';
import type { Proposal, SuggestionKind } from '../../src/features/gateway/suggest/proposal.ts';
import { Traffic } from '../../src/features/gateway/suggest/traffic.ts';

/** Something that holds every call: whatever is answered, the rules have asked for. */
export const HOLD_ALL = { name: 'Hold all', toolPattern: '*', action: 'require_approval' };

/** A record as a log has it; the time counts on from one to the next, so that no hours are usual. */
export function record(tool: string, more: object = {}, hour = 0): object {
  return { tool, at: new Date(Date.UTC(2026, 4, 1, hour)).toISOString(), decision: 'hold', ...more };
}

/** So many held calls of a tool, each answered so. */
export function answered(tool: string, state: string, count = 5): object[] {
  return Array.from({ length: count }, (_, index) => record(tool, { approval: { state } }, index));
}

/** So many calls of a tool that went through, on a day each, at these hours in turn. */
export function daily(tool: string, hours: readonly number[], count = 10, more: object = {}): object[] {
  return Array.from({ length: count }, (_, day) =>
    record(tool, { decision: 'allow', ...more }, day * 24 + (hours[day % hours.length] ?? 0)),
  );
}

/** A rule set of these rules, with servers or without. */
export function ruleSetOf(rules: readonly object[], servers: readonly object[] = []): RuleSetFile {
  return parseRuleSet(JSON.stringify({ version: '1', policies: rules, servers }), 'rules.json');
}

/** What is kept of these records. */
function trafficOf(file: RuleSetFile, records: readonly object[]): Traffic {
  const traffic = new Traffic(compileRuleSet(file));
  const read = recordReader();
  for (const each of records) traffic.add(read(each) as AuditRecord);
  return traffic;
}

/** What the records speak for, of one kind or of all. */
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
