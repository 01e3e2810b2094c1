import { collectInputs } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { AllReport } from '../../features/all/report-schema.ts';
import { verdictOf } from '../../features/all/verdict.ts';
import { compileSuite } from '../../features/run/compile-suite.ts';
import type { Ports } from '../../ports.ts';
import { ALL_FORMATS } from '../../report/all/formats.ts';
import { readNow } from '../../time/clock.ts';
import type { Instant } from '../../time/instant.ts';
import { present } from '../../values/own-property.ts';
import { interruption } from '../interruption.ts';
import { writeReport } from '../output.ts';
import { suiteHere } from '../run/default-suite.ts';
import { evidenceLanes, gateLane } from './closing-lanes.ts';
import { type AllOptions, DEFAULT_FOLDER } from './flags.ts';
import { holdFolder } from './held-folder.ts';
import { toLaneReports } from './lane-reports.ts';
import { fileLanes, inputsOf, type LaneSetting, runTests } from './lanes.ts';
import { readyFolder, removeEarlier, writeFolder } from './report-folder.ts';
import { type Lane, type LaneRun, runLane } from './run-lane.ts';
import { serverLanes } from './server-lanes.ts';
import { inSuiteWords } from './suite-words.ts';

const EXITS = { pass: EXIT.accepted, fail: EXIT.rejected, unable: EXIT.unable } as const;

/**
 * Runs `mcptest all`: the tests of a suite and the lanes beside them, into one folder, and then the gate.
 * Spec (reports): "The whole loop in one place"
 */
export async function all(operand: string | undefined, options: AllOptions, ports: Ports): Promise<ExitCode> {
  const folder = (options.out ?? DEFAULT_FOLDER).replace(/(?<=[^/\\])[/\\]+$/, '');
  const { clock, file, source, suite } = await readTask(operand, options, folder, ports);
  const inputs = [...inputsOf(suite), ...(options.signKey === undefined ? [] : [options.signKey])];
  const earlier = readyFolder(folder, inputs, ports);
  const { texts, files } = holdFolder(folder, ports.files);
  // a pipe cannot be read a second time
  const readText = (path: string) => (path === file ? source : files.readText(path));
  const inside = { ...clock, files: { ...files, readText } };
  const setting: LaneSetting = { suite, folder, now: options.now };
  const runs = await runInTurn(setting, options.signKey, inside, texts);
  for (const { lane, told } of runs) ports.stderr.write(inSuiteWords(lane.name, told));
  const lanes = toLaneReports(runs, texts);
  const report: AllReport = {
    schema_version: 'mcptest.dev/all-report/v1',
    verdict: verdictOf(lanes),
    suite: file,
    ...present({ policy: suite.lanes.policy }),
    folder,
    lanes,
  };
  await writeFolder(folder, await withIndex(report, texts), earlier, ports);
  const summary = { ...options, out: undefined, report: undefined };
  await writeReport(report, ALL_FORMATS, summary, ports);
  return EXITS[report.verdict];
}

/**
 * Reads what is to run, and when.
 * @throws InputError when that cannot be read; then the folder has no report of an earlier run any more
 */
async function readTask(operand: string | undefined, options: AllOptions, folder: string, ports: Ports) {
  try {
    const clock = options.now === undefined ? ports : stoppedAt(readNow(options.now, ports), ports);
    const file = operand ?? suiteHere(ports);
    const source = ports.files.readText(file);
    const { suite } = await compileSuite(source, file);
    return { clock, file, source, suite };
  } catch (error) {
    await collectInputs(
      () => removeEarlier(folder, [], ports),
      () => Promise.reject(error),
    );
    throw error;
  }
}

/** Lets every lane see this time: a run that ended after `--now` would be evidence from the future. */
function stoppedAt(now: Instant, ports: Ports): Ports {
  return { ...ports, systemTime: () => now, env: { ...ports.env, SOURCE_DATE_EPOCH: undefined } };
}

/**
 * Runs the lanes. The tests run alone, since they may change what the server keeps, and say how long a call may take. Then
 * those that ask the server run at once. Those that only compute come after them, since they would stop the clock of the
 * others; then those that read what the others made.
 * @throws InputError when the user interrupts: nothing is written then
 */
async function runInTurn(
  setting: LaneSetting,
  signKey: string | undefined,
  ports: Ports,
  texts: ReadonlyMap<string, string>,
): Promise<LaneRun[]> {
  const closing = evidenceLanes(setting, signKey);
  const { signal, stopListening } = interruption(ports);
  const run = async (lane: Lane) => {
    signal.throwIfAborted();
    const ran = await runLane(lane, ports);
    signal.throwIfAborted();
    return ran;
  };
  const each = async (lanes: readonly Lane[]) => {
    const runs: LaneRun[] = [];
    for (const lane of lanes) runs.push(await run(lane));
    return runs;
  };
  try {
    const tests = await run(runTests(setting));
    const asked = await inPairs(serverLanes(setting), run);
    const computed = await each([...fileLanes(setting), ...closing]);
    return [tests, ...asked, ...computed, ...(await each(gateLane(setting, texts)))];
  } finally {
    stopListening();
  }
}

/** Runs lanes, at most two at once, and returns what came of them in their order. */
async function inPairs(lanes: readonly Lane[], run: (lane: Lane) => Promise<LaneRun>): Promise<LaneRun[]> {
  const runs: LaneRun[] = [];
  const next = lanes.entries();
  const work = async () => {
    for (const [index, lane] of next) runs[index] = await run(lane);
  };
  await Promise.all([work(), work()]);
  return runs;
}

/** Adds the report of all lanes as JSON, and the page that leads to the others. */
async function withIndex(
  report: AllReport,
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const [{ formatIndexHtml }, { toJson }] = await Promise.all([
    import('../../report/all/index-html.ts'),
    import('../../documents/to-json.ts'),
  ]);
  return new Map([...texts, ['all.json', toJson(report)], ['index.html', formatIndexHtml(report)]]);
}
