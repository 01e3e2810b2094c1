import type { Cassette } from '../../../artifacts/cassette/model.ts';
import type { RecordedRun } from '../../../artifacts/cassette/recordings/recordings.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { attempt } from '../../../errors.ts';
import { append } from '../../../values/append.ts';
import { present } from '../../../values/own-property.ts';
import type { Cost } from '../cost/cost.ts';
import type { Scenario } from '../suite/scenario.ts';
import type { UnjudgedRule } from '../world/replay.ts';
import { traceRun } from '../world/trajectory.ts';
import { actsInText, unreadOf } from './caveats.ts';
import { problemsInWords } from './error-words.ts';
import { isVacuous, judgeRun } from './judge.ts';
import type { ScenarioResult, Trial } from './report.ts';

/** How a scenario is judged. */
export interface JudgeOptions {
  /** The suite, for messages. */
  readonly suite: string;
  /** Whether a scenario fails when an agent that does nothing would pass it. */
  readonly strict: boolean;
  /** The runs that the report shows call by call. */
  readonly trace: 'failing' | 'all';
  readonly costOf: (cassette: Cassette) => Promise<Cost | undefined>;
}

/** The result of a scenario, and the messages that are printed in addition to the report. */
export interface JudgedScenario {
  readonly result: ScenarioResult;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Judges a scenario by its recorded runs. Each run is a trial, and is released from memory once it is judged. A run that
 * cannot be read or judged becomes the error of its trial; the other trials go on.
 */
export async function judgeScenario(
  scenario: Scenario,
  runs: AsyncIterable<RecordedRun>,
  options: JudgeOptions,
): Promise<JudgedScenario> {
  const trials: Trial[] = [];
  const errors: Diagnostic[] = [];
  const warnings: Diagnostic[] = [];
  const repeated = new Map<Trial, readonly Diagnostic[]>();
  let vacuous: boolean | undefined;
  for await (const run of runs) {
    if ('value' in run.read) vacuous ??= isVacuous(scenario, idle(run.read.value));
    const mustShow = options.strict && vacuous === true;
    const { trial, problems } = await judgeTrial(scenario, run, options, mustShow);
    trials.push(trial);
    if (run.isRepeated) repeated.set(trial, run.news.errors);
    else append(errors, [...run.news.errors, ...problems]);
    append(warnings, run.news.warnings);
    if (isPassedUnseen(run, trial)) warnings.push(unseenWarning(scenario, run));
  }
  // a repeated run could only make a passing scenario look better: one that fails without it has its answer
  const isAnswered = trials.some((trial) => 'judged' in trial && !trial.judged.passed);
  append(isAnswered ? warnings : errors, [...repeated.values()].flat());
  const counts = trials.map((trial) => !(isAnswered && repeated.has(trial)));
  append(warnings, unjudgedWarnings(scenario, trials, options.suite));
  if (vacuous) warnings.push(vacuousWarning(scenario, options.suite));
  const result = {
    scenario,
    trials: trials.filter((_, index) => counts[index]),
    vacuous: vacuous === true,
    strict: options.strict,
  };
  return { result, errors, warnings };
}

interface JudgedTrial {
  readonly trial: Trial;
  /** Why a run that was read could not be judged. */
  readonly problems: readonly Diagnostic[];
}

/** @param mustShow whether to show the run even if it passes, because only its scenario fails */
async function judgeTrial(
  scenario: Scenario,
  run: RecordedRun,
  options: JudgeOptions,
  mustShow: boolean,
): Promise<JudgedTrial> {
  const { reference, file, read, readWith } = run;
  if ('problems' in read) return failed(reference, read.problems, []);
  const { value: cassette } = read;
  if (cassette.caveats?.includes('unread-calls')) {
    const problems = unreadOf(cassette).map((problem) => ({ file, ...problem }));
    return failed(reference, problems, problems);
  }
  const tried = await attempt(async () => judgeRun(scenario, cassette, await options.costOf(cassette)));
  if ('problems' in tried) {
    const problems = tried.problems.map((problem) => ({ file, ...problem }));
    return failed(reference, problems, problems);
  }
  const judged = tried.value;
  // allowed violations are shown as well
  const isNotable = !judged.passed || judged.replay.violations.length > 0 || mustShow;
  const isTraced = options.trace === 'all' || isNotable;
  return {
    trial: {
      cassette: reference,
      ...(readWith && { readWith }),
      judged,
      trajectory: isTraced ? traceRun(scenario, cassette, judged.replay.actions) : undefined,
    },
    problems: [],
  };
}

/** Whether a run passed although nothing is known of its calls. */
function isPassedUnseen({ read }: RecordedRun, trial: Trial): boolean {
  return 'value' in read && 'judged' in trial && trial.judged.passed && actsInText(read.value);
}

function unseenWarning({ name }: Scenario, { file }: RecordedRun): Diagnostic {
  return {
    file,
    message: `scenario \`${name}\`: the agent acted through text, so nothing is known of its calls`,
    help: 'the scenario judges what the agent said, not what it did',
  };
}

function failed(cassette: string, why: readonly Diagnostic[], problems: readonly Diagnostic[]): JudgedTrial {
  return { trial: { cassette, error: problemsInWords(why) }, problems };
}

/** The recording of an agent that does nothing, under the same model. */
function idle({ model }: Cassette): Cassette {
  return present({ model, turns: [] });
}

/** One warning for each forbidden rule, whatever the number of trials. */
function unjudgedWarnings({ name }: Scenario, trials: readonly Trial[], file: string): Diagnostic[] {
  const rules = new Map<string, UnjudgedRule>();
  for (const trial of trials) {
    for (const rule of 'error' in trial ? [] : trial.judged.replay.unjudged) {
      const key = `${rule.line} ${rule.reason}`;
      const before = rules.get(key);
      rules.set(key, before ? { ...before, calls: before.calls + rule.calls } : rule);
    }
  }
  return [...rules.values()].map(({ line, reason, calls, tool, why }) => ({
    file,
    position: { line, column: 1 },
    message: `scenario \`${name}\`: the forbidden rule \`${reason}\` cannot judge ${calls === 1 ? `a call to \`${tool}\`, which counts` : `${calls} calls, such as one to \`${tool}\`, which count`} as forbidden: ${why}`,
    help: 'compare values of one type; use `server` only if the recordings name the server of each call',
  }));
}

function vacuousWarning({ name, line }: Scenario, file: string): Diagnostic {
  return {
    file,
    position: { line, column: 1 },
    message: `scenario \`${name}\`: an agent that does nothing passes this`,
    help: 'state what the agent must achieve: use `expect_state`, or `expect` on `actions` or `golden.matched`',
  };
}
