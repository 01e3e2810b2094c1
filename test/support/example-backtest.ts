import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { auditLog } from '../../examples/gateway/generate-log.ts';
import type { OpenTable } from '../../src/table-port.ts';
import { runCli } from './run-cli.ts';

const example = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../examples/gateway', name), 'utf8');

/** What a proxy writes about a call that it denied because it could not decide. */
const FAULT =
  '{"at":"2026-05-05T00:00:00Z","tool":"db.query","decision":"deny","fault":"the rules cannot be read"}';

/** The lines of the log of the example, with 3000 records, and one that is none. */
export const EXAMPLE_LOG: readonly string[] = [...auditLog(3000), FAULT];

/**
 * Backtests the draft of the example, and returns the figures: what does not depend on where the records are.
 * @param from the flags that name them; `--audit-log log` for the lines themselves
 * @param options `lines` are those of another log, whose warnings are not looked at
 */
export async function exampleBacktest(
  from: readonly string[],
  { openTable, lines }: { openTable?: OpenTable; lines?: readonly string[] } = {},
): Promise<Record<string, unknown>> {
  const { stdout, exitCode, stderr } = await runCli(
    [
      'gateway',
      'backtest',
      '--policies',
      'policies.yml',
      '--draft',
      'draft.yml',
      ...from,
      '--format',
      'json',
    ],
    {
      files: {
        'policies.yml': example('policies.yml'),
        'draft.yml': example('draft.yml'),
        log: (lines ?? EXAMPLE_LOG).join('\n'),
      },
      ...(openTable && { openTable }),
    },
  );
  expect({ exitCode, stderr: lines === undefined ? stderr : '' }).toEqual({ exitCode: 0, stderr: '' });
  const { auditLogs, samples, unknownSamples, source, logs, ...figures } = JSON.parse(stdout);
  return { ...figures, leftOut: logs[0].leftOut };
}
