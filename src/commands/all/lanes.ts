import type { TestSuite } from '../../artifacts/test-suite/model.ts';
import { noOptions, type ReportFile } from '../../flags.ts';
import { readProtocol } from '../../mcp/protocol.ts';
import type { Ports } from '../../ports.ts';
import { COMPAT_FORMATS } from '../../report/compat/formats.ts';
import { CERTIFY_FORMATS } from '../../report/judge/formats.ts';
import { RUN_FORMATS } from '../../report/run/formats.ts';
import { SCENARIO_FORMATS } from '../../report/scenario/formats.ts';
import { inFolder } from '../../text/folders.ts';
import { CERTIFY_FLAGS } from '../judge/flags.ts';
import { DIFF_FLAGS } from '../model-compat/flags.ts';
import { SUITE_RUN_FLAGS } from '../run/flags.ts';
import { RUN_FLAGS } from '../scenario/flags.ts';
import { stemOf } from './lane-names.ts';
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
    // the report of all lanes names the files
    quiet: true as const,
    report: report as ReportFile[] as ReportFile<F>[],
  };
}

/** The lane of the tests, which every suite has. */
export function runTests({ suite, folder }: LaneSetting): Lane {
  const stem = stemOf('run');
  return {
    name: 'run',
    stem,
    async run(ports) {
      const { runOnce } = await import('../run/run-once.ts');
      const task = { files: [suite.file], protocol: readProtocol(undefined), other: undefined };
      const options = { ...noOptions(SUITE_RUN_FLAGS), ...outputsOf(folder, stem, RUN_FORMATS) };
      return runOnce(task, options, ports);
    },
  };
}

/** The lanes that only read files. */
export function fileLanes({ suite, folder, now }: LaneSetting): Lane[] {
  const { judge, modelCompat, scenarios } = suite.lanes;
  return [
    ...lanesFor(judge, (lane) => ({
      name: 'judge certify' as const,
      stem: stemOf('judge certify'),
      async run(ports: Ports) {
        const { judgeCertify } = await import('../judge/certify.ts');
        const outputs = outputsOf(folder, stemOf('judge certify'), CERTIFY_FORMATS);
        return judgeCertify({ ...laneOptions(CERTIFY_FLAGS, lane), ...outputs, now }, ports);
      },
    })),
    ...lanesFor(modelCompat, (lane) => ({
      name: 'model-compat diff' as const,
      stem: stemOf('model-compat diff'),
      async run(ports: Ports) {
        const [{ modelCompatDiff }, { refuseShared }] = await Promise.all([
          import('../model-compat/diff.ts'),
          import('../model-compat/refuse-shared.ts'),
        ]);
        const options = laneOptions(DIFF_FLAGS, lane);
        const { baseline, candidate, aa } = options;
        refuseShared({ baseline, candidate, aa }, ports.files);
        const outputs = outputsOf(folder, stemOf('model-compat diff'), COMPAT_FORMATS);
        return modelCompatDiff({ ...options, ...outputs }, ports);
      },
    })),
    ...scenarios.map((input, index): Lane => {
      const stem = stemOf('scenario run', index, scenarios.length);
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

/** Every file, folder and glob that the lanes read, and the suite itself. */
export function inputsOf({ file, lanes }: TestSuite): string[] {
  const { security, conformance, judge, modelCompat, evidence, scenarios, policy } = lanes;
  const all = [security, conformance, judge, modelCompat, evidence].flatMap((lane) => lane?.paths ?? []);
  return [file, ...all, ...scenarios, ...(policy === undefined ? [] : [policy])];
}
