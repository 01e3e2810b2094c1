import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { complete, readWhole } from '../src/artifacts/cassette/read.ts';
import type { Scenario } from '../src/features/scenario/suite/scenario.ts';
import { parseSuite } from '../src/features/scenario/suite/suite-file.ts';
import { replay } from '../src/features/scenario/world/replay.ts';
import { nodeFiles } from '../src/node/files.ts';
import { writeLargeCassette } from './large-cassette.ts';
import { elapsedOf, formatRow, median, pairwise, peakOf, timeOf } from './measure.ts';

const SUITE = join(import.meta.dirname, 'large-cassette.yml');

/** Times `scenario run` on recordings of up to a million calls, and the parts of it. */
export async function measureScenario(into: string, program: string): Promise<void> {
  const sizes = [10_000, 100_000, 1_000_000];
  const files = sizes.map((calls) => {
    const folder = join(into, String(calls));
    mkdirSync(folder);
    copyFileSync(SUITE, join(folder, 'suite.yml'));
    const cassette = join(folder, 'cassette.json');
    return {
      calls,
      cassette,
      suite: join(folder, 'suite.yml'),
      megabytes: writeLargeCassette(cassette, calls),
    };
  });
  const large = files.at(-1) as (typeof files)[number];

  console.log(`a recording of ${large.calls.toLocaleString('en')} calls (${large.megabytes.toFixed(0)} MB)`);
  const peaks: number[] = [];
  const whole = pairwise(
    5,
    () => {
      const { elapsed, megabytes } = peakOf([program, 'scenario', 'run', large.suite]);
      peaks.push(megabytes / large.megabytes);
      return elapsed;
    },
    () => parseTime(large.cassette),
  );
  console.log(formatRow('scenario run, against JSON.parse alone', whole, 'target at most 4, aim 2.5'));
  console.log(`  peak memory ${median(peaks).toFixed(1)} times the file; target at most 6`);

  const scenario = (await parseSuite(readFileSync(SUITE, 'utf8'), SUITE)).scenarios[0] as Scenario;
  const { text, cassette } = load(large.cassette);
  const fold = pairwise(
    5,
    () => timeOf(() => replay(scenario, cassette)),
    () => timeOf(() => JSON.parse(text)),
  );
  console.log(formatRow('the fold alone, against JSON.parse', fold, 'target at most 0.7'));

  console.log('  reading and folding, microseconds a call:');
  for (const { calls, cassette: file } of files) {
    const once = () => {
      const [recording] = complete(readWhole(file, nodeFiles())).value;
      if (recording) replay(scenario, recording.cassette);
    };
    const times = Array.from({ length: calls > 500_000 ? 3 : 9 }, () => timeOf(once));
    console.log(`    ${calls.toLocaleString('en')} calls: ${((median(times) * 1000) / calls).toFixed(2)}`);
  }
  console.log();
}

function load(file: string) {
  const [recording] = complete(readWhole(file, nodeFiles())).value;
  if (!recording) throw new Error(`${file} contains no run`);
  return { text: readFileSync(file, 'utf8'), cassette: recording.cassette };
}

/** Returns the milliseconds that `JSON.parse` alone takes on a file, in a process of its own. */
export function parseTime(file: string): number {
  const code = `const t=require('fs').readFileSync(${JSON.stringify(file)},'utf8');const s=performance.now();JSON.parse(t);console.error(performance.now()-s)`;
  return Number(elapsedOf(['-e', code]).stderr);
}
