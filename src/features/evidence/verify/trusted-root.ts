import { TrustedRoot } from '@sigstore/protobuf-specs';
import seeds from '@sigstore/tuf/seeds.json' with { type: 'json' };
import { toTrustMaterial } from '@sigstore/verify';
import { parseJson } from '../../../documents/json.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { describe } from '../../../documents/validate.ts';
import { InputError } from '../../../errors.ts';
import { isObject } from '../../../values/own-property.ts';
import { sha256 } from '../signature/digest.ts';

/** The file of a trusted root, as it was read. */
export interface GivenRoot {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The authorities and logs that a verification relies on, and where they come from. */
export interface Trust {
  readonly root: TrustedRoot;
  /** `shipped`, or the path of the file. */
  readonly source: string;
  readonly sha256: string;
  /** The day on which the newest key or authority in it became valid: as old as that is what is known. */
  readonly date?: string;
}

const MEDIA_TYPES: readonly unknown[] = [
  'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
  'application/vnd.dev.sigstore.trustedroot.v0.2+json',
];

const LISTS = ['tlogs', 'certificateAuthorities', 'ctlogs', 'timestampAuthorities'];

/**
 * The trusted root in a file; the one that ships with the package when none is given. That one is of the public
 * instance of Sigstore, as it was when the package was built: nothing is asked from a network.
 * @throws InputError when the file is no trusted root, or one that could not be relied on
 */
export function toTrust(given: GivenRoot | undefined): Trust {
  if (given === undefined) {
    const { targets } = seeds['https://tuf-repo-cdn.sigstore.dev'];
    return trustIn(Buffer.from(targets['trusted_root.json'], 'base64'), 'shipped');
  }
  return trustIn(given.bytes, given.path);
}

function trustIn(bytes: Uint8Array, source: string): Trust {
  const document = parseJson(new TextDecoder().decode(bytes), source);
  const root = toRoot(document);
  refuseEndlessLogs(root, document);
  refuseUnreadable(root, document);
  const starts = [
    ...[...root.tlogs, ...root.ctlogs].map(({ publicKey }) => publicKey?.validFor?.start),
    ...[...root.certificateAuthorities, ...root.timestampAuthorities].map(({ validFor }) => validFor?.start),
  ].flatMap((start) => start?.getTime() ?? []);
  const date = starts.length === 0 ? undefined : new Date(Math.max(...starts)).toISOString().slice(0, 10);
  return { root, source, sha256: sha256(bytes), ...(date !== undefined && { date }) };
}

function toRoot(document: SourceDocument): TrustedRoot {
  const { value } = document;
  const mediaType = isObject(value) ? value.mediaType : undefined;
  if (!MEDIA_TYPES.includes(mediaType)) {
    throw refused(document, `is no trusted root of Sigstore: mediaType is ${describe(mediaType)}`);
  }
  // the reader takes whatever else stands there for an empty list
  const broken = LISTS.find((name) => !Array.isArray((value as Record<string, unknown>)[name] ?? []));
  if (broken !== undefined) throw refused(document, `is no trusted root of Sigstore: ${broken} is no list`);
  try {
    return TrustedRoot.fromJSON(value);
  } catch (error) {
    throw refused(document, `is no trusted root of Sigstore: ${String(error)}`);
  }
}

/** A key of a log that is valid since ever would vouch for entries from before the log began. */
function refuseEndlessLogs(root: TrustedRoot, document: SourceDocument): void {
  for (const kind of ['tlogs', 'ctlogs'] as const) {
    root[kind].forEach(({ publicKey }, index) => {
      // a time that cannot be read compares as false
      if ((publicKey?.validFor?.start?.getTime() ?? Number.NaN) > 0) return;
      const path = [kind, index, 'publicKey', 'validFor'];
      throw new InputError({
        file: document.file,
        position: document.locate(path),
        path,
        message: 'has no start, so that the log would be trusted for all times before',
        help: 'take the trusted root from the operator of the instance',
      });
    });
  }
}

/**
 * A key or certificate that nobody can read would be told of only when a bundle needs it, as if the bundle were wrong.
 * The reader takes what is not there for empty.
 */
function refuseUnreadable(root: TrustedRoot, document: SourceDocument): void {
  const none = { ...root, tlogs: [], ctlogs: [], certificateAuthorities: [], timestampAuthorities: [] };
  for (const kind of ['tlogs', 'ctlogs', 'certificateAuthorities', 'timestampAuthorities'] as const) {
    root[kind].forEach((each, index) => {
      if (isReadable({ ...none, [kind]: [each] })) return;
      const path = [kind, index];
      throw new InputError({
        file: document.file,
        position: document.locate(path),
        path,
        message: `has no ${kind.endsWith('logs') ? 'public key and id' : 'certificates and times'} that can be read`,
        help: 'take the trusted root from the operator of the instance',
      });
    });
  }
}

/** Whether the library can make use of every key, certificate and time of a trusted root. */
function isReadable(root: TrustedRoot): boolean {
  try {
    const { tlogs, ctlogs, certificateAuthorities, timestampAuthorities } = toTrustMaterial(root, {});
    const authorities = [...certificateAuthorities, ...timestampAuthorities];
    return (
      [...tlogs, ...ctlogs].every(({ logID }) => logID.length > 0) &&
      authorities.every(({ certChain }) => certChain.length > 0) &&
      [...tlogs, ...ctlogs, ...authorities].every(({ validFor: { start, end } }) => start <= end)
    );
  } catch {
    return false;
  }
}

function refused({ file, locate }: SourceDocument, message: string): InputError {
  return new InputError({ file, position: locate([]), message, help: 'expected the file trusted_root.json' });
}
