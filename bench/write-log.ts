import { closeSync, openSync, writeSync } from 'node:fs';
import { auditLog } from '../examples/gateway/generate-log.ts';

/** Writes the log of the example, with so many records, to a file. The lines are not kept in memory. */
export function writeLog(path: string, records: number): void {
  const file = openSync(path, 'w');
  let lines = '';
  for (const line of auditLog(records)) {
    lines += `${line}\n`;
    if (lines.length > 2 ** 20) [, lines] = [writeSync(file, lines), ''];
  }
  writeSync(file, lines);
  closeSync(file);
}
