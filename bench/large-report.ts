import { closeSync, openSync, writeSync } from 'node:fs';

const RECORD_BYTES = 177;
const BATCH = 5000;

/** Writes a canonical run report of about the given number of megabytes. Returns its exact size in megabytes. */
export function writeLargeReport(path: string, megabytes: number): number {
  const count = Math.ceil((megabytes * 1e6) / RECORD_BYTES);
  const file = openSync(path, 'w');
  let bytes = 0;
  const write = (text: string) => {
    bytes += writeSync(file, text);
  };
  write(
    `{"schema_version":"mcptest.dev/run/v1","run_id":"bench","summary":{"total":${count},"passed":${count},"failed":0,"skipped":0},"tests":[\n`,
  );
  for (let from = 0; from < count; from += BATCH) {
    const records: string[] = [];
    for (let index = from; index < Math.min(count, from + BATCH); index++) records.push(record(index));
    write(`${from > 0 ? ',\n' : ''}${records.join(',\n')}`);
  }
  write('\n]}\n');
  closeSync(file);
  return Math.round(bytes / 1e6);
}

function record(index: number): string {
  return JSON.stringify({
    name: `forecast > returns a valid answer for city number ${index}`,
    status: 'pass',
    server: 'weather',
    file: `tests/tools/forecast-${index % 500}.test.ts`,
    line: (index % 900) + 1,
    duration_ms: (index % 77) + 0.25,
  });
}
