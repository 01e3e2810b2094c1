import { IpAddress } from './ip.ts';

/** Tests whether a normalized host is one that a rule names. */
export type HostTest = (host: string) => boolean;

/**
 * Normalizes a host for comparison; see {@link readHost}. A text that is not a host is only put in lower case.
 */
export function normalizeHost(written: string): string {
  return readHost(written) ?? withoutPort(written).toLowerCase();
}

/**
 * Whether a host is this machine, whatever its spelling: a loopback address, or `localhost` and the names below it. A name
 * that only begins like an address, such as `127.0.0.1.example.com`, is not; neither is `0.0.0.0`, which is no address to
 * call.
 */
export function isLoopback(written: string): boolean {
  const host = readHost(written);
  if (host === undefined) return false;
  const { family, a } = new IpAddress().read(host);
  if (family === 4) return a >>> 24 === 127;
  return family === 6 ? host === '::1' : host === 'localhost' || host.endsWith('.localhost');
}

/** A name that the URL standard leaves as it is, in its usual form. */
const PLAIN = /^(?:[a-z0-9_-]+\.)*[a-z_][a-z0-9_-]*$/;

/** A name of letters, digits and signs; the URL standard rejects some that networks of one's own may have. */
const NAME = /^[a-z0-9_.-]*[a-z0-9_-]$/;

/**
 * Returns a host as a client would look it up: in the ASCII form of international names, without port and trailing dots.
 * An IP address gets one spelling, since `[0:0::1]:443` and `::1`, or `127.1` and `127.0.0.1`, are the same place.
 * Undefined when the text is not a host.
 */
export function readHost(written: string): string | undefined {
  if (/[*/?#@\s\\]/.test(written)) return undefined;
  const host = withoutPort(written);
  if (host.includes(':')) return spellAddress(host);
  const name = withoutDots(host.toLowerCase());
  if (PLAIN.test(name) && !name.includes('xn--')) return name;
  return inAscii(name);
}

function withoutDots(name: string): string {
  let end = name.length;
  while (name.charAt(end - 1) === '.') end--;
  return name.slice(0, end);
}

/** Converts a name or an IPv4 address to ASCII as the URL standard does. */
function inAscii(name: string): string | undefined {
  let last = name;
  // dots of other scripts are found only once they are converted, and may end a number
  for (let round = 0; round < 3; round++) {
    const next = hostInUrl(last);
    if (next === undefined) break;
    const bare = withoutDots(next);
    if (bare === last) return last;
    last = bare;
  }
  return NAME.test(last) && !last.includes('xn--') ? last : undefined;
}

function hostInUrl(name: string): string | undefined {
  const url = `http://${name}/`;
  return name !== '' && URL.canParse(url) ? new URL(url).hostname : undefined;
}

function withoutPort(host: string): string {
  if (host.startsWith('[')) {
    const close = host.indexOf(']');
    return close !== -1 && /^(:\d*)?$/.test(host.slice(close + 1)) ? host.slice(1, close) : host;
  }
  const colon = host.indexOf(':');
  if (colon === -1 || host.indexOf(':', colon + 1) !== -1) return host;
  return /^\d*$/.test(host.slice(colon + 1)) ? host.slice(0, colon) : host;
}

function spellAddress(text: string): string | undefined {
  const address = new IpAddress().read(text);
  return address.family === 0 ? undefined : address.toString();
}

/** Whether a text can be the host of a call: a name or an address, with or without a port. */
export function isWrittenHost(text: string): boolean {
  return readHost(text) !== undefined;
}

/** Returns why a text cannot be the host of a rule, or undefined if it can. */
export function hostFault(entry: string): { message: string; help?: string } | undefined {
  const name = entry.startsWith('*.') ? entry.slice(2) : entry;
  if (/\*/.test(name)) {
    return {
      message: 'has a `*` that is not at its beginning, before a dot',
      help: 'write it like *.corp.com',
    };
  }
  if (/[/?#@\s\\]/.test(name))
    return { message: 'is not a host name', help: 'remove scheme, path and spaces' };
  if (withoutPort(name) !== name && !/^\[[^\]]*\]$/.test(name)) {
    return { message: 'has a port', help: 'remove the port: hosts are compared without it' };
  }
  const rest = readHost(name);
  return rest === undefined || rest.startsWith('.') ? { message: 'is not a host name' } : undefined;
}

/** A parsed entry of `resource.host`. */
export interface HostEntry {
  /** Whether it also matches every host below it: `*.corp.com`. */
  readonly isWide: boolean;
  readonly name: string;
}

/** Parses an entry of `resource.host`. */
export function parseHost(entry: string): HostEntry {
  const isWide = entry.startsWith('*.');
  return { isWide, name: normalizeHost(isWide ? entry.slice(2) : entry) };
}

/** Whether one entry matches every host that another entry matches. */
export function coversHost(outer: HostEntry, inner: HostEntry): boolean {
  if (outer.isWide) return inner.name === outer.name || inner.name.endsWith(`.${outer.name}`);
  return !inner.isWide && inner.name === outer.name;
}

/**
 * Compiles the hosts of a rule: `*.corp.com` is corp.com and everything below it, any other entry is that host alone.
 * Spec (tool-call policies): "Attribute conditions (ABAC)", `resource.host`.
 */
export function compileHosts(entries: readonly string[]): HostTest {
  const parsed = entries.map(parseHost);
  const exact = new Set(parsed.map(({ name }) => name));
  const below = parsed.filter(({ isWide }) => isWide).map(({ name }) => `.${name}`);
  return (host) => exact.has(host) || below.some((suffix) => host.endsWith(suffix));
}
