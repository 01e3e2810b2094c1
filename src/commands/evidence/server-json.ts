import { findInconsistencies } from '../../artifacts/evidence/consistency.ts';
import { toJson } from '../../documents/to-json.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { located } from '../../features/evidence/emit/input-file.ts';
import { toServerJsonMeta } from '../../features/evidence/emit/server-json.ts';
import { toEvidenceArtifact } from '../../features/evidence/verify/artifact.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import type { SERVER_JSON_FLAGS } from './flags.ts';

/** `mcptest evidence server-json`: prints the block that names evidence in a server.json. */
export async function evidenceServerJson(
  file: string,
  { url }: OptionsOf<typeof SERVER_JSON_FLAGS>,
  { files, stdout }: Ports,
): Promise<ExitCode> {
  const { evidence, sha256, locate } = toEvidenceArtifact(file, files.readBytes(file));
  const found = findInconsistencies(evidence).map(({ path, message }) => ({ file, path, message }));
  const problems = located(found, { path: file, value: evidence, locate });
  // a registry would reject it, so the publisher should learn of it first
  if (problems.length > 0) throw new InputError(problems);
  stdout.write(toJson(toServerJsonMeta(url, sha256)));
  return EXIT.accepted;
}
