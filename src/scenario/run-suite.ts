import type { Cassette } from '../artifacts/cassette/model.ts';
import type { Recording } from '../artifacts/cassette/read.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { attempt } from '../errors.ts';
import type { Instant } from '../time/instant.ts';
import { costOf, type PriceTable } from './cost.ts';
import { problemsInWords } from './error-words.ts';
import { isVacuous, judgeRun } from './judge.ts';
import type { RecordingFolder } from './recording-files.ts';
import { Recordings } from './recordings.ts';
import type { ScenarioResult, Trial } from './report.ts';
import type { Rate, Scenario, Suite } from './scenario.ts';
import { type Trajectory, traceRun } from './trajectory.ts';

export interface RunOptions {
  readonly folder: RecordingFolder;
  /** Whether a scenario fails that an agent passes which does nothing. */
  readonly strict: boolean;
  /** The runs that are followed call by call. */
  readonly trace: 'none' | 'failing' | 'all';
  /** Undefined when only the clock would tell. */
  readonly statedNow: Instant | undefined;
}

/** What running a suite gave: the results, and what a person is told beside the report. */
export interface SuiteRun {
  readonly results: readonly ScenarioResult[];
  /** For each result and each of its trials; undefined where none was wanted. */
  readonly trajectories: readonly (readonly (Trajectory | undefined)[])[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Replays every recording of the scenarios. One that cannot be read is the error of its trial; the others go on. */
export async function runSuite(
  { path, rates }: Suite,
  scenarios: readonly Scenario[],
  options: RunOptions,
): Promise<SuiteRun> {
  const recordings = await Recordings.of(scenarios, options.folder);
  const results: ScenarioResult[] = [];
  const trajectories: (Trajectory | undefined)[][] = [];
  const errors: Diagnostic[] = [];
  const warnings: Diagnostic[] = [];
  const prices = new Prices(rates, options.statedNow);

  for (const scenario of scenarios) {
    const trials: Trial[] = [];
    const traced: (Trajectory | undefined)[] = [];
    let vacuous: boolean | undefined;
    const fail = (cassette: string, problems: readonly Diagnostic[], isNews = true) => {
      trials.push({ cassette, error: problemsInWords(problems) });
      traced.push(undefined);
      if (isNews) errors.push(...problems);
    };
    for (const source of recordings.sourcesOf(scenario)) {
      const { reading, isFirst } = await recordings.read(source);
      if ('problems' in reading) {
        fail(source.reference, reading.problems, isFirst);
        continue;
      }
      if (isFirst) warnings.push(...reading.value.warnings);
      for (const recording of reading.value.value) {
        vacuous ??= isVacuous(scenario, recording.cassette);
        const cassette = recordings.relative(recording.reference);
        const tried = await attempt(() => judge(scenario, recording, prices));
        if ('problems' in tried) {
          fail(
            cassette,
            tried.problems.map((problem) => ({ file: recording.reference, ...problem })),
          );
          continue;
        }
        const judged = tried.value;
        trials.push({ cassette, judged });
        // a violation that is allowed, and a run that only its scenario fails, are told of as well
        const isOdd = !judged.passed || judged.replay.violations.length > 0 || (options.strict && vacuous);
        const isTraced = options.trace === 'all' || (options.trace === 'failing' && isOdd);
        traced.push(isTraced ? traceRun(scenario, recording.cassette, judged.replay.actions) : undefined);
      }
    }
    if (vacuous) warnings.push(vacuousWarning(scenario, path));
    results.push({ scenario, trials, vacuous: vacuous === true, strict: options.strict });
    trajectories.push(traced);
  }
  return { results, trajectories, errors, warnings };
}

async function judge(scenario: Scenario, { cassette }: Recording, prices: Prices) {
  return judgeRun(scenario, cassette, await prices.costOf(cassette));
}

function vacuousWarning({ name, line }: Scenario, file: string): Diagnostic {
  return {
    file,
    position: { line, column: 1 },
    message: `scenario \`${name}\`: an agent that does nothing passes this`,
    help: 'state what the agent has to achieve, by `expect_state`, or by `expect` on `actions` or `golden.matched`',
  };
}

/** Prices runs; the table is loaded when the first run needs it. */
class Prices {
  readonly #rates: ReadonlyMap<string, Rate>;
  readonly #statedNow: Instant | undefined;
  #table: PriceTable | undefined;

  constructor(rates: ReadonlyMap<string, Rate>, statedNow: Instant | undefined) {
    this.#rates = rates;
    this.#statedNow = statedNow;
  }

  async costOf(cassette: Cassette) {
    const { cost_micros, usage, model } = cassette;
    const needsTable = cost_micros === undefined && usage && model !== undefined && !this.#rates.has(model);
    if (needsTable) this.#table ??= (await import('./price-table.ts')).packagedPrices(this.#statedNow);
    return costOf(cassette, this.#rates, this.#table);
  }
}
