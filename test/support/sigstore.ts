import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { initializeCA, initializeCTLog, initializeTLog, initializeTSA } from '@sigstore/mock';

/** What is signed, by whom, and which proofs the bundle contains. Every default verifies. */
export interface SignSpec {
  readonly artifact: string | Uint8Array;
  readonly identity?: string;
  readonly issuer?: string;
  /** Further extensions of the certificate; `legacy` ones contain plain text. */
  readonly extensions?: readonly { oid: string; value: string; legacy?: boolean }[];
  /** A statement in an envelope instead of a bare signature; its subject is the artifact by default. */
  readonly statement?: Record<string, unknown> | undefined;
  readonly payloadType?: string;
  /** The log: v1 gives a time, v2 does not. */
  readonly log?: 'v1' | 'v2' | 'none';
  /** An envelope that is recorded in the log by its hash and signature, as a file is. */
  readonly isHashed?: boolean;
  readonly timestamp?: boolean;
  /** The time of it, in seconds from now. */
  readonly stampedIn?: number;
  /** False for a certificate that is in no CT log. */
  readonly isInCtLog?: boolean;
  /** A false value for the log entry. */
  readonly entry?: { readonly digest?: string; readonly signature?: string; readonly verifier?: string };
}

// biome-ignore lint/suspicious/noExplicitAny: tests damage bundles anywhere
export type BundleJson = any;

export const IDENTITY = 'https://github.com/acme/weather/.github/workflows/ci.yml@refs/heads/main';
export const ISSUER = 'https://token.actions.githubusercontent.com';
const PREDICATE = 'https://in-toto.io/attestation/test-result/v0.1';
const STATEMENT = 'https://in-toto.io/Statement/v1';

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

const base64 = (data: string | ArrayBufferView) =>
  (typeof data === 'string'
    ? Buffer.from(data)
    : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  ).toString('base64');

/** An instance of Sigstore in memory: an authority, a CT log, a log, and a timestamp authority. */
export async function sigstoreInstance() {
  const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ctlog = await initializeCTLog(keys());
  const ca = await initializeCA(generateKeyPairSync('ec', { namedCurve: 'P-384' }), ctlog);
  const tlog = await initializeTLog('https://rekor.sigstore.dev', keys());
  const tsa = await initializeTSA(generateKeyPairSync('ec', { namedCurve: 'P-384' }));
  // whole seconds: the library cannot read all fractions that this package writes
  let stampedIn = 0;
  const getCurrentTime = () => new Date((Math.floor(Date.now() / 1000) + stampedIn) * 1000);
  Object.assign(tsa, { getCurrentTime });

  const validFor = { start: new Date(Date.now() - 3_600_000).toISOString() };
  const logOf = (baseUrl: string, key: Buffer) => ({
    baseUrl,
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: base64(key), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor },
    logId: { keyId: createHash('sha256').update(key).digest('base64') },
  });
  const authority = (uri: string, certificates: readonly ArrayBufferView[]) => ({
    subject: { organization: 'mock', commonName: 'mock' },
    uri,
    certChain: { certificates: certificates.map((each) => ({ rawBytes: base64(each) })) },
    validFor,
  });
  const trustedRoot = {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logOf('https://rekor.sigstore.dev', tlog.publicKey)],
    certificateAuthorities: [authority('https://fulcio.sigstore.dev', [ca.rootCertificate])],
    ctlogs: [logOf('https://ctfe.sigstore.dev', ctlog.publicKey)],
    timestampAuthorities: [
      authority('https://timestamp.sigstore.dev', [tsa.intCertificate, tsa.rootCertificate]),
    ],
  };

  async function certify(publicKey: KeyObject, spec: SignSpec): Promise<Buffer> {
    Object.assign(ca, { ctLog: (spec.isInCtLog ?? true) ? ctlog : undefined });
    const certificate = await ca.issueCertificate({
      publicKey: publicKey.export({ type: 'spki', format: 'der' }) as Buffer<ArrayBuffer>,
      subjectAltName: spec.identity ?? IDENTITY,
      extensions: [
        { oid: '1.3.6.1.4.1.57264.1.8', value: spec.issuer ?? ISSUER },
        ...(spec.extensions ?? []),
      ],
    });
    return Buffer.from(certificate.buffer, certificate.byteOffset, certificate.byteLength);
  }

  async function logged(body: { kind: string; apiVersion: string }, isV2: boolean) {
    // the package with the types of entries is not installed
    const [entry] = Object.values((await tlog.log(body)) as Record<string, BundleJson>);
    const { inclusionProof: proof, signedEntryTimestamp } = entry.verification;
    return {
      logIndex: String(entry.logIndex),
      logId: { keyId: Buffer.from(entry.logID, 'hex').toString('base64') },
      kindVersion: { kind: body.kind, version: body.apiVersion },
      ...(isV2
        ? {}
        : {
            integratedTime: String(entry.integratedTime),
            inclusionPromise: { signedEntryTimestamp: String(signedEntryTimestamp) },
          }),
      inclusionProof: {
        logIndex: String(proof.logIndex),
        rootHash: Buffer.from(proof.rootHash, 'hex').toString('base64'),
        treeSize: String(proof.treeSize),
        hashes: [],
        checkpoint: { envelope: proof.checkpoint },
      },
      canonicalizedBody: entry.body,
    };
  }

  /** Signs like a client with a certificate for the identity. */
  async function signKeyless(spec: SignSpec): Promise<BundleJson> {
    const { privateKey, publicKey } = keys();
    const certificate = await certify(publicKey, spec);
    const { content, signature, digest } = signContent(spec, privateKey);
    const entry = {
      digest: spec.entry?.digest ?? digest,
      signature: spec.entry?.signature ?? signature.toString('base64'),
      verifier: spec.entry?.verifier ?? pemOf(certificate),
    };
    const log = spec.log ?? 'v1';
    const isEnvelope = spec.statement !== undefined && !spec.isHashed;
    const body = log === 'v2' ? bodyV2(isEnvelope, entry) : bodyV1(isEnvelope, entry);
    const isStamped = spec.timestamp ?? log === 'v2';
    stampedIn = spec.stampedIn ?? 0;
    const timestamps = isStamped ? [await stamp(signature)] : [];
    return {
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: {
        certificate: { rawBytes: certificate.toString('base64') },
        tlogEntries: log === 'none' ? [] : [await logged(body, log === 'v2')],
        timestampVerificationData: { rfc3161Timestamps: timestamps },
      },
      ...content,
    };
  }

  async function stamp(signature: Buffer): Promise<{ signedTimestamp: string }> {
    const response = await tsa.timestamp({
      artifactHash: createHash('sha256').update(signature).digest(),
      hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
      nonce: 1,
      policyOID: '1.2.3.4',
    });
    return { signedTimestamp: base64(response) };
  }

  return { trustedRoot, signKeyless };
}

