import * as z from 'zod/mini';
import { backtestSchema, count, flips, tally } from './backtest-schema.ts';

const flipCounts = z.strictObject({ total: count(), unknown: count(), flips: flips() });

const table = <T extends z.ZodMiniType, O extends z.ZodMiniType>(name: T, other: O) =>
  z.strictObject({ entries: z.array(z.tuple([name, z.strictObject(tally)])), other });

const state = <O extends z.ZodMiniType>(other: O) =>
  z.strictObject({
    counts: flipCounts,
    drift: flipCounts,
    lacking: z.array(z.tuple([z.string(), count()])),
    byTool: table(z.string(), other),
    byAgent: table(z.nullable(z.string()), other),
    byDay: table(z.string(), other),
    samples: backtestSchema.shape.samples,
    unknownSamples: backtestSchema.shape.unknownSamples,
  });

const anyState = state(z.nullable(z.strictObject(tally)));

/** What a backtest has counted so far. */
export type BacktestState = z.infer<typeof anyState>;

/**
 * What one process counts for another one. Only what had room in its tables: of what was counted together nobody knows
 * which of it the other would have counted apart.
 */
const partSchema = z.strictObject({
  /** The rules it was counted with, old and new: they may have been edited meanwhile. */
  rules: z.string(),
  /** For each log, the first of them begun. */
  records: z.array(count()).check(z.minLength(1)),
  counted: state(z.null()),
});

export type BacktestPart = z.infer<typeof partSchema>;
export type MergeableState = BacktestPart['counted'];

/** Reads what another process printed; undefined for anything that is no part of a backtest. */
export function readBacktestPart(printed: string): BacktestPart | undefined {
  try {
    return partSchema.safeParse(JSON.parse(printed)).data;
  } catch {
    return undefined;
  }
}
