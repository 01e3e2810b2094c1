import type { Cassette } from '../../artifacts/cassette/model.ts';
import { complete, readRuns } from '../../artifacts/cassette/read.ts';
import { type Diagnostic, MOST_FINDINGS } from '../../diagnostic.ts';
import { attempt, InputError } from '../../errors.ts';
import { caseOfPath } from '../../features/compat/case-name.ts';
import { type Trial, type TrialOptions, toTrial, type Verdict } from '../../features/compat/trial.ts';
import { unreadOf } from '../../features/scenario/judge/caveats.ts';
import type { FilesPort } from '../../ports.ts';
import { append } from '../../values/append.ts';
import { RawRuns } from './raw-run.ts';
import type { RecordingSource } from './recording-sources.ts';

/** How recordings become trials. */
export interface LoadOptions extends TrialOptions {
  readonly files: FilesPort;
  /** See `--case-key` and `--verdict-key`. */
  readonly caseKey: string | undefined;
  readonly verdictKey: string | undefined;
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
  let text: string | undefined;
  const readText = (path: string) => {
    text = options.files.readText(path);
    return text;
  };
  const reading = complete(
    await readRuns(reference, { ...options.files, readText }, { keepsResults: false }),
  );
  const raw = new RawRuns(reference.split('#/')[0] as string, () => text);
  const own =
    options.caseKey === undefined && reading.isList
      ? reading.value.map((run) => raw.ownCaseOf(run.reference))
      : [];
  const statesCase = own.length > 0 && own.every((each) => each !== undefined);
  for (const [index, { reference: run, cassette }] of reading.value.entries()) {
    refuseUnread(run, cassette);
    const stated =
      options.caseKey === undefined
        ? statesCase
          ? own[index]
          : undefined
        : raw.nameAt(run, '--case-key', options.caseKey);
    const id = options.caseNamed(stated ?? caseOfPath(name), run);
    const why =
      options.verdictKey === undefined
        ? await options.verdictOn(id, cassette)
        : raw.holdsAt(run, '--verdict-key', options.verdictKey)
          ? []
          : [`${options.verdictKey} does not hold`];
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
