import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { complete, readWhole } from '../../src/artifacts/cassette/read.ts';
import { judgeRun } from '../../src/features/scenario/judge/judge.ts';
import type { Scenario } from '../../src/features/scenario/suite/scenario.ts';
import { parseSuite } from '../../src/features/scenario/suite/suite-file.ts';
import { nodeFiles } from '../../src/node/files.ts';

/** What tau-bench asks of an agent, and the calls that it considers correct. */
export interface Task {
  readonly instruction: string;
  readonly actions: readonly { readonly name: string; readonly kwargs: Readonly<Record<string, unknown>> }[];
  /** What the agent must tell the user. */
  readonly outputs: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** The rows of the database that a task touches, by table and key. */
export interface Seed {
  readonly users: Readonly<Record<string, Row>>;
  readonly reservations: Readonly<Record<string, Row>>;
}

/** A task with its recorded runs. */
export interface RecordedTask {
  readonly number: number;
  readonly task: Task;
  readonly seed: Seed;
  readonly trials: string;
  /** The reward of each run in the file, in order: 1 passed, 0 failed. */
  readonly rewards: readonly number[];
}

/** The folder of the recordings, which belong to others and are not part of the repository. */
export const AIRLINE = join(
  process.env.MCPTEST_SHARED_DATA ?? join(import.meta.dirname, '../../../shared/data'),
  'trajectories/tau-bench/airline',
);

/** Reads every recorded task of a folder, by number; empty when there is no such folder. */
export function readTasks(folder = AIRLINE): RecordedTask[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const number = /^task-(\d+)\.trials\.json$/.exec(name)?.[1];
      return number === undefined ? [] : [readTask(folder, name, Number(number))];
    })
    .sort((a, b) => a.number - b.number);
}

function readTask(folder: string, name: string, number: number): RecordedTask {
  const trials = join(folder, name);
  const seed = join(folder, name.replace('.trials.', '.seed.'));
  const records: { reward: number; info: { task: Task } }[] = JSON.parse(readFileSync(trials, 'utf8'));
  const [first] = records;
  if (!first) throw new Error(`${trials} holds no run`);
  return {
    number,
    task: first.info.task,
    seed: existsSync(seed) ? JSON.parse(readFileSync(seed, 'utf8')) : { users: {}, reservations: {} },
    trials,
    rewards: records.map(({ reward }) => reward),
  };
}

/** Compiles a scenario, as the command would. */
export async function compile(written: object): Promise<Scenario> {
  const named = { name: 'tau-bench', cassette: 'trials.json', ...written };
  const { scenarios } = await parseSuite(JSON.stringify({ scenarios: [named] }), 'suite.yml');
  return scenarios[0] as Scenario;
}

/** Returns the verdict on each run in the file: 1 passed, 0 failed. */
export function verdictsOf(scenario: Scenario, trials: string): number[] {
  const { value } = complete(readWhole(trials, nodeFiles()));
  return value.map(({ cassette }) => (judgeRun(scenario, cassette, undefined).passed ? 1 : 0));
}
