import { InputError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';
import { SCENARIO_FORMATS, type ScenarioFormat } from '../scenario/formats.ts';
import { escalationWarnings } from '../scenario/lint.ts';
import { folderOf } from '../scenario/recording-files.ts';
import { toScenarioReport } from '../scenario/report.ts';
import { runSuite } from '../scenario/run-suite.ts';
import { selectScenarios } from '../scenario/select.ts';
import { parseSuite } from '../scenario/suite-file.ts';
import { readStatedNow } from '../time/clock.ts';
import { emit, type OutputOptions, paletteOf, tellErrors, warn } from './output.ts';

interface RunOptions extends OutputOptions {
  readonly cassetteDir?: string;
  readonly name?: readonly string[];
  readonly json?: true;
  readonly format?: ScenarioFormat;
  readonly now?: string;
  readonly verbose?: true;
  readonly strict?: true;
}

/** `mcptest scenario run`: load, select, replay, report. Source: "CLI" of the scenario harness. */
export async function scenarioRun(file: string, options: RunOptions, ports: Ports): Promise<ExitCode> {
  const formatName = formatOf(options);
  const statedNow = readStatedNow(options.now, ports);
  const suite = await parseSuite(ports.files.readText(file), file);
  const scenarios = selectScenarios(suite, options.name ?? []);

  const format = SCENARIO_FORMATS[formatName];
  const { results, trajectories, errors, warnings } = await runSuite(suite, scenarios, {
    folder: { path: options.cassetteDir ?? folderOf(file), files: ports.files },
    strict: options.strict === true,
    trace: !format.showsCalls ? 'none' : options.verbose ? 'all' : 'failing',
    statedNow,
  });
  const report = toScenarioReport(file, results);

  const render = await format.load();
  const context = {
    palette: await paletteOf(options, ports),
    verbose: options.verbose === true,
    lines: scenarios.map(({ line }) => line),
    trajectories,
  };
  emit(render(report, context), options, ports);
  tellErrors(errors, ports);
  warn([...escalationWarnings(file, scenarios), ...warnings], ports);
  if (report.counts.error > 0) return EXIT.unable;
  return report.passed ? EXIT.accepted : EXIT.rejected;
}

function formatOf({ json, format }: RunOptions): ScenarioFormat {
  if (json && format !== undefined && format !== 'json') {
    throw new InputError({
      message: `--json and --format ${format} contradict each other`,
      help: 'give one of them',
    });
  }
  return json ? 'json' : (format ?? 'pretty');
}
