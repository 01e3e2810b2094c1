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
import { type LaneSetting, outputsOf } from './lanes.ts';
import type { Lane } from './run-lane.ts';

/** The artifact that each lane makes for the gate, and its file. */
export const ARTIFACT_OF = {
  run: { kind: 'run-report', file: 'run.json' },
  'judge certify': { kind: 'judge-cert', file: 'judge-certify.json' },
  'conformance run': { kind: 'conformance-report', file: 'conformance-run.json' },
  security: { kind: 'security', file: 'security.json' },
  'model-compat diff': { kind: 'model-compat', file: 'model-compat-diff.json' },
  evidence: { kind: 'evidence', file: 'evidence.json' },
} as const satisfies Partial<Record<LaneName, { kind: ArtifactKind; file: string }>>;

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
  const at = (name: keyof typeof ARTIFACT_OF) => inFolder(folder, ARTIFACT_OF[name].file);
  const included = {
    security: security && [at('security')],
    conformance: conformance && [at('conformance run')],
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
 * @param isMade whether a file is there
 */
export function gateLane({ suite, folder, now }: LaneSetting, isMade: (file: string) => boolean): Lane[] {
  const { policy } = suite.lanes;
  if (policy === undefined) return [];
  const made = (name: keyof typeof ARTIFACT_OF) =>
    isMade(ARTIFACT_OF[name].file) ? [inFolder(folder, ARTIFACT_OF[name].file)] : undefined;
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
