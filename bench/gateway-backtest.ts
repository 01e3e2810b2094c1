import { statSync } from 'node:fs';
import { join } from 'node:path';
import { elapsedOf, formatRow, median, pairwise, peakOf } from './measure.ts';
import { writeLog } from './write-log.ts';

const example = join(import.meta.dirname, '..', 'examples', 'gateway');

/** The obvious loop over the lines of a log. */
const PLAIN_LOOP = `
const lines = require('node:readline').createInterface({ input: require('node:fs').createReadStream(process.argv[1]) });
let records = 0;
(async () => { for await (const line of lines) if (JSON.parse(line)) records++; })();
`;

/** Times `gateway backtest` on a million records against a loop that only parses them. */
export function measureBacktest(into: string, program: string): void {
  const log = join(into, 'audit.ndjson');
  const records = 1_000_000;
  writeLog(log, records);

  const rules = ['--policies', join(example, 'policies.yml'), '--draft', join(example, 'draft.yml')];
  const peaks: number[] = [];
  const rows = pairwise(
    5,
    () => {
      const backtest = ['gateway', 'backtest', ...rules, '--audit-log', log];
      const { elapsed, megabytes } = peakOf([program, ...backtest]);
      peaks.push(megabytes);
      return elapsed;
    },
    () => elapsedOf(['-e', PLAIN_LOOP, log]).elapsed,
  );
  const megabytes = statSync(log).size / 1e6;
  console.log(`an audit log of ${records.toLocaleString('en')} records (${megabytes.toFixed(0)} MB)`);
  console.log(
    formatRow('gateway backtest, against readline and JSON.parse', rows, 'target at most 1.5, aim below 1.2'),
  );
  console.log(`  peak memory ${median(peaks).toFixed(0)} MB\n`);
}
