import type { Assumption } from '../../../artifacts/audit-log/model.ts';
import type { LogReading } from '../../../artifacts/audit-log/read.ts';
import type { LogShares } from './log-shares-schema.ts';

/**
 * Returns what the report says about the logs.
 * @param logs all logs; those that another thread has read are ours
 */
export function logShares(
  logs: readonly string[],
  { files }: Pick<LogReading, 'files'>,
  assume: Assumption | undefined,
): LogShares {
  const records = files.reduce((sum, { assumed }) => sum + assumed, 0);
  return {
    logs: logs.map((file, index) => ({
      file,
      format: files[index]?.format ?? 'mcptest',
      leftOut: [...(files[index]?.leftOut ?? [])],
    })),
    assumed: assume === undefined || records === 0 ? null : { decision: assume, records },
  };
}
