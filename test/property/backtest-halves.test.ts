import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LogPart, logReader } from '../../src/artifacts/audit-log/read.ts';
import { InputError } from '../../src/errors.ts';
import {
  type BacktestPart,
  type BacktestTask,
  backtest,
  countPart,
} from '../../src/features/gateway/backtest/backtest.ts';
import { draftRules } from '../../src/features/gateway/backtest/backtest-draft.ts';
import { looksAtThreats } from '../../src/features/gateway/backtest/carried-threats.ts';
import { parseRuleSet } from '../../src/features/gateway/rule-file/rule-set-file.ts';
import { toLog, writtenRecords, writtenRules } from '../support/audit-logs.ts';
import { memoryFiles } from '../support/memory-files.ts';

const rules = (policies: readonly object[]) => parseRuleSet(JSON.stringify(policies), 'rules.yml');

/** Log lines other than records: empty lines, invalid records, a line without an end, multi-byte characters. */
const endings = fc.constantFrom('', '', '\n', '\r\n\n', 'no record\n', '{"tool":"né', '\ufeff');

const logs = fc.array(fc.tuple(writtenRecords, endings), { minLength: 1, maxLength: 2 }).map((written) =>
  written.map(([records, ending], index) => {
    const named = records.map((record) => ({ ...record, tool: `${record.tool}.${index ? 'é' : '\ud800'}` }));
    return toLog(named.slice(0, 4)) + ending;
  }),
);

const tasks = fc.record({
  texts: logs,
  current: writtenRules(1).map(rules),
  draft: writtenRules(1, 'defghi').map((policies) => rules(policies).rules),
  samples: fc.integer({ min: 0, max: 4 }),
  since: fc.constantFrom(undefined, Date.UTC(2026, 5, 7)),
});

/** The longest text that is cut at every byte. */
const SHORT = 300;

/** Bytes between two cuts in the middle of a line, where one is like the other. */
const STEP = 16;

/**
 * The places to cut a text: each byte of a short one; in a long one, those around the ends of lines and the characters
 * of several bytes, and some of all others. (That lines are read in two parts from any byte is shown for files alone.)
 */
function cutsOf(text: string): number[] {
  const bytes = Buffer.from(text);
  const isPlain = (byte: number | undefined) => byte !== undefined && byte >= 0x20 && byte < 0x80;
  return [...bytes.keys()]
    .map((index) => index + 1)
    .filter(
      (cut) =>
        bytes.length <= SHORT || cut % STEP === 0 || ![-2, -1, 0, 1].every((by) => isPlain(bytes[cut + by])),
    );
}

async function outcomeOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error && 'diagnostics' in error ? error.diagnostics : Promise.reject(error);
  }
}

/** The answer of another thread: it works on its own, and only a copy of its answer comes back. */
async function restOf(task: BacktestTask, texts: Record<string, string>, file: number, from: number) {
  try {
    const paths = task.logs.slice(file);
    return structuredClone(
      await countPart(task, logReader(paths, memoryFiles({ ...texts }), { part: { from } })),
    );
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

it('reports the same for a log that is split anywhere as for the whole log', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(tasks, async ({ texts: written, current, draft, samples, since }) => {
      const texts = Object.fromEntries(written.map((text, index) => [`log-${index}`, text]));
      const names = Object.keys(texts);
      const task: BacktestTask = {
        current,
        next: draftRules(current, draft),
        paths: { draft: 'draft.yml' },
        logs: names,
        range: { since },
        samples,
        limits: {},
      };
      const run = (part?: LogPart, rest?: Promise<BacktestPart | undefined>) =>
        outcomeOf(() => backtest(task, logReader(names, memoryFiles({ ...texts }), { part }), rest));
      const whole = JSON.stringify(await run());
      for (const [file, name] of names.entries()) {
        for (const from of cutsOf(texts[name] as string)) {
          // as in the program: assessments carry on from record to record, so such a log is read in one go
          const isWhole = looksAtThreats(task.current, task.next.file);
          const rest = isWhole ? Promise.resolve(undefined) : restOf(task, texts, file, from);
          expect(JSON.stringify(await run({ file, from, rest }, rest))).toBe(whole);
          if (await rest) taken++;
        }
      }
    }),
    { numRuns: 24 },
  );
  expect(taken).toBeGreaterThan(100);
});
