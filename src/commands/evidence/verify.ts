import { loadArtifact } from '../../artifacts/load.ts';
import { toJson } from '../../documents/to-json.ts';
import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Git } from '../../features/evidence/emit/git.ts';
import { checkAncestry } from '../../features/evidence/verify/ancestry.ts';
import { toEvidenceArtifact } from '../../features/evidence/verify/artifact.ts';
import { checkConsistency } from '../../features/evidence/verify/consistency.ts';
import { checkFreshness } from '../../features/evidence/verify/freshness.ts';
import { checkAgainstRun } from '../../features/evidence/verify/recompute.ts';
import { checkSignature } from '../../features/evidence/verify/signature.ts';
import { type SignerOptions, toSigner } from '../../features/evidence/verify/signer.ts';
import { toVerdict } from '../../features/evidence/verify/verdict.ts';
import type { Ports } from '../../ports.ts';
import { formatVerdict } from '../../report/evidence/verify.ts';
import { readNow } from '../../time/clock.ts';
import { emit, type OutputOptions, paletteOf, readDuration } from '../output.ts';
import { gitIn } from './git.ts';
import { readBeside, readGiven } from './signature-inputs.ts';

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
  readonly sourceFromGit?: true;
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
    sourceFromGit: isSourceFromGit = false,
    trustedRoot,
    repo,
    ref = 'HEAD',
  } = options;
  const beside = await readBeside(path, ports.files);
  const root = signer && readGiven(trustedRoot, ports.files);
  const signature = await checkSignature(artifact, { isRequired, signer, trustedRoot: root }, beside);
  const times = { now, clockSkew, signedAt: signature.signature?.signedAt };
  const { evidence } = artifact;
  const findings = {
    consistency: [
      ...checkConsistency(evidence, { ...times, requireOrigin }),
      ...(run ? checkAgainstRun(artifact, { run, security, conformance, isSourceFromGit }, now) : []),
    ],
    freshness: maxAge === undefined ? undefined : checkFreshness(evidence, { ...times, maxAge }),
    ancestry:
      repo === undefined ? undefined : await checkAncestry(evidence, { repo, ref, git: gitAt(repo, ports) }),
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

function gitAt(repo: string, ports: Ports): Git | undefined {
  return ports.files.listEntries(repo) === null ? undefined : gitIn(repo, ports);
}

async function readInputs(path: string, options: VerifyOptions, { files }: Ports) {
  const { runReport, security: securityPath, conformance: conformancePath } = options;
  const [artifact, signer, run, security, conformance] = await collectInputs(
    () => toEvidenceArtifact(path, files.readBytes(path)),
    () => toSigner(options, (key) => files.readText(key)),
    () => (runReport === undefined ? undefined : loadArtifact('run-report', runReport, files)),
    () => (securityPath === undefined ? undefined : loadArtifact('security', securityPath, files)),
    () =>
      conformancePath === undefined ? undefined : loadArtifact('conformance-report', conformancePath, files),
  );
  return { artifact, signer, run, security, conformance };
}

/** A flag that would change nothing is a mistake: who gave it believes that something was checked. */
function refuseIdleFlags({
  ref,
  repo,
  runReport,
  security,
  conformance,
  sourceFromGit,
}: VerifyOptions): void {
  const idle = [
    ref !== undefined && repo === undefined && (['--ref', '--repo'] as const),
    security !== undefined && runReport === undefined && (['--security', '--run-report'] as const),
    conformance !== undefined && runReport === undefined && (['--conformance', '--run-report'] as const),
    sourceFromGit && runReport === undefined && (['--source-from-git', '--run-report'] as const),
  ].filter((each) => each !== false && each !== undefined);
  if (idle.length === 0) return;
  throw new InputError(
    idle.map(([flag, needed]) => ({ message: `${flag} is given without ${needed}`, help: `add ${needed}` })),
  );
}
