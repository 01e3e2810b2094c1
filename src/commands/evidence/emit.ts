import { writeEvidence } from '../../artifacts/evidence/write.ts';
import { loadArtifact } from '../../artifacts/load.ts';
import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { emitEvidence } from '../../features/evidence/emit/emit-evidence.ts';
import type { OptionsOf } from '../../flags.ts';
import type { FilesPort, Ports } from '../../ports.ts';
import { formatDifferences } from '../../report/evidence/differences.ts';
import { readNow } from '../../time/clock.ts';
import { warn } from '../output.ts';
import { writeEvidenceFiles } from './evidence-files.ts';
import type { EMIT_FLAGS } from './flags.ts';
import { gitIn } from './git.ts';
import { readIncluded } from './included.ts';

type EmitOptions = OptionsOf<typeof EMIT_FLAGS>;

/** `mcptest evidence`: turns a run report into one small artifact. Spec (run evidence): "Emitting an artifact". */
export async function evidenceEmit(path: string, options: EmitOptions, ports: Ports): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  refuseIncomplete(options);
  const { run, other, security, conformance } = await readInputs(path, options, ports.files);
  const git = options.sourceFromGit ? gitIn('.', ports) : undefined;
  const isReproducible = options.reproducible === true;
  const emission = await emitEvidence({ run, other, security, conformance, git, isReproducible, now });
  if (emission.kind === 'not-reproduced') {
    ports.stderr.write(formatDifferences(emission.differences, path, emission.other));
    return EXIT.rejected;
  }
  const { evidence, warnings } = emission;
  const text = writeEvidence(evidence);
  if (options.out === undefined) ports.stdout.write(text);
  else await writeEvidenceFiles({ text, evidence, run: run.value }, options, options.out, ports);
  const ofInputs = [run, other, security, conformance].flatMap((artifact) => artifact?.warnings ?? []);
  // the artifact has no place for what was assumed about a scan
  const assumed = (security?.sources ?? []).flatMap(({ path: file, notes = [] }) =>
    notes.map((message) => ({ file, message })),
  );
  warn([...ofInputs, ...assumed, ...warnings], ports);
  return EXIT.accepted;
}

/** @throws InputError for a flag that requires another one, and for two that exclude each other */
function refuseIncomplete({ out, sign, signKey, signTimeout, statement }: EmitOptions): void {
  if (sign && signKey !== undefined) {
    throw new InputError({
      message: '--sign and --sign-key exclude each other',
      help: 'use --sign to sign with cosign, or --sign-key to sign with your own key',
    });
  }
  if (signTimeout !== undefined && !sign) {
    throw new InputError({ message: '--sign-timeout is given without --sign', help: 'add --sign' });
  }
  const wanting = (['--sign', '--sign-key', '--statement'] as const).filter(
    (_, index) => [sign, signKey, statement][index] !== undefined,
  );
  if (out === undefined && wanting.length > 0) {
    throw new InputError({
      message: `${wanting.join(' and ')} ${wanting.length > 1 ? 'require' : 'requires'} --out`,
      help: 'add --out: a signature or a statement is about a file',
    });
  }
}

/** Reads all inputs, and reports the problems of all of them together. @throws InputError */
async function readInputs(path: string, options: EmitOptions, files: FilesPort) {
  const { reproducibleWith: otherPath } = options;
  const real = otherPath === undefined ? null : files.realPath(otherPath);
  if (real !== null && real === files.realPath(path)) {
    throw new InputError({
      message: '--reproducible-with names the report of the run itself',
      help: 'run the tests again, and pass the report of that second run',
    });
  }
  const [run, other, security, conformance] = await collectInputs(
    () => loadArtifact('run-report', path, files),
    () => (otherPath === undefined ? undefined : loadArtifact('run-report', otherPath, files)),
    ...readIncluded(options, files),
  );
  return { run, other, security, conformance };
}
