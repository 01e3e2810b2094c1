import { matchesOf } from './matches.ts';
import { TRAITS } from './traits.ts';

/** Text is decoded up to this many times: JSON in JSON in a URL. */
const MOST_ROUNDS = 3;

/** Up to this many base64 tokens of a text are decoded, each of at most 1024 characters. */
const MOST_TOKENS = 5;

/** A text with none of these traits has no other form. */
const ENCODABLE = TRAITS.foreign | TRAITS.climb | TRAITS.encoded | TRAITS.quote | TRAITS.token;

/** Nothing is encoded: nearly all texts. */
const NOTHING: readonly string[] = [];

/**
 * Returns other forms of a text that its reader may give it: without invisible characters and lookalike letters, with
 * escapes, percent signs and base64 decoded, and with the shell's ways to write a blank. Takes time linear in the text.
 */
export function decodingsOf(text: string, traits: number): readonly string[] {
  if ((traits & ENCODABLE) === 0) return NOTHING;
  const first = decoded(text, traits);
  const isToken = (traits & TRAITS.token) !== 0 && BASE64.test(text);
  if (first === text && !isToken) return NOTHING;
  const forms = isToken ? base64In(text) : [];
  let last = text;
  let next = first;
  for (let round = 0; round < MOST_ROUNDS && next !== last; round++) {
    forms.push(next);
    last = next;
    // a decoded text may have what the text had not
    next = decoded(last, ENCODABLE);
  }
  return forms;
}

function decoded(text: string, traits: number): string {
  let result = text;
  if ((traits & TRAITS.foreign) !== 0) result = inPlainLetters(result);
  if ((traits & TRAITS.climb) !== 0) result = result.replaceAll(PERCENT, fromHex);
  if ((traits & TRAITS.quote) !== 0) result = result.replaceAll(EMPTY_QUOTES, '');
  if ((traits & TRAITS.encoded) === 0) return result;
  if (result.includes('\\')) result = unescaped(result);
  if (result.includes('IFS')) result = result.replaceAll(SHELL_BLANK, ' ');
  if (result.includes('{')) result = result.replaceAll(BRACES, withBlanks);
  if (result.includes('$')) result = withVariables(result);
  return result;
}

// fullwidth and mathematical letters are for emphasis only; no other compatibility form is, such as `…` for `...`
const STYLED = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]+/gu;
const BLANKS = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const HYPHENS = /[\u2010-\u2012\u2212]/g;
const SLASHES = /[\u2044\u2215\u29f8]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const WORD = /[A-Za-z\u0370-\u04ff]+/g;
const OTHER = /[\u0370-\u04ff]/g;

/** Letters of Greek and Cyrillic, and the Latin letters that they look like. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [...'аАвВсСеЕНіІјЈкКМоОрРѕЅТхХуУԁһοΟαΑΒΕΖΗΙΚΜΝΡΤΥΧιν'].map((letter, index) => [
    letter,
    'aAbBcCeEHiIjJkKMoOpPsSTxXyYdhoOaABEZHIKMNPTYXiv'.charAt(index),
  ]),
);

/** Returns a text without invisible characters, styled letters, and letters of other scripts within words. */
export function inPlainLetters(text: string): string {
  return text
    .replaceAll(STYLED, (letters) => letters.normalize('NFKC'))
    .replaceAll(BLANKS, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(HYPHENS, '-')
    .replaceAll(SLASHES, '/')
    .replaceAll(WORD, inOneScript);
}

/** A word of one script has no lookalikes; one with letters of two is meant to look like another. */
function inOneScript(word: string): string {
  if (!/[A-Za-z]/.test(word)) return word;
  return word.replaceAll(OTHER, (letter) => LOOKALIKES[letter] ?? letter);
}

const ESCAPE = /\\(?:u00([2-7][0-9a-f])|x([2-7][0-9a-f])|([\s\S]))/gi;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: '\t' };

/** Removes one level of escapes, as JSON, most programming languages and shells have them. */
function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (_, unicode?: string, hex?: string, other?: string) =>
    other === undefined ? fromHex('', unicode ?? hex ?? '') : (CONTROLS[other] ?? other),
  );
}

const PERCENT = /%([2-7][0-9a-f])/gi;

function fromHex(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

const SHELL_BLANK = /\$\{IFS(?:%%?[^}\n]{0,3})?\}|\$IFS(?:\$\d)?/g;

/** `r''m`, which a shell reads as one word. */
const EMPTY_QUOTES = /(?<=\w)(?:''|"")(?=\w)/g;

/** `{rm,-rf,/}`, which a shell reads as three words. */
const BRACES = /\{[\w./~*:=+@-]{1,100}(?:,[\w./~*:=+@-]{1,100}){1,20}\}/g;

function withBlanks(braces: string): string {
  return braces.slice(1, -1).replaceAll(',', ' ');
}

const ASSIGNMENT = /(?<![\w$-])([A-Za-z_]\w{0,40})=(['"]?)([\w./~*:-]{1,100})\2(?=\s*(?:;|&&|\n))/g;
const VARIABLE = /\$(?:\{([A-Za-z_]\w{0,40})\}|([A-Za-z_]\w{0,40}))/g;

/** Puts in the variables that a command line sets itself: `a=rm; $a -rf /`. */
function withVariables(text: string): string {
  const values = new Map<string, string>();
  for (const [, name = '', , value = ''] of text.matchAll(ASSIGNMENT)) values.set(name, value);
  if (values.size === 0) return text;
  return text.replaceAll(
    VARIABLE,
    (whole, braced?: string, bare?: string) => values.get(braced ?? bare ?? '') ?? whole,
  );
}

// each fourth character of base64 shows whether a byte is ASCII; a part of a JWT belongs to its own detector
const BASE64 = /(?<![\w+/=.-])(?:[A-Za-f][\w+/-]{3}){4,256}[\w+/-]{0,3}={0,2}(?![\w+/=.-])/;
const ALL_BASE64 = new RegExp(BASE64, 'g');

function base64In(text: string): string[] {
  const forms: string[] = [];
  for (const { 0: token } of matchesOf(ALL_BASE64, text)) {
    const inside = Buffer.from(token, 'base64').toString('latin1');
    if (/^[\t\n\r -~]{8,}$/.test(inside)) forms.push(inside);
    if (forms.length === MOST_TOKENS) break;
  }
  return forms;
}
