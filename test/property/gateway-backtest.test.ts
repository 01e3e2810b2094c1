import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditRecord, Decision } from '../../src/artifacts/audit-log/model.ts';
import { logReader } from '../../src/artifacts/audit-log/read.ts';
import { recordReader } from '../../src/artifacts/audit-log/read-record.ts';
import { backtest } from '../../src/features/gateway/backtest/backtest.ts';
import { compareRules, type NextRules } from '../../src/features/gateway/backtest/backtest-changes.ts';
import { backtestContradictions } from '../../src/features/gateway/backtest/backtest-contradictions.ts';
import { draftRules } from '../../src/features/gateway/backtest/backtest-draft.ts';
import { FLIPS, flipOf, isLoosening } from '../../src/features/gateway/backtest/backtest-flips.ts';
import type { BacktestReport } from '../../src/features/gateway/backtest/backtest-schema.ts';
import { CarriedThreats, looksAtThreats } from '../../src/features/gateway/backtest/carried-threats.ts';
import { parseRuleSet } from '../../src/features/gateway/rule-file/rule-set-file.ts';
import type { RuleSetFile } from '../../src/features/gateway/rules/model.ts';
import { compileRuleSet } from '../../src/features/gateway/rules/rule-set.ts';
import { asWritten } from '../support/as-written.ts';
import { toLog, writtenRecords, writtenRules } from '../support/audit-logs.ts';
import { memoryFiles } from '../support/memory-files.ts';

const rules = (policies: readonly object[]) => parseRuleSet(JSON.stringify(policies), 'rules.yml');

async function run(
  records: readonly object[],
  current: RuleSetFile,
  next: NextRules,
): Promise<BacktestReport> {
  const { report } = await backtest(
    {
      current,
      next,
      paths: { draft: 'draft.yml' },
      logs: ['log'],
      range: {},
      samples: 3,
      limits: {},
    },
    logReader(['log'], memoryFiles({ log: toLog(records) })),
  );
  return report;
}

const task = fc.record({
  records: writtenRecords,
  current: writtenRules(1).map(rules),
  draft: writtenRules(1, 'defghi').map((policies) => rules(policies).rules),
});

/** Values that a record may have had where it states none. */
const COMPLETIONS: readonly Partial<AuditRecord>[] = [
  { ip: '10.0.0.9', risk: 99, signals: [] },
  { ip: '192.0.2.9', risk: 0, signals: [{ category: 'secret' }, { category: 'pii' }] },
];

