import { loadArtifact } from '../../artifacts/load.ts';
import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Git } from '../../features/evidence/emit/git.ts';
import { toEvidenceArtifact } from '../../features/evidence/verify/artifact.ts';
import { toSigner } from '../../features/evidence/verify/signer.ts';
import type { Asked } from '../../features/evidence/verify/verdict-schema.ts';
import { type Demands, verifyEvidence } from '../../features/evidence/verify/verify-evidence.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { VERDICT_FORMATS } from '../../report/evidence/formats.ts';
import { readNow } from '../../time/clock.ts';
import { readDuration } from '../../time/duration.ts';
import { present } from '../../values/own-property.ts';
import { writeReport } from '../output.ts';
import type { VERIFY_FLAGS } from './flags.ts';
import { gitIn } from './git.ts';
import { readIncluded } from './included.ts';
import { readBeside, readGiven } from './signature-inputs.ts';

type VerifyOptions = OptionsOf<typeof VERIFY_FLAGS>;

/** `mcptest evidence verify`: checks evidence, and rejects it when any check fails. Spec (run evidence): "Verifying". */
export async function evidenceVerify(path: string, options: VerifyOptions, ports: Ports): Promise<ExitCode> {
  refuseIdleFlags(options);
  const { artifact, demands } = await readInputs(path, options, ports);
  const verdict = await verifyEvidence(artifact, demands);
  await writeReport(verdict, VERDICT_FORMATS, options, ports);
  return verdict.accepted ? EXIT.accepted : EXIT.rejected;
}

/** Reads the artifact and what the flags demand of it. Reports the problems of all files together. @throws InputError */
async function readInputs(path: string, options: VerifyOptions, ports: Ports) {
  const { runReport, repo, ref = 'HEAD' } = options;
  const { files } = ports;
  const now = readNow(options.now, ports);
  const clockSkew = readDuration('--clock-skew', options.clockSkew, '5m');
  const maxAge = options.maxAge === undefined ? undefined : readDuration('--max-age', options.maxAge, '');
  const [artifact, signer, run, security, conformance] = await collectInputs(
    () => toEvidenceArtifact(path, files.readBytes(path)),
    () => toSigner(options, (key) => files.readText(key)),
    () => (runReport === undefined ? undefined : loadArtifact('run-report', runReport, files)),
    ...readIncluded(options, files),
  );
  const demands: Demands = {
    now,
    clockSkew,
    requireOrigin: options.requireOrigin === true,
    origins: run && { run, security, conformance, isSourceFromGit: options.sourceFromGit === true },
    maxAge,
    history: repo === undefined ? undefined : { repo, ref, git: gitAt(repo, ports) },
    signature: {
      isRequired: options.requireSigned === true,
      signer,
      beside: await readBeside(path, files),
      trustedRoot: signer && readGiven(options.trustedRoot, files),
    },
    asked: askedOf(options),
  };
  return { artifact, demands };
}

function askedOf({ maxAge, repo, ref, runReport, sourceFromGit }: VerifyOptions): Asked | undefined {
  const asked = present({
    max_age: maxAge,
    repo,
    ref,
    run_report: runReport,
    source_from_git: sourceFromGit,
  });
  return Object.keys(asked).length === 0 ? undefined : asked;
}

function gitAt(repo: string, ports: Ports): Git | undefined {
  return ports.files.listEntries(repo) === null ? undefined : gitIn(repo, ports);
}

/** Refuses a flag that would have no effect: whoever passes it believes that something was checked. */
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
