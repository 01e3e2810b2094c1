/** A URL in a text. */
export interface Url {
  /** UTF-16 offsets in the text, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The scheme in lower case, without the colon. */
  readonly scheme: string;
  /** The host as written, in lower case. */
  readonly written: string;
  /** The host that a client would connect to: `2130706433` is 127.0.0.1. */
  readonly host: string;
  /** The user name and password as written, without the `@`; undefined when there are none. */
  readonly userInfo: string | undefined;
}

const LONGEST_SCHEME = 20;
const LONGEST_URL = 1024;

/** Finds the URLs in a text, first to last. A URL must have a host. */
export function urlsOf(text: string): Url[] {
  const urls: Url[] = [];
  for (let mark = text.indexOf('://'); mark !== -1; mark = text.indexOf('://', mark + 3)) {
    const url = urlAround(text, mark);
    if (url) urls.push(url);
  }
  return urls;
}

function urlAround(text: string, mark: number): Url | undefined {
  const scheme = /[a-z][a-z0-9+.-]*$/i.exec(text.slice(Math.max(0, mark - LONGEST_SCHEME), mark))?.[0];
  if (scheme === undefined) return undefined;
  const rest = text.slice(mark + 3, mark + 3 + LONGEST_URL);
  const length = endOf(rest);
  const authority = /^[^/?#\\]*/.exec(rest.slice(0, length))?.[0] ?? '';
  // the last `@` separates, because a password may contain one
  const at = authority.lastIndexOf('@');
  const written = authority.slice(at + 1).toLowerCase();
  if (written === '') return undefined;
  return {
    start: mark - scheme.length,
    end: mark + 3 + length,
    scheme: scheme.toLowerCase(),
    written,
    host: hostOf(written),
    userInfo: at === -1 ? undefined : authority.slice(0, at),
  };
}

/** Returns the length of the URL that a text begins with, without punctuation that ends the sentence around it. */
function endOf(text: string): number {
  const blank = text.search(/[\s"'<>`|^]/);
  let end = blank === -1 ? text.length : blank;
  while (end > 0 && '.,;:!?)]}'.includes(text.charAt(end - 1))) {
    // the bracket of an IPv6 address is part of the URL
    if (text.charAt(end - 1) === ']' && text.startsWith('[')) break;
    end--;
  }
  return end;
}

/**
 * Resolves the spelling of a host as the URL standard does. Decimal, octal and hexadecimal addresses and lookalike
 * letters become what a client connects to, without port, brackets and trailing dot. A host that the standard rejects
 * stays as written.
 */
export function hostOf(written: string): string {
  try {
    return trim(new URL(`http://${written}`).hostname);
  } catch {
    return trim(written);
  }
}

/** Returns a host as written, without its port, brackets and trailing dot. */
export function withoutPort(written: string): string {
  return trim(/^(?:\[[^\]]*\]|[^:]*)(?=:\d*$)/.exec(written)?.[0] ?? written);
}

function trim(host: string): string {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  return bare.endsWith('.') ? bare.slice(0, -1) : bare;
}