describe('a backtest', () => {
  it('counts each record once, in every breakdown', async () => {
    await fc.assert(
      fc.asyncProperty(task, async ({ records, current, draft }) => {
        const report = await run(records, current, draftRules(current, draft));
        expect(report.total).toBe(records.length);
        expect(report.unchanged + report.flipped + report.unknown).toBe(report.total);
        expect(report.loosening + report.tightening).toBe(report.flipped);
        expect(FLIPS.reduce((sum, flip) => sum + report.flips[flip], 0)).toBe(report.flipped);
        for (const { entries } of [report.byTool, report.byAgent, report.byDay]) {
          const sum = (key: 'total' | 'loosening' | 'tightening' | 'unknown') =>
            entries.reduce((all, entry) => all + entry[key], 0);
          expect(sum('total')).toBe(report.total);
          expect(sum('loosening')).toBe(report.loosening);
          expect(sum('tightening')).toBe(report.tightening);
          expect(sum('unknown')).toBe(report.unknown);
        }
        expect(backtestContradictions(asWritten(report))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('gives the same as deciding every record twice', async () => {
    await fc.assert(
      fc.asyncProperty(task, async ({ records, current, draft }) => {
        const report = await run(records, current, draftRules(current, draft));
        const next = compileRuleSet(draftRules(current, draft).file);
        const now = compileRuleSet(current);
        const read = recordReader();
        const threats = new CarriedThreats();
        const decided = records.map((record) => {
          const call = threats.carried(read(JSON.parse(JSON.stringify(record))) as AuditRecord);
          return [now.decide(call).decision, next.decide(call).decision] as const;
        });
        for (const flip of FLIPS) {
          const all = decided.filter(([before, after]) => flipOf(before, after) === flip).length;
          // missing attributes are unknown
          expect(report.flips[flip]).toBeLessThanOrEqual(all);
        }
        const same = decided.filter(([before, after]) => before === after).length;
        expect(report.unchanged).toBeLessThanOrEqual(same);
        if (report.unknown === 0) expect(report.unchanged).toBe(same);
      }),
      { numRuns: 100 },
    );
  });

  it('guesses nothing: its answer for a record is true whatever value a missing attribute had', async () => {
    await fc.assert(
      fc.asyncProperty(task, fc.constantFrom(...COMPLETIONS), async ({ records, current, draft }, more) => {
        const [now, next] = [compileRuleSet(current), compileRuleSet(draftRules(current, draft).file)];
        const read = recordReader();
        for (const record of records.slice(0, 3)) {
          const report = await run([record], current, draftRules(current, draft));
          if (report.unknown === 1) continue;
          const whole = completed(read(JSON.parse(JSON.stringify(record))) as AuditRecord, more);
          const [before, after] = [now.decide(whole).decision, next.decide(whole).decision];
          expect(changeOf(before, after)).toBe(changeIn(report));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('does not depend on the order of the lines', async () => {
    await fc.assert(
      fc.asyncProperty(task, async ({ records, current, draft }) => {
        const counts = ({ samples: _, unknownSamples: __, ...rest }: BacktestReport) => JSON.stringify(rest);
        const next = draftRules(current, draft);
        // what an agent was last assessed as is carried from record to record, so there the order says something
        fc.pre(!looksAtThreats(current, next.file));
        const forth = await run(records, current, next);
        const back = await run([...records].reverse(), current, next);
        expect(counts(back)).toBe(counts(forth));
      }),
      { numRuns: 100 },
    );
  });

  it('finds no difference for a draft that is already in the rule set', async () => {
    await fc.assert(
      fc.asyncProperty(writtenRecords, writtenRules(1).map(rules), async (records, current) => {
        const report = await run(records, current, draftRules(current, current.rules));
        expect(report).toMatchObject({ flipped: 0, unknown: 0, changes: [] });
      }),
      { numRuns: 100 },
    );
  });
});

/** Edits of a rule set: rules reordered, renamed, removed and added. */
const edits = fc.record({
  records: writtenRecords,
  before: writtenRules(1),
  after: writtenRules(1, 'abcdefgh'),
  keep: fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f']),
  inspections: fc.shuffledSubarray([{}, { incomplete: 'deny' }, { incomplete: 'allow' }], {
    minLength: 2,
    maxLength: 2,
  }),
  servers: fc.constantFrom([], [{ name: 'db', environment: 'production' }], [{ name: 'db', type: 'other' }]),
});

/** A whole file of rules: some of the old ones, shuffled, among new ones. */
function edited({ before, after, keep, servers, inspections }: Omit<Values<typeof edits>, 'records'>) {
  const nameOf = (rule: object) => (rule as { name: string }).name;
  const kept = keep.flatMap((name) => before.filter((rule) => nameOf(rule) === name));
  const fresh = after.filter((rule) => !kept.some((each) => nameOf(each) === nameOf(rule)));
  const rules = fresh.length === 0 ? kept : [fresh[0] as object, ...kept, ...fresh.slice(1)];
  const inspection = inspections[1];
  return parseRuleSet(JSON.stringify({ version: '1', policies: rules, servers, inspection }), 'after.yml');
}

/** The old rules, with an inspection of their own. */
function unedited({
  before,
  inspections: [inspection],
}: Pick<Values<typeof edits>, 'before' | 'inspections'>) {
  return parseRuleSet(JSON.stringify({ version: '1', policies: before, inspection }), 'before.yml');
}

type Values<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

describe('a backtest of a whole rule set', () => {
  it('gives the same as the file decides when compiled on its own', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async ({ records: written, ...edit }) => {
        const records = written.map((record, index) => (index % 2 ? record : { ...record, server: 'db' }));
        const [current, after] = [unedited(edit), edited(edit)];
        const [now, next] = [compileRuleSet(current), compileRuleSet(after)];
        const read = recordReader();
        for (const record of records.slice(0, 5)) {
          const report = await run([record], current, compareRules(current, after));
          if (report.unknown === 1) continue;
          const call = read(JSON.parse(JSON.stringify(record))) as AuditRecord;
          expect(changeIn(report)).toBe(changeOf(now.decide(call).decision, next.decide(call).decision));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('guesses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(edits, fc.constantFrom(...COMPLETIONS), async ({ records, ...edit }, more) => {
        const [current, after] = [unedited(edit), edited(edit)];
        const [now, next] = [compileRuleSet(current), compileRuleSet(after)];
        const read = recordReader();
        for (const record of records.slice(0, 3)) {
          const report = await run([record], current, compareRules(current, after));
          if (report.unknown === 1) continue;
          const whole = completed(read(JSON.parse(JSON.stringify(record))) as AuditRecord, more);
          expect(changeIn(report)).toBe(changeOf(now.decide(whole).decision, next.decide(whole).decision));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('credits the rule that the file credits', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async ({ records, ...edit }) => {
        const [current, after] = [unedited(edit), edited(edit)];
        const next = compileRuleSet(after);
        const read = recordReader();
        for (const record of records.slice(0, 3)) {
          const report = await run([record], current, compareRules(current, after));
          const call = read(JSON.parse(JSON.stringify(record))) as AuditRecord;
          for (const sample of report.samples)
            expect(sample.after.policy).toBe(next.decide(call).rule?.name ?? null);
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** A record with every attribute that it may have had. */
function completed(call: AuditRecord, more: Partial<AuditRecord>): AuditRecord {
  return {
    ...more,
    ...call,
    agent: { labels: ['ci'], mlThreatClass: 'prompt_injection', ...call.agent },
    resource: { environment: 'production', type: 'database', ...call.resource },
  };
}

function changeIn({ unchanged, loosening }: BacktestReport): 'none' | 'loosening' | 'tightening' {
  return unchanged === 1 ? 'none' : loosening === 1 ? 'loosening' : 'tightening';
}

function changeOf(before: Decision, after: Decision): 'none' | 'loosening' | 'tightening' {
  if (before === after) return 'none';
  return isLoosening(flipOf(before, after)) ? 'loosening' : 'tightening';
}
