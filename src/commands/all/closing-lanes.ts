import type { ArtifactKind } from '../../artifacts/kinds.ts';
import { InputError } from '../../errors.ts';
import type { LaneName } from '../../features/all/report-schema.ts';
import { noOptions } from '../../flags.ts';
import { VERDICT_FORMATS } from '../../report/evidence/formats.ts';
import { POLICY_FORMATS } from '../../report/policy/formats.ts';
import { inFolder } from '../../text/folders.ts';
import { EMIT_FLAGS, VERIFY_FLAGS } from '../evidence/flags.ts';
import { SIMULATE_FLAGS } from '../policy/flags.ts';
import { laneOptions } from './lane-options.ts';
import { type LaneSetting, outputsOf, stemOf } from './lanes.ts';
import type { Lane } from './run-lane.ts';

/** The artifact that each lane makes for the gate, and the name of its files, without number and ending. */
export const ARTIFACT_OF = {
  run: { kind: 'run-report', stem: 'run' },
  'judge certify': { kind: 'judge-cert', stem: 'judge-certify' },
  'conformance run': { kind: 'conformance-report', stem: 'conformance-run' },
  security: { kind: 'security', stem: 'security' },
  'model-compat diff': { kind: 'model-compat', stem: 'model-compat-diff' },
  evidence: { kind: 'evidence', stem: 'evidence' },
} as const satisfies Partial<Record<LaneName, { kind: ArtifactKind; stem: string }>>;

/** The lanes that make evidence of what the others wrote, and verify it. @param signKey the value of `--sign-key` */
export function evidenceLanes({ suite, folder, now }: LaneSetting, signKey: string | undefined): Lane[] {
  const { evidence: lane, security, conformance } = suite.lanes;
  if (lane === undefined) {
    if (signKey === undefined) return [];
    throw new InputError({
      file: suite.file,
      message: 'makes no evidence that --sign-key could sign',
      help: 'add `evidence: {}` to the suite, or remove --sign-key',
    });
  }
  const at = (stem: string) => inFolder(folder, `${stem}.json`);
  // what a lane could not make is missing, and there is no evidence without it
  const each = (stem: string, servers: readonly string[]) =>
    servers.map((_, index) => at(stemOf(stem, index, servers.length)));
  const included = {
    security: security && each('security', security.servers),
    conformance: conformance && each('conformance-run', conformance.servers),
  };
  const key = signKey ?? laneOptions(EMIT_FLAGS, lane).signKey;
  return [
    {
      name: 'evidence',
      stem: 'evidence',
      async run(ports) {
        const { evidenceEmit } = await import('../evidence/emit.ts');
        const outputs = { ...included, out: at('evidence'), signKey: key, now };
        return evidenceEmit(at('run'), { ...laneOptions(EMIT_FLAGS, lane), ...outputs }, ports);
      },
    },
    {
      name: 'evidence verify',
      stem: 'evidence-verify',
      async run(ports) {
        const { evidenceVerify } = await import('../evidence/verify.ts');
        const outputs = outputsOf(folder, 'evidence-verify', VERDICT_FORMATS);
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
  const made = (name: keyof typeof ARTIFACT_OF) => {
    const { stem } = ARTIFACT_OF[name];
    const files = [...texts.keys()].filter((file) => file.replace(/(?:-\d+)?\.json$/, '') === stem).sort();
    return files.length === 0 ? undefined : files.map((file) => inFolder(folder, file));
  };
  return [
    {
      name: 'policy simulate',
      stem: 'policy-simulate',
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
        const outputs = outputsOf(folder, 'policy-simulate', POLICY_FORMATS);
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
