import { type Attempt, attempt } from '../../../errors.ts';
import { present } from '../../../values/own-property.ts';
import { parseAttestations } from '../signature/attestations.ts';
import type { Bundle, BundleFault, BundlesReading } from '../signature/bundle.ts';
import type { SignatureSuffix } from '../signature/signature-files.ts';
import { isBase64, isCertificate, LONGEST_SIGNATURE_FILE } from '../signature/signature-format.ts';
import type { Reason } from './reasons.ts';

/** The signature found next to an artifact, and its faults. */
export interface SignatureFound {
  /** True when there is a bundle, or both a signature and a certificate, even if malformed. */
  readonly isPresent: boolean;
  /** Several if the file next to the artifact has attestations as JSON Lines. */
  readonly bundles?: readonly Bundle[];
  readonly faults: readonly Reason[];
}

/** The text of each signature file that exists, or the problems of reading it. */
export type SignatureTexts = ReadonlyMap<SignatureSuffix, Attempt<string>>;

/** Whether these files make up a signature. Half of a pair does not. */
function isSignature(found: SignatureTexts): boolean {
  return found.has('.sigstore.json') || (found.has('.sig') && found.has('.cert'));
}

/** Reads the signature of an artifact. An unreadable or malformed file is a fault: the artifact looks signed, but is not. */
export async function readSignature(path: string, found: SignatureTexts): Promise<SignatureFound> {
  const faults: Reason[] = [];
  let bundles: readonly Bundle[] | undefined;
  for (const [suffix, text] of found) {
    const file = path + suffix;
    if ('problems' in text)
      faults.push(malformed(file, text.problems.map(({ message }) => message).join('; ')));
    else if (text.value.trim() === '')
      faults.push({ code: 'signature-empty', message: `\`${file}\` is empty` });
    else if (text.value.length > LONGEST_SIGNATURE_FILE)
      faults.push(malformed(file, 'is too large for a signature'));
    else if (suffix === '.sig') {
      if (!isBase64(text.value)) faults.push(malformed(file, 'is not a signature in base64'));
    } else if (suffix === '.cert') {
      if (!isCertificate(text.value)) faults.push(malformed(file, 'is not a certificate in PEM'));
    } else {
      const reading = await readBundles(file, text.value);
      if ('reason' in reading) faults.push(reading.reason);
      else bundles = reading.bundles;
    }
  }
  return present({ isPresent: isSignature(found), faults, bundles });
}

async function readBundles(file: string, text: string): Promise<BundlesReading> {
  const document = await attempt(() => parseAttestations(text, file));
  if ('problems' in document) {
    return {
      reason: malformed(file, `is not JSON: ${document.problems.map(({ message }) => message).join('; ')}`),
    };
  }
  const { parseBundles } = await import('../signature/bundle.ts');
  return parseBundles(document.value);
}

function malformed(file: string, why: string): BundleFault {
  return { code: 'signature-malformed', message: `\`${file}\` ${why}` };
}
