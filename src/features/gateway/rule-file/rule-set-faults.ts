import { type Diagnostic, MOST_FINDINGS, type ValuePath } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { DETECTOR_IDS } from '../../../inspection/detector-ids.ts';
import { CUT_DETECTORS } from '../../../inspection/settings.ts';
import { hostFault, isWrittenHost } from '../../../net/hosts.ts';
import { isMappedTooWide, parseNetwork } from '../../../net/networks.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import { valueAt } from '../../../values/own-property.ts';
import { foldEnvironment } from '../rules/environments.ts';
import { isZone, zoneNames } from '../rules/zone-clock.ts';

type Fault = Omit<Diagnostic, 'file' | 'position' | 'path'> & { readonly path: ValuePath };

/** The parts of a rule set as written, not validated yet. */
export interface RawForm {
  readonly policies: unknown;
  readonly servers: unknown;
  readonly agents: unknown;
  readonly inspection: unknown;
  /** The path of a rule in the document. */
  readonly at: (index: number) => ValuePath;
}

/**
 * Finds faults that the schema cannot: unknown time zones, networks, hosts and detectors, and repeated names. The
 * schema reports values of the wrong shape; this function skips them and checks the rest.
 */
export function faultsOf(
  { policies: rules, servers, agents, inspection, at }: RawForm,
  document: SourceDocument,
): Diagnostic[] {
  const findings = [
    ...repeatedNames(listOf(rules), at, { kind: 'rule', key: 'name' }, document),
    ...repeatedNames(
      listOf(servers),
      (index) => ['servers', index],
      { kind: 'server', key: 'name' },
      document,
    ),
    ...repeatedNames(listOf(agents), (index) => ['agents', index], { kind: 'agent', key: 'id' }, document),
    ...listOf(rules).flatMap((rule, index) =>
      contextFaults(member(rule, 'context'), [...at(index), 'context']),
    ),
    ...listOf(servers).flatMap((server, index) => registeredHostFaults(server, ['servers', index, 'host'])),
    ...spellingFaults(rules, servers, at),
    ...textsIn(member(inspection, 'disabled'), ['inspection', 'disabled'], (id, path) => [
      ...detectorFaults(id, path),
      ...blindFaults(id, path, member(inspection, 'incomplete')),
    ]),
  ];
  return findings
    .slice(0, MOST_FINDINGS + 1)
    .map((finding) => ({ file: document.file, position: document.locate(finding.path), ...finding }));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function member(value: unknown, ...keys: readonly string[]): unknown {
  return valueAt(value, keys);
}

/** Returns the faults of all texts in a list. */
function textsIn(
  list: unknown,
  path: ValuePath,
  faults: (text: string, path: ValuePath) => readonly Fault[],
): Fault[] {
  return listOf(list).flatMap((entry, index) =>
    typeof entry === 'string' ? faults(entry, [...path, index]) : [],
  );
}

function contextFaults(context: unknown, at: ValuePath): Fault[] {
  const zone = member(context, 'time', 'tz');
  return [
    ...(typeof zone === 'string' ? zoneFaults(zone, [...at, 'time', 'tz']) : []),
    ...textsIn(member(context, 'ip', 'anyOf'), [...at, 'ip', 'anyOf'], networkFaults),
    ...textsIn(
      member(context, 'resource', 'host', 'anyOf'),
      [...at, 'resource', 'host', 'anyOf'],
      hostFaults,
    ),
  ];
}

function zoneFaults(zone: string, path: ValuePath): Fault[] {
  if (isZone(zone)) return [];
  const near = nearest(zone, zoneNames());
  const help = near ? `did you mean \`${near}\`?` : 'write it like America/New_York, or UTC';
  return [{ path, message: `\`${clip(zone)}\` is not an IANA time zone`, help }];
}

function networkFaults(entry: string, path: ValuePath): Fault[] {
  if (isMappedTooWide(entry)) {
    const help = 'write the IPv4 network, like 10.0.0.0/8';
    return [{ path, message: `\`${clip(entry)}\` contains no IPv4 address`, help }];
  }
  if (parseNetwork(entry)) return [];
  const help = 'write it like 10.0.0.0/8, 2001:db8::/32 or 192.0.2.7';
  return [{ path, message: `\`${clip(entry)}\` is not an IP address or network`, help }];
}

function hostFaults(entry: string, path: ValuePath): Fault[] {
  const fault = hostFault(entry);
  return fault ? [{ path, message: `\`${clip(entry)}\` ${fault.message}`, help: fault.help }] : [];
}

/** Rejects a server with a host that is not one: its calls would have none. */
function registeredHostFaults(server: unknown, path: ValuePath): Fault[] {
  const host = member(server, 'host');
  if (typeof host !== 'string' || isWrittenHost(host)) return [];
  const help = 'write the name or the address alone, with or without a port';
  return [{ path, message: `\`${clip(host)}\` is not a host name`, help }];
}

/** Rejects an environment in two spellings, of which a rule would see only one. */
function spellingFaults(rules: unknown, servers: unknown, at: RawForm['at']): Fault[] {
  const listAt = ['context', 'resource', 'environment', 'anyOf'];
  const named = [
    ...listOf(servers).map((server, index) => ({
      name: member(server, 'environment'),
      path: ['servers', index, 'environment'] as ValuePath,
    })),
    ...listOf(rules).flatMap((rule, index) =>
      listOf(member(rule, ...listAt)).map((name, place) => ({
        name,
        path: [...at(index), ...listAt, place],
      })),
    ),
  ];
  const known = new Map<string, string>();
  return named.flatMap(({ name, path }): Fault[] => {
    if (typeof name !== 'string') return [];
    const first = known.get(foldEnvironment(name));
    if (name.trim() !== name) {
      return [{ path, message: `\`${clip(name)}\` begins or ends with a blank`, help: 'remove it' }];
    }
    if (first === undefined) known.set(foldEnvironment(name), name);
    if (first === undefined || first === name) return [];
    const help = 'write it alike everywhere: environments are compared exactly';
    return [{ path, message: `\`${clip(name)}\` is \`${clip(first)}\` in another spelling`, help }];
  });
}

/** Rejects unknown detectors: a misspelt name would switch nothing off. */
function detectorFaults(id: string, path: ValuePath): Fault[] {
  if (DETECTOR_IDS.some((known) => known === id)) return [];
  const near = nearest(id, DETECTOR_IDS);
  return [{ path, message: `unknown detector \`${clip(id)}\``, help: near && `did you mean \`${near}\`?` }];
}

/** Rejects a set that closes against what was not inspected, and switches off what would report that. */
function blindFaults(id: string, path: ValuePath, incomplete: unknown): Fault[] {
  if (incomplete !== 'deny' || !CUT_DETECTORS.includes(id)) return [];
  const message = `\`${id}\` reports what \`incomplete: deny\` looks at, and cannot be switched off next to it`;
  return [{ path, message, help: 'remove one of them' }];
}

function repeatedNames(
  named: readonly unknown[],
  at: (index: number) => ValuePath,
  { kind, key }: { readonly kind: string; readonly key: string },
  document: SourceDocument,
): Fault[] {
  const first = new Map<string, number>();
  return named.flatMap((each, index): Fault[] => {
    const name = member(each, key);
    if (typeof name !== 'string') return [];
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, index);
      return [];
    }
    const { line } = document.locate([...at(earlier), key]);
    const message = `\`${clip(name)}\` is already the ${key} of the ${kind} on line ${line}`;
    return [{ path: [...at(index), key], message, help: `give each ${kind} its own ${key}` }];
  });
}
