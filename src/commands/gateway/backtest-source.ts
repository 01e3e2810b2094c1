import type { Assume } from '../../artifacts/audit-log/log-reading.ts';
import { InputError } from '../../errors.ts';
import {
  type BacktestResult,
  type BacktestTask,
  backtestTable,
} from '../../features/gateway/backtest/backtest.ts';
import { parseColumnMap } from '../../features/gateway/source/column-map-file.ts';
import { readTable } from '../../features/gateway/source/read-table.ts';
import { parseSource } from '../../features/gateway/source/source-name.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import type { BACKTEST_FLAGS } from './flags.ts';

/** The options that select a table. */
type SourceOptions = Pick<OptionsOf<typeof BACKTEST_FLAGS>, 'source' | 'columns' | 'auditLog' | 'logFormat'>;

/** Refuses options that contradict each other, or that only logs have. @throws InputError */
export function refuseTwoSources({ source, columns, auditLog, logFormat }: SourceOptions): void {
  if (source === undefined) {
    if (columns === undefined) return;
    throw new InputError({ message: '--columns needs a table', help: 'pass --source' });
  }
  const other = auditLog !== undefined ? '--audit-log' : logFormat !== undefined ? '--log-format' : undefined;
  if (other === undefined) return;
  throw new InputError({
    message: `--source and ${other} contradict each other`,
    help: 'use --source for a table, or --audit-log for files',
  });
}

/**
 * Runs a backtest on a table. An interrupt ends what the database does for it. Spec (scale): "Where logs outgrow one machine".
 * @throws InputError
 */
export async function backtestSource(
  task: BacktestTask,
  { source: written = '', columns }: SourceOptions,
  assume: Assume | undefined,
  ports: Ports,
): Promise<BacktestResult> {
  const source = parseSource(written);
  const map = columns === undefined ? undefined : parseColumnMap(ports.files.readText(columns), columns);
  const ending = new AbortController();
  const stopListening = ports.onInterrupt(() => ending.abort());
  try {
    const table = await ports.openTable?.(source, { name: written, signal: ending.signal });
    if (!table) throw new InputError({ message: 'tables cannot be read here' });
    try {
      const { current, next, range } = task;
      const reading = { name: written, source, map, rules: [current, next.file] as const, range, assume };
      return await backtestTable(task, (visit) => readTable(table, reading, visit));
    } finally {
      await table.close();
    }
  } finally {
    stopListening();
  }
}
