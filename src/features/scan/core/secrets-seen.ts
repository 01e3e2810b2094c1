import { isPlaceholder } from '../../../inspection/high-entropy.ts';
import { urlsOf } from '../../../inspection/urls.ts';

/** So many characters in a row of a secret are never shown. */
const SHOWN_AT_MOST = 8;

/** A shorter secret is masked only where it stands alone: it may be a word of any text. */
const SHORTEST = 4;

/** Parts of what a detector finds that are names of secrets, not secrets: `aws_secret_access_key =`, `-----BEGIN`. */
const NO_SECRET = /^[\w.-]*(?:key|token|secret|password|passwd|pwd)$|-----|^(?:bearer|basic)$/i;

/** How much of all secrets is kept, in characters; a file with more is an attack on memory. */
const MOST = 2_000_000;

/**
 * The secrets that a scan has come across, in catalogs and configurations. What is reported is masked by them, whichever rule
 * reports it: an excerpt may begin or end inside a secret, so that no detector would know the rest.
 * Spec (scanning): "`mcptest security`: a scan of what a server says of itself"
 */
export class SecretsSeen {
  /** Each run of {@link SHOWN_AT_MOST} characters of a secret. */
  readonly #runs = new Set<string>();
  readonly #short = new Set<string>();

  /** Learns what a detector found: a secret, with what names it. A URL is none, but its password is. */
  learn(found: string): void {
    const passwords = urlsOf(found).flatMap(({ userInfo }) => passwordIn(userInfo ?? ''));
    const parts = passwords.length > 0 ? passwords : found.split(/[\s"'=:;]+/);
    for (const part of parts) if (!NO_SECRET.test(part) && !isPlaceholder(part)) this.#add(part);
  }

  #add(part: string): void {
    if (part.length >= SHOWN_AT_MOST) {
      for (let at = 0; at + SHOWN_AT_MOST <= part.length && this.#runs.size < MOST; at++)
        this.#runs.add(part.slice(at, at + SHOWN_AT_MOST));
    } else if (part.length >= SHORTEST) this.#short.add(part);
  }

  /** Returns a text with three dots in place of each part of a secret. */
  masked(text: string): string {
    if (this.#runs.size + this.#short.size === 0) return text;
    const { letters, places } = lettersOf(text);
    const covered = this.#coveredIn(letters);
    let result = '';
    let at = 0;
    for (const [start, end] of covered) {
      result += `${text.slice(at, places[start])}…`;
      at = (places[end - 1] as number) + 1;
    }
    return result + text.slice(at);
  }

  /** Returns where secrets stand, first to last, without overlaps. */
  #coveredIn(letters: string): [number, number][] {
    const covered: [number, number][] = [];
    const cover = (start: number, end: number) => {
      const last = covered.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else covered.push([start, end]);
    };
    for (let at = 0; at < letters.length; at++) {
      if (this.#runs.has(letters.slice(at, at + SHOWN_AT_MOST))) cover(at, at + SHOWN_AT_MOST);
      const isStart = !WORD.test(letters.charAt(at - 1));
      for (let length = SHORTEST; isStart && this.#short.size > 0 && length < SHOWN_AT_MOST; length++)
        if (this.#short.has(letters.slice(at, at + length)) && !WORD.test(letters.charAt(at + length)))
          cover(at, at + length);
    }
    return covered;
  }
}

const WORD = /\w/;

/** What a report writes for a character that nobody sees: it may stand between those of a secret. */
const MARKER = /<U\+[0-9A-F]{4,6}>/g;

/** Returns a text without markers, and the place of each of its characters. */
function lettersOf(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let letters = '';
  let from = 0;
  const take = (end: number) => {
    letters += text.slice(from, end);
    for (let at = from; at < end; at++) places.push(at);
  };
  for (const { 0: marker, index } of text.matchAll(MARKER)) {
    take(index);
    from = index + marker.length;
  }
  take(text.length);
  return { letters, places };
}

/** Returns the password of `user:password` as written, and decoded. */
function passwordIn(userInfo: string): string[] {
  const colon = userInfo.indexOf(':');
  if (colon === -1) return [];
  const password = userInfo.slice(colon + 1);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
