import { TrustedRoot } from '@sigstore/protobuf-specs';
import seeds from '@sigstore/tuf/seeds.json' with { type: 'json' };
import { toTrustMaterial } from '@sigstore/verify';
import { parseJson } from '../../../documents/json.ts';
import { isJsonLines, parseJsonLines } from '../../../documents/json-lines.ts';
import { readPart } from '../../../documents/part-of.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { describe } from '../../../documents/validate.ts';
import { InputError, messageOf } from '../../../errors.ts';
import { isObject, present } from '../../../values/own-property.ts';
import { sha256 } from '../signature/digest.ts';

/** A trusted root file, as read. */
export interface GivenRoot {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The authorities and logs that a verification relies on, and their origin. */
export interface Trust {
  readonly root: TrustedRoot;
  /** `shipped`, or the path of the file. */
  readonly source: string;
  readonly sha256: string;
  /** The day on which the newest key or authority became valid. Anything newer is not known. */
  readonly date?: string;
}

const MEDIA_TYPES: readonly unknown[] = [
  'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
  'application/vnd.dev.sigstore.trustedroot.v0.2+json',
];

const LISTS = ['tlogs', 'certificateAuthorities', 'ctlogs', 'timestampAuthorities'];

/**
 * Reads the trusted roots in a file, or the shipped one when no file is given. The shipped one is that of the public instance
 * of Sigstore at the time the package was built. A file may have several as JSON Lines, one for each instance, as
 * `gh attestation trusted-root` prints them. Uses no network.
 * @throws InputError when an entry of the file is not a trusted root, or not one that can be relied on
 */
export function toTrusts(given: GivenRoot | undefined): [Trust, ...Trust[]] {
  if (given === undefined) {
    const { targets } = seeds['https://tuf-repo-cdn.sigstore.dev'];
    return trustsIn(Buffer.from(targets['trusted_root.json'], 'base64'), 'shipped');
  }
  return trustsIn(given.bytes, given.path);
}

function trustsIn(bytes: Uint8Array, source: string): [Trust, ...Trust[]] {
  const text = new TextDecoder().decode(bytes);
  if (!isJsonLines(text)) return [trustIn(parseJson(text, source), bytes)];
  const lines = parseJsonLines(text, source, 'nearest');
  const trusts = (lines.value as readonly unknown[]).map((value, index) =>
    readPart(lines, [index], value, (line) => trustIn(line, bytes)),
  );
  return trusts as [Trust, ...Trust[]];
}

function trustIn(document: SourceDocument, bytes: Uint8Array): Trust {
  const source = document.file;
  const root = toRoot(document);
  refuseEndlessLogs(root, document);
  refuseUnreadable(root, document);
  const starts = [
    ...[...root.tlogs, ...root.ctlogs].map(({ publicKey }) => publicKey?.validFor?.start),
    ...[...root.certificateAuthorities, ...root.timestampAuthorities].map(({ validFor }) => validFor?.start),
  ].flatMap((start) => start?.getTime() ?? []);
  const latest = starts.reduce<number | undefined>((a, b) => Math.max(a ?? b, b), undefined);
  const date = latest === undefined ? undefined : new Date(latest).toISOString().slice(0, 10);
  return present({ root, source, sha256: sha256(bytes), date });
}

function toRoot(document: SourceDocument): TrustedRoot {
  const { value } = document;
  const mediaType = isObject(value) ? value.mediaType : undefined;
  if (!MEDIA_TYPES.includes(mediaType)) {
    throw refused(document, `is not a Sigstore trusted root: mediaType is ${describe(mediaType)}`);
  }
  // the library reads any other value as an empty list
  const broken = LISTS.find((name) => !Array.isArray((value as Record<string, unknown>)[name] ?? []));
  if (broken !== undefined)
    throw refused(document, `is not a Sigstore trusted root: ${broken} is not a list`);
  try {
    return TrustedRoot.fromJSON(value);
  } catch (error) {
    throw refused(document, `is not a Sigstore trusted root: ${messageOf(error)}`);
  }
}

/** Refuses a log key without a start of its validity: it would vouch for entries from before the log began. */
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
        message: 'has no start, so the log would be trusted for all earlier times',
        help: 'take the trusted root from the operator of the instance',
      });
    });
  }
}

/**
 * Refuses an unreadable key or certificate. Otherwise it would be reported only when a bundle needs it, as if the bundle were
 * wrong. The library reads missing values as empty.
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
        message: `has no readable ${kind.endsWith('logs') ? 'public key and id' : 'certificates and times'}`,
        help: 'take the trusted root from the operator of the instance',
      });
    });
  }
}

/** Whether the library can use every key, certificate and time of a trusted root. */
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
  return new InputError({ file, position: locate([]), message, help: 'pass a trusted_root.json file' });
}
