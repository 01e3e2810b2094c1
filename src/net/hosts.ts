import { IpAddress } from './ip.ts';

/** Tests whether a normalized host is one that a rule names. */
export type HostTest = (host: string) => boolean;

/**
 * Normalizes a host for comparison: lower case, without port and trailing dot. An IP address gets one spelling, since
 * `[0:0::1]:443` and `::1` are the same place.
 */
export function normalizeHost(written: string): string {
  const host = withoutPort(written).toLowerCase();
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return name.includes(':') ? spellAddress(name) : name;
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

function spellAddress(text: string): string {
  const { family, a, b, c, d } = new IpAddress().read(text);
  if (family === 0) return text;
  if (family === 6) return [a, b, c, d].map((word) => (word >>> 0).toString(16)).join(':');
  return [a >>> 24, (a >>> 16) & 255, (a >>> 8) & 255, a & 255].join('.');
}

/** Whether a text can be the host of a call: a name or an address, with or without a port. */
export function isWrittenHost(text: string): boolean {
  return !/[*/?#@\s\\]/.test(text) && normalizeHost(text) !== '';
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
  const rest = normalizeHost(name);
  return rest === '' || rest.startsWith('.') ? { message: 'is not a host name' } : undefined;
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
