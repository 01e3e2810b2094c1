import type { RecordingFolder } from '../../artifacts/cassette/recordings/recording-files.ts';
import { Recordings } from '../../artifacts/cassette/recordings/recordings.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { escalationWarnings } from '../../features/scenario/check/lint.ts';
import { pricesOf } from '../../features/scenario/cost/prices.ts';
import {
  type JudgedScenario,
  type JudgeOptions,
  judgeScenario,
} from '../../features/scenario/judge/judge-scenario.ts';
import { toScenarioReport } from '../../features/scenario/judge/report.ts';
import type { Scenario } from '../../features/scenario/suite/scenario.ts';
import { selectScenarios } from '../../features/scenario/suite/select.ts';
import { parseSuite } from '../../features/scenario/suite/suite-file.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { SCENARIO_FORMATS, SHOWS_EVERY_RUN } from '../../report/scenario/formats.ts';
import { folderOf } from '../../text/folders.ts';
import { readStatedNow } from '../../time/clock.ts';
import { tellErrors, warn, writeReport } from '../output.ts';
import type { RUN_FLAGS } from './flags.ts';

/**
 * Runs `mcptest scenario run`: load, select, replay, report.
 *
 * Spec (scenario worlds): "CLI".
 */
export async function scenarioRun(
  file: string,
  options: OptionsOf<typeof RUN_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const statedNow = readStatedNow(options.now, ports);
  const suite = await parseSuite(ports.files.readText(file), file);
  const scenarios = selectScenarios(suite, options.name ?? []);

  const { format = 'pretty', report: further = [] } = options;
  const isComplete = [format, ...further.map((each) => each.format)].some((name) => SHOWS_EVERY_RUN[name]);

  const judged = await judgeAll(
    scenarios,
    { path: options.cassetteDir ?? folderOf(file), files: ports.files },
    {
      suite: file,
      strict: options.strict === true,
      trace: isComplete || options.verbose ? 'all' : 'failing',
      costOf: pricesOf(suite, statedNow),
    },
  );
  const report = toScenarioReport(
    file,
    judged.map(({ result }) => result),
    options.verbose,
  );

  await writeReport(report, SCENARIO_FORMATS, options, ports);
  tellErrors(
    judged.flatMap(({ errors }) => errors),
    ports,
  );
  warn([...escalationWarnings(file, scenarios), ...judged.flatMap(({ warnings }) => warnings)], ports);
  if (report.counts.error > 0) return EXIT.unable;
  return report.passed ? EXIT.accepted : EXIT.rejected;
}

/** Judges one scenario after another, so that not all recordings are in memory at once. */
async function judgeAll(
  scenarios: readonly Scenario[],
  folder: RecordingFolder,
  options: JudgeOptions,
): Promise<JudgedScenario[]> {
  const recordings = await Recordings.of(
    scenarios.map(({ cassettes }) => cassettes),
    folder,
  );
  const judged: JudgedScenario[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    judged.push(await judgeScenario(scenario, recordings.runsOf(index), options));
  }
  return judged;
}
