import type { Assumption } from '../../../artifacts/audit-log/model.ts';
import type { ReadRecords } from '../../../artifacts/audit-log/read.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import { formatInstant } from '../../../time/instant.ts';
import { present } from '../../../values/own-property.ts';
import { isInRange, nothingInside, type TimeRange } from '../backtest/backtest.ts';
import { lackingFor } from '../backtest/backtest-comparison.ts';
import { carryingThreats } from '../backtest/carried-threats.ts';
import { logShares } from '../backtest/log-shares.ts';
import { writtenRule } from '../rule-file/written-rule.ts';
import type { Rule, RuleSetFile } from '../rules/model.ts';
import { compileRuleSet, type RuleSet } from '../rules/rule-set.ts';
import { UnclearValues, unclearInWords } from '../rules/unclear-values.ts';
import { mineProposals } from './mine.ts';
import type { Proposal } from './proposal.ts';
import { MOST_SUBJECTS } from './subjects.ts';
import { CUTTABLE, type SuggestReport } from './suggest-schema.ts';
import type { Suggestion, SuggestionsFile } from './suggestions-file.ts';
import { Traffic } from './traffic.ts';
import { Trial } from './trial.ts';

/** The rule set, the records, and the limits for suggestions. */
export interface SuggestTask {
  readonly current: RuleSetFile;
  readonly logs: readonly string[];
  /** What calls without a decision are taken for; the reader of the logs gives it to them. */
  readonly assume?: Assumption | undefined;
  readonly range: TimeRange;
  /** The number of records that must support a rule. */
  readonly minSupport: number;
  readonly state: { readonly path: string; readonly known: SuggestionsFile | undefined };
}

/** The report, and the suggestions file to write. */
export interface SuggestResult {
  readonly report: SuggestReport;
  readonly file: SuggestionsFile;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Finds rules that the traffic in audit logs supports, and backtests each of them. This takes two passes over the logs.
 * Suggestions that were accepted or dismissed are not suggested again.
 * Spec (tool-call policies): "POST /api/policy-suggestions/generate".
 * @throws InputError when a log cannot be read
 * @throws NothingSelectedError when no record is in the time range
 */
export async function suggest(task: SuggestTask, readLogs: ReadRecords): Promise<SuggestResult> {
  const { current, logs, range, minSupport, state } = task;
  if (logs.includes('-')) {
    throw new InputError({
      message: '--audit-log cannot be standard input, because suggestions take two passes',
      help: 'save the log as a file',
    });
  }
  // as a backtest decides them
  const readRecords = carryingThreats(readLogs, current);
  const ruleSet = compileRuleSet(current);
  const traffic = new Traffic(ruleSet);
  const unclear = new UnclearValues(ruleSet.attributes);
  const reading = await readRecords((record) => {
    if (!isInRange(record.at, range)) return;
    unclear.add(record);
    traffic.add(record);
  });
  const { records, unreadable, problems } = reading;
  if (traffic.records === 0) throw nothingInside(records, range);

  const settled = (state.known?.suggestions ?? []).filter(({ status }) => status !== 'open');
  const statusOf = new Map(settled.map(({ id, status }) => [id, status]));
  const found = mineProposals(traffic, minSupport, current.rules);
  const suggestions = await tryOut(
    found.filter(({ id }) => !statusOf.has(id)),
    ruleSet,
    range,
    readRecords,
  );
  const cut = CUTTABLE.filter((subjects) => traffic[subjects].isCut);
  const foundAgain = (status: Suggestion['status']) =>
    found.filter(({ id }) => statusOf.get(id) === status).length;
  return {
    report: {
      schema_version: 'mcptest.dev/gateway-suggest/v1',
      ruleSet: current.path,
      auditLogs: [...logs],
      ...logShares(logs, reading, task.assume),
      since: range.since === undefined ? null : formatInstant(range.since),
      until: range.until === undefined ? null : formatInstant(range.until),
      records: traffic.records,
      outside: records - traffic.records,
      unreadable,
      minSupport,
      cut,
      state: state.path,
      suggestions,
      accepted: foundAgain('accepted'),
      dismissed: foundAgain('dismissed'),
    },
    file: {
      schema_version: 'mcptest.dev/suggestions/v1',
      ruleSet: current.path,
      suggestions: [...suggestions, ...settled],
    },
    warnings: [...problems, ...unclearInWords(unclear.toCounts()), ...cut.map(cutInWords)],
  };
}

function cutInWords(subjects: (typeof CUTTABLE)[number]): Diagnostic {
  const message = `the audit logs name more than ${MOST_SUBJECTS} ${subjects}; those after the first ${MOST_SUBJECTS} in alphabetical order are not in any suggestion`;
  if (subjects !== 'tools') return { message };
  return { message, help: 'patterns that could cover one of those are not suggested' };
}

/** The second pass: backtests each proposal. */
async function tryOut(
  proposals: readonly Proposal[],
  ruleSet: RuleSet,
  range: TimeRange,
  readRecords: ReadRecords,
): Promise<Suggestion[]> {
  if (proposals.length === 0) return [];
  const lackingBefore = lackingFor(ruleSet);
  const trials = proposals.map((proposal) => ({
    proposal,
    trial: new Trial(proposal, ruleSet, lackingBefore),
  }));
  await readRecords((record) => {
    if (!isInRange(record.at, range)) return;
    const before = ruleSet.decide(record);
    for (const { trial } of trials) trial.add(record, before);
  });
  const rules = new Map(ruleSet.file.rules.map((rule) => [rule.name, rule]));
  return trials.map(({ proposal, trial }) => toSuggestion(proposal, trial, rules));
}

function toSuggestion(
  { id, kind, summary, support, evidence, rule, disables, note }: Proposal,
  trial: Trial,
  rules: ReadonlyMap<string, Rule>,
): Suggestion {
  return {
    id,
    kind,
    status: 'open',
    summary,
    support,
    evidence: { ...evidence },
    // as a rule set would contain it
    rule: JSON.parse(JSON.stringify(rule)) as Suggestion['rule'],
    disables: disables.map((name) => writtenRule(rules.get(name) as Rule)),
    ...present({ note }),
    backtest: trial.toCounts(),
  };
}
