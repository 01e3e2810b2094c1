/** A text with fewer bits per character consists of words rather than random characters. */
const LEAST_BITS = 3;

/** Shorter texts cannot be judged. */
const SHORTEST = 12;
const LONGEST = 512;

/**
 * Placeholders for secrets: `<token>`, `${API_KEY}`, `{{ secret }}`, `****`, `your-api-key`, the name of a variable.
 */
const PLACEHOLDER =
  /^(?:<[^<>]*>|\$\{?[\w.]+\}?|\$\(.*\)|\{\{.*\}\}|\{[\w.]*\}|%[\w]+%|\[.*\]|[*x.•\-_]+|process\.env.*|os\.environ.*|env[:.].*|secrets?[:./].*|vault:.*|op:\/\/.*|arn:aws:.*|projects\/.*\/secrets\/.*|!?ref .*|(?:your|my|some|the|insert|enter|replace|changeme|change[-_ ]?me|placeholder|example|dummy|sample|redacted|none|null|undefined|true|false|todo|tbd|password|passwd|pass|pwd|secret|token|n\/a|required|optional|string)(?:[-_ ].*)?)$/i;

/** Whether a text is a placeholder for a secret. */
export function isPlaceholder(text: string): boolean {
  return (
    PLACEHOLDER.test(text.slice(0, LONGEST).trim()) ||
    /redacted|\*{3}|x{6}|\.\.\./i.test(text.slice(0, LONGEST))
  );
}

/**
 * Whether a whole text could be a key: one word that mixes letters and digits without a pattern. Words, paths, dates,
 * numbers and placeholders do not count.
 */
export function looksRandom(text: string): boolean {
  if (text.length < SHORTEST || text.length > LONGEST) return false;
  if (!/^[\w+/=.~!@#$%^&*:-]+$/.test(text) || isPlaceholder(text)) return false;
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text)) return false;
  if (/^(?:https?|ftp|file|s3|gs):|^[./~]|^\d{4}-\d\d-\d\d/.test(text)) return false;
  return bitsOf(text) >= LEAST_BITS;
}

/** The number of hexadecimal digits of each digest algorithm, by its name in a key. */
const DIGEST_LENGTHS: Readonly<Record<string, number>> = {
  md5: 32,
  sha1: 40,
  sha224: 56,
  sha256: 64,
  sha384: 96,
  sha512: 128,
};

/** Whether the key names a digest and the text has the length of one. A digest is not a secret. */
export function isDigest(key: string, text: string): boolean {
  if (!/^(?:[0-9a-f]+|[0-9A-F]+)$/.test(text)) return false;
  const name = key.slice(0, 80).toLowerCase().replaceAll(/[-_]/g, '');
  const [algorithm] = /md5|sha(?:1(?!\d)|224|256|384|512)/.exec(name) ?? [];
  if (algorithm !== undefined) return text.length === DIGEST_LENGTHS[algorithm];
  return /digest|hash|checksum/.test(name) && Object.values(DIGEST_LENGTHS).includes(text.length);
}

/** Returns the entropy of a text in bits per character. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
