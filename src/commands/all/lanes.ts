import type { ServerLane, TestSuite } from '../../artifacts/test-suite/model.ts';
import { reachServer } from '../../features/run/reach-server.ts';
import { noOptions, type ReportFile } from '../../flags.ts';
import { readProtocol } from '../../mcp/protocol.ts';
import type { Ports } from '../../ports.ts';
import { COMPAT_FORMATS } from '../../report/compat/formats.ts';
import { CONFORMANCE_FORMATS } from '../../report/conformance/formats.ts';
import { CERTIFY_FORMATS } from '../../report/judge/formats.ts';
import { RUN_FORMATS } from '../../report/run/formats.ts';
import { SECURITY_FORMATS } from '../../report/scan/formats.ts';
import { SCENARIO_FORMATS } from '../../report/scenario/formats.ts';
import { folderOf, inFolder } from '../../text/folders.ts';
import { Masker } from '../../text/masker.ts';
import { CONFORMANCE_FLAGS } from '../conformance/flags.ts';
import { CERTIFY_FLAGS } from '../judge/flags.ts';
import type { ReachedServer } from '../live/reached-server.ts';
import { maskedError } from '../masked-error.ts';
import { DIFF_FLAGS } from '../model-compat/flags.ts';
import { SUITE_RUN_FLAGS } from '../run/flags.ts';
import { RUN_FLAGS } from '../scenario/flags.ts';
import { SECURITY_FLAGS } from '../security/flags.ts';
import { laneOptions } from './lane-options.ts';
import type { Lane } from './run-lane.ts';

/** What every lane is made from. */
export interface LaneSetting {
  readonly suite: TestSuite;
  /** The folder of the reports. */
  readonly folder: string;
  /** The value of `--now`. */
  readonly now: string | undefined;
}

/** Returns where a lane writes its report: as JSON, and as a page where its command has one. */
export function outputsOf<F extends string>(
  folder: string,
  stem: string,
  formats: Readonly<Record<F, unknown>>,
) {
  const names = (['json', 'html'] as const).filter((name) => Object.hasOwn(formats, name));
  const report = names.map((format) => ({ format, file: inFolder(folder, `${stem}.${format}`) }));
  return {
    format: undefined,
    out: undefined,
    color: false,
    report: report as ReportFile[] as ReportFile<F>[],
  };
}

/** The lane of the tests, which every suite has. */
export function runTests({ suite, folder }: LaneSetting): Lane {
  return {
    name: 'run',
    stem: 'run',
    async run(ports) {
      const { runOnce } = await import('../run/run-once.ts');
      const task = { files: [suite.file], protocol: readProtocol(undefined), other: undefined };
      const options = { ...noOptions(SUITE_RUN_FLAGS), ...outputsOf(folder, 'run', RUN_FORMATS) };
      return runOnce(task, options, ports);
    },
  };
}

/** The lanes that ask the server, and call nothing that is not shown to be read-only. */
export function serverLanes({ suite, folder, now }: LaneSetting): Lane[] {
  const { security, conformance } = suite.lanes;
  return [
    ...lanesFor(security, (lane) => ({
      name: 'security' as const,
      stem: 'security',
      run: (ports: Ports) =>
        atServer(lane, suite, ports, async (server) => {
          const { scan } = await import('../security/security.ts');
          const { target } = server;
          const command = target.kind === 'stdio' ? [target.command, ...target.args] : [];
          const outputs = outputsOf(folder, 'security', SECURITY_FORMATS);
          const options = { ...laneOptions(SECURITY_FLAGS, lane), ...outputs, now };
          return scan({ files: [], command, server }, options, ports);
        }),
    })),
    ...lanesFor(conformance, (lane) => ({
      name: 'conformance run' as const,
      stem: 'conformance-run',
      run: (ports: Ports) =>
        atServer(lane, suite, ports, async (server) => {
          const { checkServer } = await import('../conformance/run.ts');
          const outputs = outputsOf(folder, 'conformance-run', CONFORMANCE_FORMATS);
          return checkServer(server, { ...laneOptions(CONFORMANCE_FLAGS, lane), ...outputs }, ports);
        }),
    })),
  ];
}

/** The lanes that only read files. */
export function fileLanes({ suite, folder, now }: LaneSetting): Lane[] {
  const { judge, modelCompat, scenarios } = suite.lanes;
  return [
    ...lanesFor(judge, (lane) => ({
      name: 'judge certify' as const,
      stem: 'judge-certify',
      async run(ports: Ports) {
        const { judgeCertify } = await import('../judge/certify.ts');
        const outputs = outputsOf(folder, 'judge-certify', CERTIFY_FORMATS);
        return judgeCertify({ ...laneOptions(CERTIFY_FLAGS, lane), ...outputs, now }, ports);
      },
    })),
    ...lanesFor(modelCompat, (lane) => ({
      name: 'model-compat diff' as const,
      stem: 'model-compat-diff',
      async run(ports: Ports) {
        const { modelCompatDiff } = await import('../model-compat/diff.ts');
        const outputs = outputsOf(folder, 'model-compat-diff', COMPAT_FORMATS);
        return modelCompatDiff({ ...laneOptions(DIFF_FLAGS, lane), ...outputs }, ports);
      },
    })),
    ...scenarios.map((input, index): Lane => {
      const stem = scenarios.length === 1 ? 'scenario-run' : `scenario-run-${index + 1}`;
      return {
        name: 'scenario run',
        input,
        stem,
        async run(ports) {
          const { scenarioRun } = await import('../scenario/run.ts');
          const outputs = outputsOf(folder, stem, SCENARIO_FORMATS);
          return scenarioRun(input, { ...noOptions(RUN_FLAGS), ...outputs, now }, ports);
        },
      };
    }),
  ];
}

function lanesFor<L>(lane: L | undefined, toLane: (lane: L) => Lane): Lane[] {
  return lane === undefined ? [] : [toLane(lane)];
}

/** Lets a lane ask its server. No secret of the suite is in what it throws. */
async function atServer<T>(
  { server: name }: ServerLane,
  { servers, file, locate }: TestSuite,
  { env }: Ports,
  use: (server: ReachedServer) => Promise<T>,
): Promise<T> {
  const server = servers.find((each) => each.name === name);
  if (!server) throw new TypeError(`no server is called ${name}`);
  const { target, secrets } = reachServer(server, undefined, env, folderOf(file), (path) => ({
    file,
    position: locate(path),
  }));
  const masker = new Masker(secrets);
  try {
    return await use({ target, masker });
  } catch (error) {
    throw maskedError(error, masker);
  }
}

/** Every file, folder and glob that the lanes read, and the suite itself. */
export function inputsOf({ file, lanes }: TestSuite): string[] {
  const { security, conformance, judge, modelCompat, evidence, scenarios, policy } = lanes;
  const all = [security, conformance, judge, modelCompat, evidence].flatMap((lane) => lane?.paths ?? []);
  return [file, ...all, ...scenarios, ...(policy === undefined ? [] : [policy])];
}
