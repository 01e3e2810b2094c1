import { type Detector, detector, matching } from './detector.ts';
import { isDigest, isPlaceholder, looksRandom } from './high-entropy.ts';
import { decode, isJwt } from './jwt.ts';
import type { Leaf } from './leaf.ts';
import { SECRET_SHAPES } from './secret-shapes.ts';
import type { Span } from './span.ts';
import { TRAITS } from './traits.ts';

/** One detector for each row of the shapes. */
const SHAPE_DETECTORS: readonly Detector[] = SECRET_SHAPES.map(([id, severity, whose, example, , pattern]) =>
  detector(
    id,
    severity,
    TRAITS.shape,
    [whose, example],
    // the shape must not continue another word, or it is part of a longer identifier
    matching(new RegExp(`(?<![A-Za-z0-9])${pattern}`, 'g')),
  ),
);

// the content may follow real or escaped line breaks
const KEY_BLOCK =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]){0,8}[A-Za-z0-9+/=:,-][A-Za-z0-9+/=:, -]{15,2000}|PuTTY-User-Key-File-\d: \S{4,40}/g;

const AWS_SECRET =
  /(?:aws|secret)[\w ."']{0,20}key["']?\s{0,3}[:=]\s{0,3}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/gi;

const JWT = /(?<![\w.-])eyJ[\w-]{8,2000}\.eyJ[\w-]{4,8000}\.[\w-]{10,1000}/g;

const BEARER = /(?<![\w-])bearer\s{1,3}(?<value>[A-Za-z0-9+/=._~-]{16,2000})/gi;

const BASIC = /(?<![\w-])basic\s{1,3}(?<value>[A-Za-z0-9+/]{8,2000}={0,2})(?![\w=])/gi;

// an assignment inside a text: `API_KEY=…`, `"password": "…"`
const ASSIGNMENT =
  /(?<=^|[\s,;{("'&?_-])(?<name>(?:api|access|secret|private|client|auth|encryption|signing)?[_-]?(?:key|secret|token|password|passwd|pwd))["']?(?:\s{0,3}(?:=>|[:=])|\sis)\s{0,3}["']?(?<value>[^\s"',;&<>)}]{8,256})/gi;

const keyBlocks = matching(KEY_BLOCK);
const awsSecrets = matching(AWS_SECRET);

/** The server of a connection string is looked for up to this many characters before the password. */
const DRIVER_REACH = 300;

const DRIVER_PASSWORD = /(?<![\w-])(?:password|pwd)\s?=\s?(?<value>[^;\s"']{3,200})/gi;

/**
 * Detectors of secrets. Those that identify the provider come first, and are reported instead of those that find
 * anything similar.
 */
export const SECRET_DETECTORS: readonly Detector[] = [
  detector(
    'secret.private_key',
    'critical',
    TRAITS.token,
    ['a private key with its content', '`-----BEGIN RSA PRIVATE KEY-----` and what follows'],
    (leaf) => (/-----BEGIN|PuTTY/.test(leaf.text) ? keyBlocks(leaf) : []),
  ),
  ...SHAPE_DETECTORS,
  detector(
    'secret.aws_secret_key',
    'critical',
    TRAITS.token,
    ['the secret half of an AWS access key, next to its name', '`aws_secret_access_key = …`'],
    function* (leaf) {
      const isNamed = /aws|secret/i.test(leaf.key) && /key/i.test(leaf.key);
      if (isNamed && /^[A-Za-z0-9/+]{40}$/.test(leaf.text)) yield wholeOf(leaf);
      else if (leaf.has(TRAITS.secretWord)) yield* awsSecrets(leaf);
    },
  ),
  detector(
    'secret.jwt',
    'high',
    TRAITS.token,
    ['a JSON Web Token: three parts, and a header that names its algorithm', '`eyJ….eyJ….…`'],
    matching(JWT, ([text]) => isJwt(text)),
  ),
  detector(
    'secret.connection_string',
    'high',
    TRAITS.url | TRAITS.secretWord,
    ['a URL or a connection string with a password', '`postgres://app:…@db.internal/orders`'],
    function* (leaf) {
      if (leaf.has(TRAITS.url)) yield* urlsWithPassword(leaf);
      if (leaf.has(TRAITS.secretWord)) {
        yield* matching(DRIVER_PASSWORD, ({ index = 0, groups }) => {
          const before = leaf.text.slice(Math.max(0, index - DRIVER_REACH), index);
          return (
            /(?:server|data source|host|driver|endpoint)\s?=/i.test(before) &&
            !isPlaceholder(groups?.value ?? '')
          );
        })(leaf);
      }
    },
  ),
  detector(
    'secret.authorization',
    'high',
    TRAITS.secretWord,
    ['the credentials after `Bearer` or `Basic` in a header', '`Authorization: Bearer …`'],
    function* (leaf) {
      yield* matching(BEARER, ({ groups }) => looksRandom(groups?.value ?? ''))(leaf);
      yield* matching(BASIC, ({ groups }) => isBasic(groups?.value ?? ''))(leaf);
    },
  ),
  detector(
    'secret.high_entropy',
    'high',
    TRAITS.secretField,
    ['random letters and digits under a key such as `api_key` or `clientSecret`', '`"api_key": "…"`'],
    function* (leaf) {
      const { field, key, text } = leaf;
      if (field.isSecret && looksRandom(text) && !isDigest(key, text)) yield wholeOf(leaf);
    },
  ),
  detector(
    'secret.password',
    'medium',
    TRAITS.secretField,
    ['the value of a key such as `password`, unless it is a placeholder', '`"password": "…"`'],
    function* (leaf) {
      const isSaid = leaf.text.length >= 4 && leaf.text.length <= 128 && !isPlaceholder(leaf.text);
      if (isSaid && leaf.field.isPassword) yield wholeOf(leaf);
    },
  ),
  detector(
    'secret.assignment',
    'high',
    TRAITS.secretWord,
    ['a value assigned to a name such as `API_KEY` inside a text', '`export API_KEY=…`'],
    matching(ASSIGNMENT, isSecretAssigned),
  ),
];

function* urlsWithPassword({ urls }: Leaf): Iterable<Span> {
  for (const { start, end, userInfo } of urls) {
    const colon = userInfo?.indexOf(':') ?? -1;
    const password = userInfo?.slice(colon + 1) ?? '';
    if (colon !== -1 && password !== '' && !isPlaceholder(password)) yield { start, end };
  }
}

/** Whether the value is a name, a colon and a password in base64. */
function isBasic(value: string): boolean {
  try {
    return /^[\x20-\x7e]{1,256}:[\x20-\x7e]{1,256}$/.test(decode(value));
  } catch {
    return false;
  }
}

function isSecretAssigned({ index, groups }: RegExpMatchArray, { text }: Leaf): boolean {
  const name = groups?.name?.toLowerCase() ?? '';
  const value = groups?.value ?? '';
  const before = text.slice(Math.max(0, (index ?? 0) - 20), index);
  // a position in a list, or a key of a table
  if (
    /(?:page|next|prev|previous|continuation|csrf|sync|max|public|primary|foreign|sort|cache)[_-]?$/i.test(
      before,
    )
  )
    return false;
  if (/^[_-]?key$/.test(name)) return false;
  if (/(?:password|passwd|pwd)$/.test(name)) {
    return /\d/.test(value) && /[A-Za-z]/.test(value) && !/[(){}[\]]/.test(value) && !isPlaceholder(value);
  }
  return looksRandom(value);
}

function wholeOf({ text }: Leaf): Span {
  return { start: 0, end: text.length };
}
