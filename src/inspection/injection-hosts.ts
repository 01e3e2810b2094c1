import type { ToolCall } from '../artifacts/audit-log/model.ts';
import { normalizeHost } from '../net/hosts.ts';
import { type Detector, detector } from './detector.ts';
import type { Leaf } from './leaf.ts';
import { matchesOf } from './matches.ts';
import { type HostKind, hostKind } from './private-hosts.ts';
import type { Span } from './span.ts';
import { TRAITS } from './traits.ts';
import { hostOf, withoutPort } from './urls.ts';

// also outside of URLs: in a command line, in a header
const METADATA =
  /(?<![\w.-])(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal|metadata\.goog)(?![\w-]|\.\w)/gi;

const WEB = /^(?:https?|wss?|ftp)$/;
const SMUGGLERS = /^(?:gopher|dict|ldap|tftp|jar|netdoc)$/;

/** Detectors of requests to hosts that only machines inside a network can reach. */
export const HOST_DETECTORS: readonly Detector[] = [
  detector(
    'injection.ssrf_metadata',
    'critical',
    TRAITS.url | TRAITS.hostField | TRAITS.digits | TRAITS.metadataWord,
    [
      'the cloud metadata service, which gives out the credentials of a machine',
      '`http://169.254.169.254/latest/meta-data/`',
    ],
    function* (leaf) {
      yield* hostsOf(leaf, (kind) => kind === 'metadata');
      if (/169\.254|100\.100\.100|metadata\.goo/i.test(leaf.text)) {
        for (const { 0: text, index } of matchesOf(METADATA, leaf.text))
          yield { start: index, end: index + text.length };
      }
    },
  ),
  detector(
    'injection.ssrf_private',
    'medium',
    TRAITS.url | TRAITS.hostField,
    [
      'a URL to a private address other than the resource of the call; to this machine, if its spelling hides that or the environment is not one for development; with a scheme such as `gopher`',
      '`http://10.0.0.5/admin`, `http://2130706433/`',
    ],
    function* (leaf) {
      yield* hostsOf(leaf, (kind, written, host) => {
        if (kind === 'private') return !isResource(leaf.call, host);
        return kind === 'loopback' && (hides(written, host) || isDeployed(leaf.call));
      });
      for (const { start, end, scheme } of leaf.urls) if (SMUGGLERS.test(scheme)) yield { start, end };
    },
  ),
];

type Judge = (kind: HostKind, written: string, host: string) => boolean;

/** Finds the hosts that `isMeant` accepts, in URLs and in fields that contain a host. */
function* hostsOf(leaf: Leaf, isMeant: Judge): Iterable<Span> {
  if (leaf.has(TRAITS.url)) {
    for (const { start, end, scheme, written, host } of leaf.urls) {
      const kind = WEB.test(scheme) || SMUGGLERS.test(scheme) ? hostKind(host) : undefined;
      if (kind && isMeant(kind, written, host)) yield { start, end };
    }
  } else if (leaf.field.isHost && /^[\w.:[\]%-]{1,100}$/.test(leaf.text)) {
    const written = leaf.text.toLowerCase();
    const host = hostOf(written);
    const kind = hostKind(host);
    // a bare number may be anything
    if (kind && !/^\d+$/.test(written) && isMeant(kind, written, host))
      yield { start: 0, end: leaf.text.length };
  }
}

/** Whether a host is written in an unusual way: as one number, in octal, as an IPv6 address. */
function hides(written: string, host: string): boolean {
  if (host.startsWith('0.') || /\.|ffff:/i.test(host.replace(/^[^:]*:?/, ''))) return true;
  return !host.includes(':') && withoutPort(written) !== host;
}

/** Whether the call runs on a deployed server, so that "this machine" is not the developer's own. */
function isDeployed({ resource }: ToolCall): boolean {
  return resource?.environment !== undefined && !/^(?:dev|local|test)/i.test(resource.environment);
}

function isResource({ resource }: ToolCall, host: string): boolean {
  return resource?.host !== undefined && normalizeHost(resource.host) === normalizeHost(host);
}
