import {
  BUNDLE_V01_MEDIA_TYPE,
  BUNDLE_V02_MEDIA_TYPE,
  BUNDLE_V03_LEGACY_MEDIA_TYPE,
  BUNDLE_V03_MEDIA_TYPE,
  type Bundle,
  bundleFromJSON,
} from '@sigstore/bundle';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { describe } from '../../../documents/validate.ts';
import { messageOf } from '../../../errors.ts';
import { isObject } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';

export type { Bundle } from '@sigstore/bundle';

/** The known media types. The library checks only their form, so it would read an unknown version as the latest. */
const MEDIA_TYPES: readonly unknown[] = [
  BUNDLE_V01_MEDIA_TYPE,
  BUNDLE_V02_MEDIA_TYPE,
  BUNDLE_V03_LEGACY_MEDIA_TYPE,
  BUNDLE_V03_MEDIA_TYPE,
];

/** The two kinds of signed content. A bundle with both is refused: readers could choose either. */
const CONTENTS = ['messageSignature', 'dsseEnvelope'];

/**
 * The names that a checkpoint may contain. The library matches them as patterns against the address of a log, and a
 * stranger's pattern could run forever.
 */
const CHECKPOINT_NAME = /^[\w.:/@~-]+$/;

/** The reason why a document is not a Sigstore bundle. The codes are the reason codes of verdicts. */
export interface BundleFault {
  readonly code: 'bundle-type' | 'signature-malformed';
  readonly message: string;
}

/** The bundles in a file, or the reason why one of its entries is not a bundle. */
export type BundlesReading = { readonly bundles: readonly Bundle[] } | { readonly reason: BundleFault };

/**
 * Parses a file of attestations: one bundle, a list of them, as JSON Lines have, or the `attestations` that npm and GitHub
 * give. An entry may also be a bare DSSE envelope (`.intoto.jsonl`), which only a key can verify.
 */
export function parseBundles({ value }: SourceDocument): BundlesReading {
  const listed = isObject(value) && Array.isArray(value.attestations) ? value.attestations : value;
  if (!Array.isArray(listed)) return toBundles([parseEntry(listed)]);
  if (listed.length === 0) return malformed('it contains no attestation');
  return toBundles(
    listed.map((entry, index) => {
      const reading = parseEntry(isObject(entry) && isObject(entry.bundle) ? entry.bundle : entry);
      if (!('reason' in reading)) return reading;
      const { code, message } = reading.reason;
      return { reason: { code, message: `attestation ${index + 1}: ${message}` } };
    }),
  );
}

function toBundles(readings: readonly BundleReading[]): BundlesReading {
  const fault = readings.find((reading) => 'reason' in reading);
  if (fault) return fault;
  return { bundles: readings.flatMap((reading) => ('bundle' in reading ? [reading.bundle] : [])) };
}

function parseEntry(value: unknown): BundleReading {
  return parseBundle({ value: isEnvelope(value) ? bundleOf(value) : value });
}

interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly unknown[];
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    isObject(value) &&
    value.mediaType === undefined &&
    typeof value.payload === 'string' &&
    typeof value.payloadType === 'string' &&
    Array.isArray(value.signatures)
  );
}

/** Wraps an envelope. Some writers add a certificate to a signature: it is not looked at, since no log vouches for it. */
function bundleOf({ payload, payloadType, signatures }: Envelope): object {
  const bare = signatures.map((each) => (isObject(each) ? { sig: each.sig, keyid: each.keyid ?? '' } : each));
  return {
    mediaType: BUNDLE_V03_MEDIA_TYPE,
    verificationMaterial: { publicKey: { hint: '' }, tlogEntries: [] },
    dsseEnvelope: { payload, payloadType, signatures: bare },
  };
}

/** A bundle, or the reason why there is none. */
export type BundleReading = { readonly bundle: Bundle } | { readonly reason: BundleFault };

/** Parses a JSON document as a Sigstore bundle. Verifies nothing in it. */
export function parseBundle({ value }: Pick<SourceDocument, 'value'>): BundleReading {
  const mediaType = isObject(value) ? value.mediaType : undefined;
  if (mediaType === undefined) return malformed('it has no mediaType');
  if (!MEDIA_TYPES.includes(mediaType)) {
    return { reason: { code: 'bundle-type', message: `the media type ${describe(mediaType)} is not known` } };
  }
  if (isObject(value) && CONTENTS.every((name) => (value[name] ?? null) !== null)) {
    return malformed(`it contains both ${CONTENTS.join(' and ')}`);
  }
  try {
    const bundle = bundleFromJSON(value);
    const name = checkpointNames(bundle).find((each) => !CHECKPOINT_NAME.test(each));
    return name === undefined ? { bundle } : malformed(`a checkpoint is signed by ${describe(name)}`);
  } catch (error) {
    // a stranger's file can make the library throw anything
    const fields = (error as { fields?: unknown }).fields;
    return malformed(
      Array.isArray(fields)
        ? `fields are missing or wrong: ${fields.map(scalarText).join(', ')}`
        : messageOf(error),
    );
  }
}

function malformed(why: string): { readonly reason: BundleFault } {
  return { reason: { code: 'signature-malformed', message: `the file is not a Sigstore bundle: ${why}` } };
}

function checkpointNames({ verificationMaterial: { tlogEntries } }: Bundle): string[] {
  return tlogEntries.flatMap(({ inclusionProof }) =>
    [...(inclusionProof?.checkpoint?.envelope ?? '').matchAll(/\u2014 (\S+) /g)].map(([, name = '']) => name),
  );
}
