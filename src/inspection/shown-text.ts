import { mapTexts } from '../values/map-texts.ts';
import { fieldName } from './field-names.ts';
import { findSecrets, hidesSecret, replaceSecrets } from './find-secrets.ts';
import { looksRandom } from './high-entropy.ts';
import { mask } from './mask.ts';

/** A member of an object in a text, such as an answer that a message quotes. The key says what its value is. */
const MEMBER = /(?<start>"(?<name>[^"\\]{1,200})"\s{0,8}:\s{0,8}")(?<value>(?:[^"\\]|\\.)*)/g;

/** The same in JSON inside of a text of JSON: the text of most answers. */
const ESCAPED_MEMBER =
  /(?<start>\\"(?<name>[^"\\]{1,200})\\"\s{0,8}:\s{0,8}\\")(?<value>(?:[^"\\]|\\\\(?:\\["\\]|[^"\\]))*)/g;

/** The rest of a private key, whose first line was cut off. */
const KEY_REST = /…[A-Za-z0-9+/=\\\s]*-----END [A-Z0-9 ]{0,60}PRIVATE KEY[A-Z ]{0,10}-----/g;

/** A word that may hold a secret in another form. */
const WORD = /[\w+/=%~.-]{16,}/g;

/** What a token may be made of. */
const TOKEN_CHARACTER = /[\w+/=~.-]/;

/** The beginning of a piece shows whether it could be a key: a longer one cannot be judged. */
const LONGEST_JUDGED = 500;

/** Where a text was cut: at its beginning, at its end. `clip` and `show` mark their cuts with `…`. */
export interface Cuts {
  readonly start?: boolean;
  readonly end?: boolean;
}

/**
 * Returns a text of a server for reports that others read: with masks in place of the secrets in it, of pieces of secrets beside a
 * cut, and of what holds a secret in another form, such as base64.
 */
export function shownText(text: string, cuts: Cuts = {}): string {
  const named = withoutNamed(withoutNamed(text, MEMBER), ESCAPED_MEMBER);
  const shown = withoutPieces(replaceSecrets(named, '', toMask), cuts).replace(KEY_REST, toMask);
  if (!hidesSecret(shown, '', () => false)) return shown;
  const words = shown.replace(WORD, (word) => (hidesSecret(word, '', () => false) ? mask(word) : word));
  // it is in no word of its own, so its place is not known
  return hidesSecret(words, '', () => false) || findSecrets(words, '').length > 0 ? mask(text) : words;
}

/** Returns a report with each of its texts as {@link shownText} returns it. */
export function shownTexts<T>(report: T): T {
  // a report says most texts several times: files, servers, messages
  const known = new Map<string, string>();
  const shown = (text: string) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const after = shownText(text);
    known.set(text, after);
    return after;
  };
  return mapTexts(report, shown) as T;
}

function toMask(secret: string): string {
  return mask(secret);
}

/** What is a secret whatever its key is found in the whole text. */
function withoutNamed(text: string, members: RegExp): string {
  return text.replace(members, (...match) => {
    const { start, name, value } = match.at(-1) as Readonly<Record<'start' | 'name' | 'value', string>>;
    return start + (fieldName(name).isSecret ? replaceSecrets(value, name, toMask) : value);
  });
}

/** A piece of a secret has no shape any more, so a word beside a cut is masked where it could be a key. */
function withoutPieces(text: string, { start = false, end = false }: Cuts): string {
  const parts = text.split('…');
  return parts
    .map((part, index) => {
      const before = end || index < parts.length - 1 ? withoutLastPiece(part) : part;
      return start || index > 0 ? withoutFirstPiece(before) : before;
    })
    .join('…');
}

function withoutLastPiece(text: string): string {
  let from = text.length;
  while (from > 0 && TOKEN_CHARACTER.test(text.charAt(from - 1))) from--;
  return text.slice(0, from) + withoutRandom(text.slice(from));
}

function withoutFirstPiece(text: string): string {
  let to = 0;
  while (to < text.length && TOKEN_CHARACTER.test(text.charAt(to))) to++;
  return withoutRandom(text.slice(0, to)) + text.slice(to);
}

/** A path is no key, but its last part may be one. */
function withoutRandom(word: string): string {
  const from = /^[./~]+/.exec(word)?.[0].length ?? 0;
  const piece = word.slice(from);
  return looksRandom(piece.slice(0, LONGEST_JUDGED)) ? word.slice(0, from) + mask(piece) : word;
}
