import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readCassette } from '../src/artifacts/cassette/read.ts';
import { compareModels } from '../src/features/compat/compare.ts';
import type { ComparedCase } from '../src/features/compat/compared-case.ts';
import { NOTHING_EQUAL } from '../src/features/compat/equal-file.ts';
import { type Trial, toTrial } from '../src/features/compat/trial.ts';
import { nodeFiles } from '../src/node/files.ts';
import { sha256 } from '../src/node/sha256.ts';
import { SeededRandom } from '../src/statistics/random.ts';

/** How many comparisons a row stands for. */
const ROUNDS = 500;
const ALPHA = 0.05;

/** The trials of each task. */
type Pool = readonly (readonly Trial[])[];

/** One comparison: its cases, drawn anew in each round. */
type Draw = (random: SeededRandom) => readonly (readonly [before: readonly Trial[], now: readonly Trial[]])[];

/**
 * Prints how often one model fails against itself, and how often a planted loss is found.
 * @param folder recordings of tau-bench, `task-NN.trials.json`
 */
export async function measureComparisons(folder: string): Promise<void> {
  const pool = await readPool(folder);
  console.log(
    `${pool.length} recorded tasks of tau-bench; ${ROUNDS} comparisons for each row, alpha ${ALPHA}\n`,
  );
  console.log('| one model against itself | FAIL |\n| --- | --- |');
  const line = (name: string, draw: Draw) => console.log(`| ${name} | ${failuresOf(name, draw)} |`);
  if (pool.length > 0) {
    line('recorded: the trials of each task, split in two at random', (random) =>
      pool.map((trials) => halves(trials, random)),
    );
    for (const trials of [1, 4, 8]) {
      line(`recorded: 50 cases of ${trials} trials, drawn from the tasks`, (random) =>
        Array.from({ length: 50 }, (_, at) => {
          const task = pool[at % pool.length] as readonly Trial[];
          return [drawn(task, trials, random), drawn(task, trials, random)];
        }),
      );
    }
  }
  for (const trials of [1, 4, 8]) {
    line(
      `simulated: 50 cases of ${trials} trials, each with a rate of its own`,
      simulated(50, trials, (p) => p),
    );
  }
  console.log('\n| a planted loss | found |\n| --- | --- |');
  const broken = (cases: number) => (p: number, at: number) => (at < cases ? 0 : p);
  for (const trials of [4, 8]) {
    line(
      `1 of 20 cases never holds any more, ${trials} trials`,
      simulated(20, trials, broken(1), () => 0.95),
    );
    line(
      `5 of 20 cases never hold any more, ${trials} trials`,
      simulated(20, trials, broken(5), () => 0.95),
    );
  }
  for (const [loss, trials] of [
    [0.1, 4],
    [0.2, 4],
    [0.3, 4],
    [0.2, 8],
    [0.3, 8],
  ] as const) {
    const now = (p: number) => Math.max(0, p - loss);
    line(`all of 50 cases hold less often by ${loss}, ${trials} trials`, simulated(50, trials, now));
  }
}

async function readPool(folder: string): Promise<Pool> {
  const files = nodeFiles();
  const names = readdirSync(folder).filter((name) => name.endsWith('.trials.json'));
  const options = { equivalence: NOTHING_EQUAL, digest: sha256 };
  return Promise.all(
    names.sort().map(async (name) => {
      const path = join(folder, name);
      const { value } = await readCassette(path, files);
      const rewards = (JSON.parse(files.readText(path)) as { reward: number }[]).map(({ reward }) => reward);
      return value.map(({ reference, cassette }, at) =>
        toTrial(reference, cassette, rewards[at] === 1 ? [] : ['reward does not hold'], options),
      );
    }),
  );
}

function failuresOf(name: string, draw: Draw): string {
  const random = new SeededRandom(sha256(name));
  let failures = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const cases = draw(random).map(
      ([baseline, candidate], at): ComparedCase => ({ id: `${at}`, baseline, candidate, again: undefined }),
    );
    const options = { alpha: ALPHA, compareText: false, verdicts: 'recorded', digest: sha256 } as const;
    if (compareModels(cases, options).summary.fail > 0) failures++;
  }
  return `${((100 * failures) / ROUNDS).toFixed(1)} %`;
}

function halves(trials: readonly Trial[], random: SeededRandom): readonly [Trial[], Trial[]] {
  const shuffled = trials
    .map((trial) => ({ trial, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ trial }) => trial);
  const middle = shuffled.length >> 1;
  return [shuffled.slice(0, middle), shuffled.slice(middle)];
}

function drawn(trials: readonly Trial[], count: number, random: SeededRandom): Trial[] {
  return Array.from({ length: count }, () => trials[Math.floor(random.next() * trials.length)] as Trial);
}

/** Runs that hold with a chance: before with one for each case, and now with what is left of it. */
function simulated(
  cases: number,
  trials: number,
  now: (before: number, at: number) => number,
  rate: (random: SeededRandom) => number = (random) => random.next(),
): Draw {
  const runs = (chance: number, random: SeededRandom) =>
    Array.from({ length: trials }, () => runThat(random.next() < chance));
  return (random) =>
    Array.from({ length: cases }, (_, at) => {
      const before = rate(random);
      return [runs(before, random), runs(now(before, at), random)];
    });
}

function runThat(held: boolean): Trial {
  const cassette = { turns: [{ tool_calls: [], final_response: 'done' }] };
  return toTrial('simulated', cassette, held ? [] : ['fails'], {
    equivalence: NOTHING_EQUAL,
    digest: String,
  });
}
