import { loadArtifact } from '../artifacts/load.ts';
import { collectInputs, InputError } from '../errors.ts';
import { toVerdict } from '../evidence/verdict.ts';
import { checkAncestry } from '../evidence/verify/ancestry.ts';
import { readEvidenceArtifact } from '../evidence/verify/artifact.ts';
import { checkConsistency } from '../evidence/verify/consistency.ts';
import { checkFreshness } from '../evidence/verify/freshness.ts';
import { checkAgainstRun } from '../evidence/verify/recompute.ts';
import { checkSignature } from '../evidence/verify/signature.ts';
import { readSigner, type SignerOptions } from '../evidence/verify/signer.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';
import { formatVerdict } from '../report/evidence/verify.ts';
import { toJson } from '../report/json.ts';
import { readNow } from '../time/clock.ts';
import { emit, type OutputOptions, paletteOf, readDuration } from './output.ts';

interface VerifyOptions extends OutputOptions, SignerOptions {
  readonly maxAge?: string;
  readonly clockSkew?: string;
  readonly requireSigned?: true;
  readonly requireOrigin?: true;
  readonly repo?: string;
  readonly ref?: string;
  readonly runReport?: string;
  readonly security?: string;
  readonly conformance?: string;
  readonly format?: 'pretty' | 'json';
  readonly now?: string;
}

/** `mcptest evidence verify`: weighs evidence, and rejects on any check. Source: "Verifying" of the source text. */
export async function evidenceVerify(path: string, options: VerifyOptions, ports: Ports): Promise<ExitCode> {
  refuseIdleFlags(options);
  const now = readNow(options.now, ports);
  const clockSkew = readDuration('--clock-skew', options.clockSkew, '5m');
  const maxAge = options.maxAge === undefined ? undefined : readDuration('--max-age', options.maxAge, '');
  const { artifact, signer, run, security, conformance } = await readInputs(path, options, ports);

  // first, since a time that was verified is better than one that is claimed
  const {
    requireSigned: isRequired = false,
    requireOrigin = false,
    trustedRoot,
    repo,
    ref = 'HEAD',
  } = options;
  const signature = await checkSignature(artifact, { isRequired, signer, trustedRoot }, ports.files);
  const times = { now, clockSkew, signedAt: signature.signature?.signedAt };
  const { evidence } = artifact;
  const findings = {
    consistency: [
      ...checkConsistency(evidence, { ...times, requireOrigin }),
      ...(run ? checkAgainstRun(evidence, { run, security, conformance }, now) : []),
    ],
    freshness: maxAge === undefined ? undefined : checkFreshness(evidence, { ...times, maxAge }),
    ancestry: repo === undefined ? undefined : await checkAncestry(evidence, { repo, ref }, ports),
    signature,
  };

  const verdict = toVerdict(artifact, findings, now);
  const palette = await paletteOf(options, ports);
  emit(
    options.format === 'json' ? toJson(verdict) : formatVerdict(verdict, options, palette),
    options,
    ports,
  );
  return verdict.accepted ? EXIT.accepted : EXIT.rejected;
}

async function readInputs(path: string, options: VerifyOptions, { files }: Ports) {
  const { runReport, security: securityPath, conformance: conformancePath } = options;
  const [artifact, signer, run, security, conformance] = await collectInputs(
    () => readEvidenceArtifact(path, files),
    () => readSigner(options, files),
    () => (runReport === undefined ? undefined : loadArtifact('run-report', runReport, files)),
    () => (securityPath === undefined ? undefined : loadArtifact('security', securityPath, files)),
    () =>
      conformancePath === undefined ? undefined : loadArtifact('conformance-report', conformancePath, files),
  );
  return { artifact, signer, run, security, conformance };
}

/** A flag that would change nothing is a mistake: who gave it believes that something was checked. */
function refuseIdleFlags({ ref, repo, runReport, security, conformance }: VerifyOptions): void {
  const idle = [
    ref !== undefined && repo === undefined && (['--ref', '--repo'] as const),
    security !== undefined && runReport === undefined && (['--security', '--run-report'] as const),
    conformance !== undefined && runReport === undefined && (['--conformance', '--run-report'] as const),
  ].filter((each) => each !== false);
  if (idle.length === 0) return;
  throw new InputError(
    idle.map(([flag, needed]) => ({ message: `${flag} is given without ${needed}`, help: `add ${needed}` })),
  );
}
