import type { Cassette } from '../../artifacts/cassette/model.ts';
import { complete, readRuns } from '../../artifacts/cassette/read.ts';
import { type Diagnostic, MOST_FINDINGS } from '../../diagnostic.ts';
import { attempt, InputError } from '../../errors.ts';
import { caseOfPath } from '../../features/compat/case-name.ts';
import { type Trial, type TrialOptions, toTrial, type Verdict } from '../../features/compat/trial.ts';
import { unreadOf } from '../../features/scenario/judge/caveats.ts';
import type { FilesPort } from '../../ports.ts';
import { append } from '../../values/append.ts';
import type { RecordingSource } from './recording-sources.ts';
import { type MemberFlags, StatedRuns } from './stated-runs.ts';

/** How recordings become trials. */
export interface LoadOptions extends TrialOptions, MemberFlags {
  readonly files: FilesPort;
  /** Returns the name of the case in reports. @throws InputError when the suite has no such case */
  readonly caseNamed: (name: string, reference: string) => string;
  /** Judges a run where its recording does not state the verdict. */
  readonly verdictOn: (name: string, cassette: Cassette) => Verdict | Promise<Verdict>;
}

/** The trials of one side. */
export interface Side {
  readonly cases: ReadonlyMap<string, readonly Trial[]>;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads the recordings of one side, one file after the other: of each run only what is compared is kept.
 * @throws InputError with the problems of all files that are no recordings, or prove nothing
 */
export async function loadTrials(sources: readonly RecordingSource[], options: LoadOptions): Promise<Side> {
  const cases = new Map<string, Trial[]>();
  const warnings: Diagnostic[] = [];
  const problems: Diagnostic[] = [];
  for (const source of sources) {
    const read = await attempt(async () => append(warnings, await readSource(source, options, cases)));
    if ('problems' in read) append(problems, read.problems);
    if (problems.length > MOST_FINDINGS) break;
  }
  if (problems.length > 0) throw new InputError(problems);
  return { cases, warnings };
}

async function readSource(
  { reference, name }: RecordingSource,
  options: LoadOptions,
  cases: Map<string, Trial[]>,
): Promise<readonly Diagnostic[]> {
  const { caseKey, verdictKey } = options;
  const stated = new StatedRuns(options);
  const reading = complete(
    await readRuns(reference, options.files, {
      keepsResults: false,
      onStated: (run, value) => stated.take(run, value),
    }),
  );
  const runs = reading.value.map((run) => run.reference);
  const statesCases = caseKey === undefined && reading.isList && stated.allStateCases(runs);
  const caseOf = (run: string) => {
    if (caseKey !== undefined) return stated.caseOf(run, caseKey);
    return (statesCases ? stated.ownCaseOf(run) : undefined) ?? caseOfPath(name);
  };
  for (const { reference: run, cassette } of reading.value) {
    refuseUnread(run, cassette);
    // one side may come from a file system that writes an accent as a character of its own
    const id = options.caseNamed(caseOf(run).normalize('NFC'), run);
    const why =
      verdictKey === undefined
        ? await options.verdictOn(id, cassette)
        : stated.holds(run, verdictKey)
          ? []
          : [`${verdictKey} does not hold`];
    const trials = cases.get(id);
    const trial = toTrial(run, cassette, why, options);
    if (trials) trials.push(trial);
    else cases.set(id, [trial]);
  }
  return reading.warnings;
}

/** Refuses a run of which the calls are not known: to compare it would prove nothing. */
function refuseUnread(file: string, cassette: Cassette): void {
  const { caveats = [] } = cassette;
  if (caveats.includes('unread-calls')) {
    throw new InputError(unreadOf(cassette).map((problem) => ({ file, ...problem })));
  }
  if (!caveats.includes('acts-in-text')) return;
  throw new InputError({
    file,
    message: 'cannot be compared: the agent acted through text, and no call was recorded',
    help: 'record the run in a format that has the calls',
  });
}
