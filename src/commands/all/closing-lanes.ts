import { InputError } from '../../errors.ts';
import type { LaneName } from '../../features/all/report-schema.ts';
import { noOptions } from '../../flags.ts';
import { VERDICT_FORMATS } from '../../report/evidence/formats.ts';
import { POLICY_FORMATS } from '../../report/policy/formats.ts';
import { inFolder } from '../../text/folders.ts';
import { EMIT_FLAGS, VERIFY_FLAGS } from '../evidence/flags.ts';
import { SIMULATE_FLAGS } from '../policy/flags.ts';
import { isReportOf, stemOf } from './lane-names.ts';
import { laneOptions } from './lane-options.ts';
import { type LaneSetting, outputsOf } from './lanes.ts';
import type { Lane } from './run-lane.ts';

/** The lanes that make evidence of what the others wrote, and verify it. @param signKey the value of `--sign-key` */
export function evidenceLanes({ suite, folder, now }: LaneSetting, signKey: string | undefined): Lane[] {
  const { evidence: lane, security, conformance } = suite.lanes;
  if (lane === undefined) {
    if (signKey === undefined) return [];
    throw new InputError({
      file: suite.file,
      message: 'has no `evidence`, so there is nothing for --sign-key to sign',
      help: 'add `evidence: {}` to the suite, or remove --sign-key',
    });
  }
  const at = (stem: string) => inFolder(folder, `${stem}.json`);
  // what a lane could not make is missing, and there is no evidence without it
  const each = (name: LaneName, servers: readonly string[]) =>
    servers.map((_, index) => at(stemOf(name, index, servers.length)));
  const included = {
    security: security && each('security', security.servers),
    conformance: conformance && each('conformance run', conformance.servers),
  };
  const key = signKey ?? laneOptions(EMIT_FLAGS, lane).signKey;
  return [
    {
      name: 'evidence',
      stem: stemOf('evidence'),
      async run(ports) {
        const { evidenceEmit } = await import('../evidence/emit.ts');
        const outputs = { ...included, out: at('evidence'), signKey: key, now, quiet: true as const };
        return evidenceEmit(at('run'), { ...laneOptions(EMIT_FLAGS, lane), ...outputs }, ports);
      },
    },
    {
      name: 'evidence verify',
      stem: stemOf('evidence verify'),
      async run(ports) {
        const { evidenceVerify } = await import('../evidence/verify.ts');
        const outputs = outputsOf(folder, stemOf('evidence verify'), VERDICT_FORMATS);
        const demands = {
          ...included,
          runReport: at('run'),
          requireSigned: key === undefined ? undefined : (true as const),
        };
        const options = { ...laneOptions(VERIFY_FLAGS, lane), ...demands, ...outputs, now };
        return evidenceVerify(at('evidence'), options, ports);
      },
    },
  ];
}

/**
 * The lane of the gate, over the artifacts that were made: a rule about another one is unevaluated, and fails.
 * @param texts the files in the folder, by their names
 */
export function gateLane({ suite, folder, now }: LaneSetting, texts: ReadonlyMap<string, string>): Lane[] {
  const { policy } = suite.lanes;
  if (policy === undefined) return [];
  const stem = stemOf('policy simulate');
  const made = (name: LaneName) => {
    const files = [...texts.keys()].filter((file) => isReportOf(name, file)).sort();
    return files.length === 0 ? undefined : files.map((file) => inFolder(folder, file));
  };
  return [
    {
      name: 'policy simulate',
      stem,
      async run(ports) {
        const { policySimulate } = await import('../policy/simulate.ts');
        const artifacts = {
          runReport: made('run'),
          judgeCert: made('judge certify'),
          conformanceReport: made('conformance run'),
          security: made('security'),
          modelCompat: made('model-compat diff'),
          evidence: made('evidence'),
        };
        const outputs = outputsOf(folder, stem, POLICY_FORMATS);
        const options = {
          ...noOptions(SIMULATE_FLAGS),
          ...artifacts,
          ...outputs,
          policy,
          gate: true,
          now,
        } as const;
        return policySimulate(options, ports);
      },
    },
  ];
}
