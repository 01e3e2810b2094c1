import { readEvidence } from '../artifacts/evidence.ts';
import { sha256 } from '../evidence/digest.ts';
import { toServerJsonMeta } from '../evidence/server-json.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';
import { toJson } from '../report/json.ts';

interface ServerJsonOptions {
  readonly url: string;
}

/** `mcptest evidence server-json`: what a server.json says of the evidence that goes with it. */
export async function evidenceServerJson(
  path: string,
  { url }: ServerJsonOptions,
  { files, stdout }: Ports,
): Promise<ExitCode> {
  // the digest is of the bytes; what they say must be evidence that can be relied on
  readEvidence(path, files);
  stdout.write(toJson(toServerJsonMeta(url, sha256(files.readBytes(path)))));
  return EXIT.accepted;
}
