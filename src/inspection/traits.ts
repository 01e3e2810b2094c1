/**
 * What one pass over a text, and the key of its field, can show about it, as bits. Most texts have few traits, so most
 * detectors can skip them.
 */
export const TRAITS = {
  /** An `@`. */
  at: 1,
  /** Eight or more digits in total. */
  digits: 1 << 1,
  /** Sixteen consecutive characters of those that occur in keys and tokens. */
  token: 1 << 2,
  /** `://`. */
  url: 1 << 3,
  /** A character with a meaning in a shell. */
  meta: 1 << 4,
  /** `..`, or a percent sign that may encode it. */
  climb: 1 << 5,
  /** A quote or an equals sign. */
  quote: 1 << 6,
  /** A character outside of ASCII. */
  foreign: 1 << 7,
  /** A bracket, `<` or `#` that may begin the marker of a role. */
  marker: 1 << 8,
  /** {@link LONG_RUN} consecutive token characters. */
  blob: 1 << 9,
  sqlWord: 1 << 10,
  shellWord: 1 << 11,
  modelWord: 1 << 12,
  secretWord: 1 << 13,
  /** The beginning of a key or token that identifies its provider by its shape. */
  shape: 1 << 14,
  /** A word with which a condition continues where a value should end. */
  logicWord: 1 << 15,
  /** `metadata`. */
  metadataWord: 1 << 16,
  /** The text is longer than the part that is inspected. */
  oversized: 1 << 17,
  /** A backslash, a brace or a dollar, with which a text may be written in another form. */
  encoded: 1 << 21,
  /** What the key of the field shows, see `FieldName`. */
  secretField: 1 << 18,
  phoneField: 1 << 19,
  hostField: 1 << 20,
} as const;

/** This many consecutive token characters are content, not a key. */
export const LONG_RUN = 512;

/** The minimum length of a key. */
const TOKEN_RUN = 16;

/** The minimum number of digits in a phone number. */
const FEW_DIGITS = 8;

/** The words that trigger each kind of detector, in lower case; letters only. */
const WORDS: Readonly<Partial<Record<keyof typeof TRAITS, string>>> = {
  metadataWord: 'metadata',
  sqlWord: 'drop truncate delete update select',
  logicWord:
    'or and union sleep benchmark waitfor pg xp admin root drop delete update insert alter truncate exec shutdown',
  shellWord:
    'rm rmdir find dd mkfs shred git aws gsutil gcloud kubectl oc docker podman terraform tofu pulumi az helm curl wget ' +
    'sh bash zsh python perl nc ncat netcat scp rsync sftp tcp powershell pwsh iwr irm iex del rd erase format remove ri ' +
    'flushall flushdb dropdatabase deletemany remove drop wipefs chmod cat id whoami ls fdisk parted blkdiscard heroku ' +
    'shutdown reboot kill killall touch echo ping nslookup env printenv uname python3 node ruby php base ' +
    'invoke dropdb rmtree rmsync rmdirsync removeall xargs sudo rclone delete',
  modelWord:
    'ignore ignoring disregard disregarding forget override overrule bypass instructions instruction prompt prompts ' +
    'jailbreak jailbroken dan unrestricted unfiltered restrictions guidelines mode assistant system user users pretend reveal obey repeat human operator owner developer',
  secretWord:
    'password passwd pwd passphrase secret secrets token tokens key keys apikey accesskey secretkey clientsecret bearer ' +
    'basic authorization credential credentials accountkey pass private auth authtoken accesstoken privatekey secretaccesskey pw',
};

const LETTER = 1 << 30;
const TOKEN = 1 << 29;
const DIGIT = 1 << 28;

/** The traits of each ASCII character, and the kinds that the pass counts. */
const CHARACTERS = new Int32Array(128);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (/[A-Za-z]/.test(char)) CHARACTERS[code] = LETTER | TOKEN;
  else if (/[0-9]/.test(char)) CHARACTERS[code] = DIGIT | TOKEN;
  else if (/[_+/=.~-]/.test(char)) CHARACTERS[code] = TOKEN;
}
const mark = (chars: string, trait: number) => {
  for (const char of chars) CHARACTERS[char.charCodeAt(0)]! |= trait;
};
mark('@', TRAITS.at);
mark(';|&`$<>\n', TRAITS.meta);
mark('%', TRAITS.climb);
mark('\\{$', TRAITS.encoded);
mark(`'"=`, TRAITS.quote);
mark('<[#{', TRAITS.marker);

/** Words by their hash, so the text need not be split into words. A hash collision costs only time. */
const SLOTS = 4096;
const WORD_TRAITS = new Int32Array(SLOTS);
for (const [trait, words] of Object.entries(WORDS)) {
  for (const word of words.split(' ')) {
    WORD_TRAITS[slotOf(word)]! |= TRAITS[trait as keyof typeof TRAITS];
  }
}

function slotOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 31) + (word.charCodeAt(at) | 32)) | 0;
  return (hash ^ (hash >>> 12)) & (SLOTS - 1);
}

/**
 * Returns the {@link TRAITS} of a text, as bits, in one pass: all but `shape` and those that depend on more than the
 * text.
 */
export function traitsOf(text: string): number {
  let traits = 0;
  let hash = 0;
  let run = 0;
  let longest = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (CHARACTERS[code] as number) : TRAITS.foreign;
    traits |= kind;
    if ((kind & LETTER) !== 0) {
      hash = (Math.imul(hash, 31) + (code | 32)) | 0;
    } else if (hash !== 0) {
      traits |= WORD_TRAITS[(hash ^ (hash >>> 12)) & (SLOTS - 1)] as number;
      hash = 0;
    }
    if ((kind & TOKEN) === 0) run = 0;
    else {
      if (++run > longest) longest = run;
      if ((kind & DIGIT) !== 0) digits++;
    }
  }
  if (hash !== 0) traits |= WORD_TRAITS[(hash ^ (hash >>> 12)) & (SLOTS - 1)] as number;
  if (digits >= FEW_DIGITS) traits |= TRAITS.digits;
  if (longest >= TOKEN_RUN) traits |= TRAITS.token;
  if (longest >= LONG_RUN) traits |= TRAITS.blob;
  // both are rare, and found quickly
  if (text.includes('://')) traits |= TRAITS.url;
  if (text.includes('..')) traits |= TRAITS.climb;
  return traits & ~(LETTER | TOKEN | DIGIT);
}
