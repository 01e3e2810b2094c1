/**
 * An IP address, parsed into 32-bit words without allocating an object for each address: four words, or one for IPv4.
 * Accepts what `net.isIP` of Node accepts: no octal, no hexadecimal IPv4, no leading zeros, no blanks. An IPv4-mapped
 * IPv6 address is read as its IPv4 address, and a zone (`fe80::1%eth0`) is dropped.
 */
export class IpAddress {
  /** 0 if the text is not an address. */
  family: 0 | 4 | 6 = 0;
  /** The IPv4 address, or the first word of the IPv6 address. All words are signed. */
  a = 0;
  b = 0;
  c = 0;
  d = 0;
  readonly #groups = new Int32Array(8);
  /** The last text that {@link read} parsed. */
  #text: string | undefined;

  /** Parses an address in place of the previous one. The same text again costs nothing. */
  read(text: string): this {
    if (text === this.#text) return this;
    this.readAsWritten(text);
    if (this.isMapped) this.#set(4, this.d, 0, 0, 0);
    this.#text = text;
    return this;
  }

  /** As {@link read}, but keeps a mapped address as the IPv6 address that is written. */
  readAsWritten(text: string): this {
    this.#text = undefined;
    const word = ipv4(text, 0, text.length);
    if (word !== undefined) this.#set(4, word, 0, 0, 0);
    else if (readGroups(text, this.#groups)) this.#set(6, ...toWords(this.#groups));
    else this.#set(0, 0, 0, 0, 0);
    return this;
  }

  get isMapped(): boolean {
    return this.family === 6 && this.a === 0 && this.b === 0 && this.c === 0xffff;
  }

  /** Spells the address as RFC 5952 does, so equal addresses are equal texts. */
  toString(): string {
    const { family, a, b, c, d } = this;
    if (family !== 6) return [a >>> 24, (a >>> 16) & 255, (a >>> 8) & 255, a & 255].join('.');
    const words = [a, b, c, d].flatMap((word) => [word >>> 16, word & 0xffff]);
    return new URL(`http://[${words.map((word) => word.toString(16)).join(':')}]`).hostname.slice(1, -1);
  }

  #set(family: 0 | 4 | 6, a: number, b: number, c: number, d: number): void {
    this.family = family;
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
  }
}

/**
 * Returns the address in the form in which servers log where a call comes from: without brackets, port and blanks around
 * it. `[::1]:80` is `::1`, `10.0.0.1:443` is `10.0.0.1`.
 * @param trustForwarded take the first of a list as `X-Forwarded-For` has it
 */
export function sourceAddress(written: string, trustForwarded = false): string {
  const text = (trustForwarded ? (written.split(',', 1)[0] as string) : written).trim();
  const match = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(text) ?? /^([\d.]+):(\d{1,5})$/.exec(text);
  return match?.[1] !== undefined && Number(match[2] ?? 0) <= MOST_PORT ? match[1] : text;
}

const MOST_PORT = 65_535;

/** Whether a source is meant to be an address, in whatever form: words such as `unknown` or `localhost` are not. */
export function isAddressLike(ip: string): boolean {
  return /[\p{N}:]/u.test(ip);
}

/** Whether a source address is a list, as `X-Forwarded-For` has it. */
export function isAddressList(ip: string): boolean {
  return ip.includes(',');
}

function toWords(groups: Int32Array): [number, number, number, number] {
  const word = (index: number) => ((groups[index] as number) << 16) | (groups[index + 1] as number);
  return [word(0), word(2), word(4), word(6)];
}

const DOT = 46;
const ZERO = 48;
const COLON = 58;

/** Parses the dotted IPv4 address in a part of a text; undefined if it is anything else. */
function ipv4(text: string, from: number, to: number): number | undefined {
  let word = 0;
  let at = from;
  for (let part = 0; part < 4; part++) {
    if (part > 0 && text.charCodeAt(at++) !== DOT) return undefined;
    const start = at;
    let value = 0;
    while (at < to) {
      const digit = text.charCodeAt(at) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      at++;
      if (value > 255) return undefined;
    }
    const hasLeadingZero = at - start > 1 && text.charCodeAt(start) === ZERO;
    if (at === start || hasLeadingZero) return undefined;
    word = (word << 8) | value;
  }
  return at === to ? word : undefined;
}

const ZONE = /^[-0-9A-Za-z.:]+$/;

/**
 * Parses eight groups of 16 bits, of which the last two may be written as IPv4. `::` may occur once, for one or more
 * groups of zeros.
 */
function readGroups(text: string, groups: Int32Array): boolean {
  const percent = text.indexOf('%');
  if (percent !== -1 && !ZONE.test(text.slice(percent + 1))) return false;
  const end = percent === -1 ? text.length : percent;
  let count = 0;
  let gap = -1;
  let at = 0;
  if (text.charCodeAt(0) === COLON) {
    if (text.charCodeAt(1) !== COLON || end < 2) return false;
    gap = 0;
    at = 2;
  }
  while (at < end) {
    const start = at;
    let value = 0;
    for (let digit = hexDigit(text, at); digit >= 0 && at < end; digit = hexDigit(text, at)) {
      value = (value << 4) | digit;
      if (++at - start > 4) return false;
    }
    if (at < end && text.charCodeAt(at) === DOT) {
      const word = ipv4(text, start, end);
      if (word === undefined || count > 6) return false;
      groups[count++] = word >>> 16;
      groups[count++] = word & 0xffff;
      break;
    }
    if (at === start || count === 8) return false;
    groups[count++] = value;
    if (at === end) break;
    if (text.charCodeAt(at++) !== COLON || at === end) return false;
    if (text.charCodeAt(at) !== COLON) continue;
    if (gap !== -1) return false;
    gap = count;
    at++;
  }
  return spread(groups, count, gap);
}

function hexDigit(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= ZERO && code <= 57) return code - ZERO;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Moves the groups after the gap to the end, and fills the gap with zeros. */
function spread(groups: Int32Array, count: number, gap: number): boolean {
  if (gap === -1) return count === 8;
  if (count > 7) return false;
  groups.copyWithin(8 - (count - gap), gap, count);
  groups.fill(0, gap, 8 - (count - gap));
  return true;
}
