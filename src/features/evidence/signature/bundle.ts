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
import { isObject } from '../../../values/own-property.ts';

export type { Bundle } from '@sigstore/bundle';

/** The library knows a media type by its form; a version that does not exist yet would be read as the latest. */
const MEDIA_TYPES: readonly unknown[] = [
  BUNDLE_V01_MEDIA_TYPE,
  BUNDLE_V02_MEDIA_TYPE,
  BUNDLE_V03_LEGACY_MEDIA_TYPE,
  BUNDLE_V03_MEDIA_TYPE,
];

/** What may be signed; of two, each reader would choose one. */
const CONTENTS = ['messageSignature', 'dsseEnvelope'];

/**
 * Names in a checkpoint. The library takes them for patterns that it matches against the address of a log; a
 * stranger's pattern could run forever.
 */
const CHECKPOINT_NAME = /^[\w.:/@~-]+$/;

/** Why a document is not a Sigstore bundle; the codes are those of the reasons of a verdict. */
export interface BundleFault {
  readonly code: 'bundle-type' | 'signature-malformed';
  readonly message: string;
}

/** A bundle, or why there is none. */
export type BundleReading = { readonly bundle: Bundle } | { readonly reason: BundleFault };

/** Takes a JSON document for a Sigstore bundle. Nothing in it is verified yet. */
export function parseBundle({ value }: SourceDocument): BundleReading {
  const mediaType = isObject(value) ? value.mediaType : undefined;
  if (mediaType === undefined) return malformed('it has no mediaType');
  if (!MEDIA_TYPES.includes(mediaType)) {
    return { reason: { code: 'bundle-type', message: `the media type ${describe(mediaType)} is not known` } };
  }
  if (isObject(value) && CONTENTS.every((name) => (value[name] ?? null) !== null)) {
    return malformed(`it holds both ${CONTENTS.join(' and ')}`);
  }
  try {
    const bundle = bundleFromJSON(value);
    const name = checkpointNames(bundle).find((each) => !CHECKPOINT_NAME.test(each));
    return name === undefined ? { bundle } : malformed(`a checkpoint is signed by ${describe(name)}`);
  } catch (error) {
    // whatever a stranger's file makes it throw
    const fields = (error as { fields?: unknown }).fields;
    return malformed(
      Array.isArray(fields) ? `fields are missing or wrong: ${fields.join(', ')}` : String(error),
    );
  }
}

function malformed(why: string): { reason: BundleFault } {
  return { reason: { code: 'signature-malformed', message: `the file is no Sigstore bundle: ${why}` } };
}

function checkpointNames({ verificationMaterial: { tlogEntries } }: Bundle): string[] {
  return tlogEntries.flatMap(({ inclusionProof }) =>
    [...(inclusionProof?.checkpoint?.envelope ?? '').matchAll(/\u2014 (\S+) /g)].map(([, name = '']) => name),
  );
}
