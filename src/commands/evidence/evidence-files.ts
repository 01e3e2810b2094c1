import type { Evidence } from '../../artifacts/evidence/model.ts';
import type { RunReport } from '../../artifacts/run-report/model.ts';
import { toCanonicalJson } from '../../documents/canonical-json.ts';
import { refuseStaleSignatures } from '../../features/evidence/sign/stale-signatures.ts';
import {
  SIGNATURE_SUFFIXES,
  type SignatureFiles,
  type SignatureSuffix,
} from '../../features/evidence/signature/signature-files.ts';
import type { OptionsOf } from '../../flags.ts';
import type { FilesPort, FileToWrite, Ports } from '../../ports.ts';
import { listed } from '../../report/listed.ts';
import { escapeLine } from '../../text/escape-terminal.ts';
import { readDuration } from '../../time/duration.ts';
import { warn } from '../output.ts';
import type { EMIT_FLAGS } from './flags.ts';

/** The options that determine which files are written. */
export type WriteOptions = Pick<
  OptionsOf<typeof EMIT_FLAGS>,
  'out' | 'statement' | 'sign' | 'signTimeout' | 'signKey'
> & {
  /** Set when nothing is said about the files: another command says where they are. */
  readonly quiet?: true;
};

/** An artifact as it will be written, and the run that it was made from. */
interface Made {
  readonly text: string;
  readonly evidence: Evidence;
  readonly run: RunReport;
}

/** The result of signing. */
interface Signed {
  readonly files: SignatureFiles;
  /** The signer as human-readable text. Undefined when nothing was signed. */
  readonly signer?: string;
}

/**
 * Writes an artifact with its signature and its statement, or writes nothing. An artifact with half of a signature, or
 * without the requested one, would look like something that it is not.
 * @throws InputError
 */
export async function writeEvidenceFiles(
  made: Made,
  options: WriteOptions,
  out: string,
  ports: Ports,
): Promise<void> {
  const { statement: statementPath, signKey } = options;
  const needsStatement = statementPath !== undefined || signKey !== undefined;
  const statement = needsStatement ? await statementOn(made, out) : '';
  refuseUnwritable(options, out, ports.files);
  const { files: signatures, signer } = await signaturesOf(made.text, statement, options, out, ports);
  const beside = SIGNATURE_SUFFIXES.flatMap((suffix): FileToWrite[] => {
    const text = signatures[suffix];
    return text === undefined ? [] : [{ path: out + suffix, text }];
  });
  if (statementPath !== undefined) beside.push({ path: statementPath, text: statement });
  if (beside.length === 0) ports.files.writeWhole(out, made.text);
  else ports.files.writeTogether([{ path: out, text: made.text }, ...beside]);
  if (options.quiet) return;
  // a user with several keys could not tell otherwise who signed
  const by = signer === undefined ? 'not signed' : `signed by ${signer}`;
  ports.stderr.write(`${escapeLine(`wrote ${listed([out, ...beside.map(({ path }) => path)])}, ${by}`)}\n`);
}

/**
 * Refuses outputs that cannot be written. It does so before anything is signed, because cosign publishes what it signs.
 * @throws InputError
 */
function refuseUnwritable({ statement, sign, signKey }: WriteOptions, out: string, files: FilesPort): void {
  // whether cosign makes a bundle depends on its version, so an existing bundle might stay next to another artifact
  const certain: SignatureSuffix[] = sign ? ['.sig', '.cert'] : [];
  if (signKey !== undefined) certain.push('.sigstore.json');
  refuseStaleSignatures(out, certain, files.realPath);
  // a statement with such a name would look like a signature
  const taken = sign || statement !== undefined ? SIGNATURE_SUFFIXES : certain;
  const signatures = taken.map((suffix) => out + suffix);
  const paths = [out, ...signatures, ...(statement === undefined ? [] : [statement])];
  if (paths.length > 1) files.checkTogether(paths.map((path) => ({ path })));
}

async function statementOn({ text, evidence, run }: Made, out: string): Promise<string> {
  const { toStatement } = await import('../../features/evidence/sign/statement.ts');
  const name = out.replace(/^.*[/\\]/, '');
  return toCanonicalJson(toStatement({ name, text }, evidence, run));
}

async function signaturesOf(
  text: string,
  statement: string,
  { sign, signTimeout, signKey }: WriteOptions,
  out: string,
  ports: Ports,
): Promise<Signed> {
  if (sign) {
    const timeout = readDuration('--sign-timeout', signTimeout, '5m');
    const { signWithCosign } = await import('./cosign.ts');
    return { files: await signWithCosign(text, out, timeout, ports), signer: 'cosign' };
  }
  if (signKey === undefined) return { files: {} };
  const { parseSigningKey } = await import('../../features/evidence/sign/key.ts');
  const { toSignedBundle } = await import('../../features/evidence/sign/sign.ts');
  const key = parseSigningKey(ports.files.readText(signKey), signKey);
  if (ports.files.isReadableByOthers(signKey)) {
    warn([{ file: signKey, message: 'other users can read it', help: `run chmod 600 ${signKey}` }], ports);
  }
  const files = { '.sigstore.json': toCanonicalJson(toSignedBundle(statement, key)) };
  return { files, signer: `the key ${key.fingerprint}` };
}
