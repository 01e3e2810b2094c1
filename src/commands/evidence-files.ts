import type { Evidence } from '../artifacts/evidence.ts';
import type { RunReport } from '../artifacts/run-report/model.ts';
import { toCanonicalJson } from '../evidence/canonical-json.ts';
import {
  refuseStaleSignatures,
  SIGNATURE_SUFFIXES,
  type SignatureFiles,
} from '../evidence/signature-files.ts';
import type { FileToWrite, Ports } from '../ports.ts';
import { readDuration, warn } from './output.ts';

/** The flags that say which files are written, as commander names them. */
export interface WriteOptions {
  readonly out?: string;
  readonly statement?: string;
  readonly sign?: true;
  readonly signTimeout?: string;
  readonly signKey?: string;
}

/** An artifact as it will be written, and what it was made from. */
interface Made {
  readonly text: string;
  readonly evidence: Evidence;
  readonly run: RunReport;
}

/**
 * Writes an artifact and all that goes with it, or nothing: an artifact beside half of a signature, or beside none where
 * one was asked for, would look like what it is not.
 * @throws InputError
 */
export async function writeEvidence(
  made: Made,
  options: WriteOptions,
  out: string,
  ports: Ports,
): Promise<void> {
  const { statement: statementPath, signKey } = options;
  const needsStatement = statementPath !== undefined || signKey !== undefined;
  const statement = needsStatement ? await statementOn(made, out) : '';
  const signatures = await signaturesOf(made.text, statement, options, out, ports);
  refuseStaleSignatures(out, signatures, ports.files);
  const beside = SIGNATURE_SUFFIXES.flatMap((suffix): FileToWrite[] => {
    const text = signatures[suffix];
    return text === undefined ? [] : [{ path: out + suffix, text }];
  });
  if (statementPath !== undefined) beside.push({ path: statementPath, text: statement });
  if (beside.length === 0) ports.files.writeWhole(out, made.text);
  else ports.files.writeTogether([{ path: out, text: made.text }, ...beside]);
}

async function statementOn({ text, evidence, run }: Made, out: string): Promise<string> {
  const { toStatement } = await import('../evidence/statement.ts');
  const name = out.replace(/^.*[/\\]/, '');
  return toCanonicalJson(toStatement({ name, text }, evidence, run));
}

async function signaturesOf(
  text: string,
  statement: string,
  { sign, signTimeout, signKey }: WriteOptions,
  out: string,
  ports: Ports,
): Promise<SignatureFiles> {
  if (sign) {
    const timeout = readDuration('--sign-timeout', signTimeout, '5m');
    const { signWithCosign } = await import('../evidence/cosign.ts');
    return signWithCosign(text, out, timeout, ports);
  }
  if (signKey === undefined) return {};
  const { parseSigningKey } = await import('../evidence/key.ts');
  const { toSignedBundle } = await import('../evidence/sign.ts');
  const key = parseSigningKey(ports.files.readText(signKey), signKey);
  if (ports.files.isReadableByOthers(signKey)) {
    warn([{ file: signKey, message: 'can be read by others than you', help: `chmod 600 ${signKey}` }], ports);
  }
  return { '.sigstore.json': toCanonicalJson(toSignedBundle(statement, key)) };
}