/** Signs with a bare key, as `--sign-key` does: no certificate, no log. */
export function signWithKey(spec: SignSpec, privateKey: KeyObject): BundleJson {
  const { content } = signContent(spec, privateKey);
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: 'whatever' }, tlogEntries: [] },
    ...content,
  };
}

/** A statement whose subject is the artifact. */
export function statementOn(artifact: string | Uint8Array, changes: Record<string, unknown> = {}) {
  return {
    _type: STATEMENT,
    subject: [{ name: 'evidence.json', digest: { sha256: sha256(artifact) } }],
    predicateType: PREDICATE,
    // as `evidenceWith` has a failed test
    predicate: { result: 'FAILED' },
    ...changes,
  };
}

function signContent({ artifact, statement, payloadType, isHashed }: SignSpec, key: KeyObject) {
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  if (statement === undefined) {
    const signature = sign(algorithm, Buffer.from(artifact as string), key);
    const digest = Buffer.from(sha256(artifact), 'hex').toString('base64');
    const messageDigest = { algorithm: 'SHA2_256', digest };
    return {
      content: { messageSignature: { messageDigest, signature: signature.toString('base64') } },
      signature,
      digest: sha256(artifact),
    };
  }
  const type = payloadType ?? 'application/vnd.in-toto+json';
  const payload = Buffer.from(JSON.stringify(statement));
  const encoded = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
  const signature = sign(algorithm, encoded, key);
  const signatures = [{ sig: signature.toString('base64') }];
  return {
    content: { dsseEnvelope: { payload: payload.toString('base64'), payloadType: type, signatures } },
    signature,
    digest: sha256(isHashed ? encoded : payload),
  };
}

interface EntryFields {
  readonly digest: string;
  readonly signature: string;
  /** PEM. */
  readonly verifier: string;
}

function bodyV1(isEnvelope: boolean, { digest, signature, verifier }: EntryFields) {
  const hash = { algorithm: 'sha256', value: digest };
  return isEnvelope
    ? {
        apiVersion: '0.0.1',
        kind: 'dsse',
        spec: { payloadHash: hash, signatures: [{ signature, verifier: base64(verifier) }] },
      }
    : {
        apiVersion: '0.0.1',
        kind: 'hashedrekord',
        spec: { data: { hash }, signature: { content: signature, publicKey: { content: base64(verifier) } } },
      };
}

function bodyV2(isEnvelope: boolean, { digest, signature, verifier }: EntryFields) {
  const hash = { algorithm: 'SHA2_256', digest: Buffer.from(digest, 'hex').toString('base64') };
  const rawBytes = verifier.replace(/-----.*?-----|\n/g, '');
  const signed = {
    content: signature,
    verifier: { keyDetails: 'PKIX_ECDSA_P256_SHA_256', x509Certificate: { rawBytes } },
  };
  return isEnvelope
    ? { apiVersion: '0.0.2', kind: 'dsse', spec: { dsseV002: { payloadHash: hash, signatures: [signed] } } }
    : {
        apiVersion: '0.0.2',
        kind: 'hashedrekord',
        spec: { hashedRekordV002: { data: hash, signature: signed } },
      };
}

/** A certificate as PEM. */
export function pemOf(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
