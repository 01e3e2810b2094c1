import { matchesOf } from '../../../inspection/matches.ts';
import { clip } from '../../../text/clip.ts';
import { plainText } from '../core/plain.ts';
import type { Hit, ReadText, RuleTable } from '../core/rule.ts';
import { SURFACES } from '../core/surfaces.ts';
import { escaped } from '../core/visible.ts';
import { isInstruction } from './instructions.ts';
import { learnFrom } from './secrets.ts';

/** Rules on text that is written so that it must be decoded. */
export const DECODED_RULES = {
  'decoded-instruction': {
    severity: 'high',
    family: 'decoded',
    surface: 'every text',
    title: 'has a part that decodes to a command or to an instruction',
    why: 'an honest text has no reason to be encoded, and a model decodes it without being asked',
    fix: 'do not use the server until its author has explained the encoded part',
  },
  'decoded-text': {
    severity: 'info',
    family: 'soft',
    surface: 'every text',
    title: 'has a part that decodes to readable text',
    why: 'most of these are sample data; check whether this one is',
    fix: 'nothing, if the text is an example',
  },
} as const satisfies RuleTable;

/** Up to this many encoded parts of one text are decoded, each of up to {@link LONGEST} characters. */
const MOST = 200;
const LONGEST = 8192;

/** How often the result is decoded again: base64 in percent signs in base64. */
const MOST_ROUNDS = 3;

interface Encoding {
  readonly name: string;
  /** A text without this has nothing in this encoding. */
  readonly needs: RegExp;
  readonly pattern: RegExp;
  readonly decode: (found: string) => string | undefined;
}

/** Long words next to each other, which may be one that is cut by blanks or commas. */
const PIECES = /[\w+/-]{8}[ ,\n][\w+/-]{8}/;
const BYTES = /0x[0-9A-Fa-f]{2}[ ,\n]/;

