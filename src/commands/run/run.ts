import { InputError } from '../../errors.ts';
import { DEFAULT_KNOBS } from '../../exec-policy/knobs.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type CompiledSuite, compileSuite } from '../../features/run/compile-suite.ts';
import { combinationsOf, expandCases } from '../../features/run/expand-cases.ts';
import { literalSecrets } from '../../features/run/literal-secrets.ts';
import type { RunCase } from '../../features/run/run-model.ts';
import { runSuite } from '../../features/run/run-suite.ts';
import { selectCases } from '../../features/run/select-cases.ts';
import { refuseUpdateInCi } from '../../features/run/snapshots.ts';
import { suiteJudges } from '../../features/run/suite-judges.ts';
import { isAccepted, type RanSuite, toRunResult } from '../../features/run/to-run-result.ts';
import type { OptionsOf } from '../../flags.ts';
import { readProtocol } from '../../mcp/protocol.ts';
import { readTarget } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { RUN_FORMATS } from '../../report/suite/formats.ts';
import { RunProgress } from '../../report/suite/progress.ts';
import { readNow } from '../../time/clock.ts';
import { VERSION } from '../../version.ts';
import { warn, writeReport } from '../output.ts';
import { readExtraReports, writeExtraReports } from './extra-reports.ts';
import type { SUITE_RUN_FLAGS } from './flags.ts';
import { type Reach, reachAll } from './reach.ts';
import { StoredSnapshots } from './stored-snapshots.ts';
import { readTimes } from './times.ts';

type RunOptions = OptionsOf<typeof SUITE_RUN_FLAGS>;

/** The suites that are run when none is named. */
const DEFAULT_SUITES = ['mcptest.yml', 'mcptest.yaml'];

/** Runs `mcptest run`: makes the calls of suites, judges the answers, and reports. */
export async function run(words: readonly string[], options: RunOptions, ports: Ports): Promise<ExitCode> {
  const { suites: files, command } = splitWords(words, ports);
  const extra = readExtraReports(options.report, options.out);
  const protocol = readProtocol(options.protocol);
  const other =
    command.length > 0 || options.url !== undefined
      ? readTarget(command, { ...options, header: undefined })
      : undefined;
  if (options.updateSnapshots) refuseUpdateInCi(ports.env.CI, options.allowUpdateInCi === true);
  const suites = await Promise.all(
    (files.length > 0 ? files : [defaultSuite(ports)]).map((file) =>
      compileSuite(ports.files.readText(file), file),
    ),
  );
  warn(
    suites.flatMap(({ suite }) => literalSecrets(suite)),
    ports,
  );
  const cases = selectCases(
    suites.flatMap((compiled) => {
      return expandCases(compiled.suite, combinationsOf(compiled.suite, protocol)).map((of) => ({
        ...of,
        compiled,
      }));
    }),
    { names: options.name ?? [], tags: options.tag ?? [] },
  );
  const reach = reachAll(cases, other, ports.env);
  const startedAt = readNow(undefined, ports);
  const ran = await runAll(suites, cases, reach, options, ports);
  const endedAt = readNow(undefined, ports);
  const result = toRunResult(ran.suites, {
    version: VERSION,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    duration: ran.duration,
    requireCoverage: options.requireCoverage,
    strictTransport: options.strictTransport === true,
  });
  const report = reach.masker.value(result);
  await writeExtraReports(report, extra, ports);
  await writeReport(report, RUN_FORMATS, options, ports);
  return isAccepted(report) ? EXIT.accepted : EXIT.rejected;
}

/** Tells the suites from the command after `--`, which commander puts into one list. */
function splitWords(words: readonly string[], { argv }: Pick<Ports, 'argv'>) {
  const cut = argv.indexOf('--');
  const after = cut === -1 ? 0 : argv.length - cut - 1;
  return { suites: words.slice(0, words.length - after), command: words.slice(words.length - after) };
}

function defaultSuite({ files }: Pick<Ports, 'files'>): string {
  const found = DEFAULT_SUITES.find((file) => files.realPath(file) !== null);
  if (found !== undefined) return found;
  throw new InputError({
    message: `no suite is given, and there is no ${DEFAULT_SUITES.join(' or ')} here`,
    help: 'pass a suite, or write a first one with `mcptest scaffold`',
  });
}

type SuiteCase = RunCase & { readonly compiled: CompiledSuite };

/** Runs the suites one after the other, and writes their snapshots. */
async function runAll(
  suites: readonly CompiledSuite[],
  cases: readonly SuiteCase[],
  reach: Reach,
  options: RunOptions,
  ports: Ports,
) {
  const [{ openRunSession }, { systemClock }] = await Promise.all([
    import('../../live/run-session.ts'),
    import('../../live/clock.ts'),
  ]);
  const interruption = new AbortController();
  const { signal } = interruption;
  const stopListening = ports.onInterrupt(() =>
    interruption.abort(new InputError({ message: 'interrupted' })),
  );
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
      const judges = suiteJudges(compiled, snapshots.snapshots);
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
          open: ({ server, combination, abilities }) =>
            openRunSession(reach.targetOf(compiled.suite, server, combination.transport), {
              protocol: combination.protocol,
              abilities,
              timeout: times.start,
              signal,
            }),
        },
      );
      ran.push({ suite: compiled.suite, run, notes: snapshots.keep(), oneCause: judges.oneCause() });
    }
  } catch (error) {
    throw error instanceof InputError ? new InputError(reach.masker.value(error.diagnostics)) : error;
  } finally {
    tell(progress?.clear());
    stopListening();
  }
  return { suites: ran, duration: clock.now() - start };
}
