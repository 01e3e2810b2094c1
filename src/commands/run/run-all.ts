import { DEFAULT_KNOBS } from '../../exec-policy/knobs.ts';
import type { CompiledSuite } from '../../features/run/compile-suite.ts';
import { runSuite } from '../../features/run/run-suite.ts';
import { suiteJudges } from '../../features/run/suite-judges.ts';
import type { RanSuite } from '../../features/run/to-run-result.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { RunProgress } from '../../report/run/progress.ts';
import { present } from '../../values/own-property.ts';
import { interruption } from '../interruption.ts';
import { maskedError } from '../live/masked-error.ts';
import type { SUITE_RUN_FLAGS } from './flags.ts';
import type { Reach } from './reach.ts';
import type { RunRecording } from './run-recording.ts';
import { StoredSnapshots } from './stored-snapshots.ts';
import type { SuiteCase } from './suite-case.ts';
import { readTimes } from './times.ts';

/** The options of `run`. */
export type RunOptions = OptionsOf<typeof SUITE_RUN_FLAGS>;

/**
 * Runs the suites one after the other, and writes their snapshots.
 * @throws InputError when a server does not start, or the user interrupts; nothing that was started is left by then
 */
export async function runAll(
  suites: readonly CompiledSuite[],
  cases: readonly SuiteCase[],
  reach: Reach,
  options: RunOptions,
  ports: Ports,
  recording?: RunRecording,
) {
  const [{ openRunSession }, { systemClock }] = await Promise.all([
    import('../../live/run-session.ts'),
    import('../../live/system-clock.ts'),
  ]);
  const { signal, stopListening } = interruption(ports);
  const clock = systemClock(signal);
  const start = clock.now();
  const progress = ports.stderr.isTerminal ? new RunProgress(cases.length, ports.stderr.columns) : undefined;
  const tell = (text: string | undefined) => text && ports.stderr.write(text);
  const ran: RanSuite[] = [];
  try {
    for (const compiled of suites) {
      const own = cases.filter((each) => each.compiled === compiled);
      if (own.length === 0) continue;
      const times = readTimes(options, compiled.suite.defaults);
      const snapshots = new StoredSnapshots(compiled, options, reach.masker, ports);
      const isMatrix = new Set(own.map(({ combination }) => combination)).size > 1;
      const conceal = <T>(value: T) => reach.masker.value(value);
      const keeping = isMatrix ? { conceal, sha256: ports.sha256 } : undefined;
      const judges = suiteJudges(compiled, snapshots.snapshots, keeping);
      const run = await runSuite(
        compiled.suite,
        own,
        {
          ...times,
          parallel: options.parallel ?? DEFAULT_KNOBS.concurrency,
          bail: options.bail === true,
          trials: options.trials ?? 1,
          retries: options.retry ?? 0,
        },
        {
          judges,
          signal,
          onTest: (of, test) => tell(test ? progress?.end(of.name) : progress?.begin(of.name)),
          async open({ server, combination, abilities }) {
            const target = reach.targetOf(compiled.suite, server, combination.transport);
            return openRunSession(recording ? await recording.through(target) : target, {
              protocol: combination.protocol,
              abilities,
              timeout: times.start,
              signal,
              ...present({ record: recording?.record }),
            });
          },
        },
      );
      ran.push({ suite: compiled.suite, run, notes: snapshots.keep(), oneCause: judges.oneCause() });
    }
  } catch (error) {
    throw maskedError(error, reach.masker);
  } finally {
    tell(progress?.clear());
    stopListening();
  }
  return { suites: ran, duration: clock.now() - start };
}