/** Ways to write a text so that it does not read as one. */
const ENCODINGS: readonly Encoding[] = [
  {
    name: 'base64',
    needs: /[\w+/-]{16}/,
    pattern: /(?<![\w+/-])[\w+/-]{16,8192}={0,2}(?![\w+/=])/g,
    decode: (found) => printable(Buffer.from(found.replaceAll('-', '+').replaceAll('_', '/'), 'base64')),
  },
  {
    name: 'hexadecimal',
    needs: /(?:[0-9A-Fa-f]{2}[ :]?){10}/,
    pattern: /(?<![0-9A-Za-z])(?:0x)?(?:[0-9A-Fa-f]{2}[ :]?){10,4096}(?![0-9A-Za-z])/g,
    decode: (found) => printable(Buffer.from(found.replace(/^0x/, '').replaceAll(/[ :]/g, ''), 'hex')),
  },
  {
    name: 'base64 in pieces',
    needs: PIECES,
    pattern: /(?<![\w+/ ,\n-])[\w+/ ,\n-]{27,8192}={0,2}/g,
    decode: (found) => fromPieces(found.split(/[ ,\n]+/)),
  },
  {
    name: 'bytes',
    needs: BYTES,
    pattern: /0x[0-9A-Fa-f]{2}[0-9A-Fa-fx ,\n]{33,20000}/g,
    decode: (found) => printable(Uint8Array.from(found.match(/0x[0-9A-Fa-f]{2}/g) ?? [], Number)),
  },
  {
    name: 'escapes',
    needs: /\\[ux]/,
    pattern: /(?:\\u\{?[0-9A-Fa-f]{2,6}\}?|\\x[0-9A-Fa-f]{2}){4,2000}/g,
    decode: (found) => fromCodes(found, /\\[ux]\{?([0-9A-Fa-f]{2,6})\}?/g, 16),
  },
  {
    name: 'percent signs',
    needs: /%[0-9A-Fa-f]{2}/,
    pattern: /(?:[\w.~+/-]{0,20}%[0-9A-Fa-f]{2}){3,2000}[\w.~+/-]{0,20}/g,
    decode: (found) => printable(bytesOfPercent(found)),
  },
  {
    name: 'entities',
    needs: /&(?:#|lt|gt|quot|amp|apos)/,
    pattern:
      /(?:[\w ,.'"/~-]{0,20}&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|lt|gt|quot|amp|apos|nbsp);){2,2000}[\w ,.'"/~-]{0,60}/g,
    decode: (found) => fromEntities(found),
  },
];

/** What is shorter than an encoded text, or has only one word of letters, is not looked at. */
const MAY_DECODE =
  /[\w+/-]{16}|[\w+/-]{8}[ ,\n][\w+/-]{8}|0x[0-9A-Fa-f]{2}[ ,\n]|[ :][0-9A-Fa-f]{2}[ :][0-9A-Fa-f]{2}[ :]|\\[ux]|%[0-9A-Fa-f]{2}|&(?:#|lt|gt|quot|amp|apos)/;

/** Finds parts of a text that decode to an instruction or a text. */
export function decodedHits({ surface, plain, secrets }: ReadText): Hit[] {
  if (!MAY_DECODE.test(plain)) return [];
  const { kind, path, isKey } = surface;
  const hit = (rule: keyof typeof DECODED_RULES, name: string, decoded: string): Hit => ({
    rule,
    path,
    isKey,
    message: `${SURFACES[kind]} ${DECODED_RULES[rule].title} (${name})`,
    evidence: clip(escaped(decoded).replaceAll(/\s+/g, ' '), 200),
  });
  let harmless: Hit | undefined;
  for (const { name, encoded, decoded } of decodedParts(plain)) {
    // who sees the encoded secret can decode it, too
    if (learnFrom(decoded, secrets)) secrets.learn(encoded);
    if (isCommand(decoded) || isInstruction(plainText(decoded)) || ordersIn(decoded))
      return [hit('decoded-instruction', name, decoded)];
    if (name !== 'entities' && name !== 'percent signs') harmless ??= hit('decoded-text', name, decoded);
  }
  return harmless ? [harmless] : [];
}

/** A part of a text that decodes to another one. */
interface DecodedPart {
  readonly name: string;
  readonly encoded: string;
  readonly decoded: string;
}

function* decodedParts(text: string, round = 1): Iterable<DecodedPart> {
  for (const { name, needs, pattern, decode } of ENCODINGS) {
    if (!needs.test(text)) continue;
    let count = 0;
    for (const { 0: found } of matchesOf(pattern, text)) {
      if (++count > MOST) break;
      const decoded = decode(found.slice(0, LONGEST));
      if (decoded === undefined || decoded === found || decoded.trim().length < 6) continue;
      yield { name, encoded: found, decoded };
      if (round === MOST_ROUNDS || !MAY_DECODE.test(decoded)) continue;
      for (const inner of decodedParts(decoded, round + 1)) yield { ...inner, encoded: found };
    }
  }
}

/** The beginnings of command lines, and what only they have. */
const COMMAND =
  /(?:^|[\s;&|`$(])(?:curl|wget|iwr|bash|zsh|sh|nc|ncat|netcat|rm|chmod|chown|dd|mkfs\S{0,20}|python3?|perl|ruby|php|node|powershell|pwsh|cmd(?:\.exe)?|eval|exec|sudo|scp|ssh|ftp|telnet|socat|crontab|launchctl|osascript|certutil|bitsadmin)\s+[-\w'"/~$.]|\/bin\/(?:ba|z|da)?sh\b|\/dev\/tcp\/|\|\s{0,3}(?:ba|z)?sh\b|&&\s|\bos\.system\(|\bsubprocess\.|\bchild_process\b|__import__\(|\bInvoke-Expression\b|\bIEX\b/;

/** Whether a decoded text has a command line in it. A sentence may have such words, too, but nobody encodes one that may be read. */
function isCommand(decoded: string): boolean {
  return COMMAND.test(decoded);
}

/** Nobody encodes an order that may be read. */
function ordersIn(decoded: string): boolean {
  return /\b(?:you must|you should|ignore|disregard|do not (?:tell|mention|inform)|system prompt|send (?:it|them|this|the|all|your)\b|upload|exfiltrat\w+|~\/\.|\/etc\/passwd|id_rsa|(?:your|the user'?s?|send|give|include|pass|reveal|read|get|with|their) (?:\w{1,12} ){0,3}(?:passwords?|secrets?)|secretly|instructions?:|always (?:call|use|send|include)|read (?:the )?(?:file|contents?)|call (?:the )?\w+ tool)\b/i.test(
    decoded,
  );
}

/** Decodes the words from the first long one on: the word before may be one of the sentence. */
function fromPieces(words: readonly string[]): string | undefined {
  const first = words.findIndex((word) => word.length >= 8);
  for (const from of [first, first + 1]) {
    const end = words.findIndex((word, index) => index > from && word.length < 8);
    // the last piece may be short
    const pieces = words.slice(from, end === -1 ? undefined : end + 1);
    const decoded = pieces.length < 3 ? undefined : printable(Buffer.from(pieces.join(''), 'base64'));
    if (decoded !== undefined) return decoded;
  }
  return undefined;
}

/** Returns bytes as text; undefined if they are not one: mostly letters and blanks, and nothing that cannot be printed. */
function printable(bytes: Uint8Array): string | undefined {
  if (bytes.length < 6) return undefined;
  // UTF-16, as PowerShell has it
  const narrow = [0, 1].find(
    (zero) => bytes.length > 8 && bytes.every((byte, at) => at % 2 !== zero || byte === 0),
  );
  const narrowed = narrow === undefined ? bytes : bytes.filter((_, at) => at % 2 !== narrow);
  const text = new TextDecoder().decode(narrowed);
  if (!/^[\t\n\r -~\u00a0-\ufffc\u{10000}-\u{10ffff}]+$/u.test(text)) return undefined;
  const plain = text.match(/[A-Za-z0-9 ]/g)?.length ?? 0;
  return plain / text.length > 0.6 && /[A-Za-z]{2}/.test(text) ? text : undefined;
}

function bytesOfPercent(found: string): Uint8Array {
  const bytes: number[] = [];
  for (let at = 0; at < found.length; at++) {
    const code = found[at] === '%' ? Number.parseInt(found.slice(at + 1, at + 3), 16) : Number.NaN;
    if (Number.isNaN(code)) bytes.push(found.charCodeAt(at) & 0xff);
    else {
      bytes.push(code);
      at += 2;
    }
  }
  return Uint8Array.from(bytes);
}

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  apos: "'",
  nbsp: ' ',
};

function fromEntities(found: string): string {
  return found.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w{2,4}));/g,
    (whole, digits?: string, hex?: string, named?: string) => {
      if (named !== undefined) return NAMED[named] ?? whole;
      return fromCode(digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits));
    },
  );
}

function fromCodes(found: string, pattern: RegExp, radix: number): string {
  return [...found.matchAll(pattern)]
    .map(([, digits = '']) => fromCode(Number.parseInt(digits, radix)))
    .join('');
}

function fromCode(code: number): string {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
}
