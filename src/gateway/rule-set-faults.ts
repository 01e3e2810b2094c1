import type { SourceDocument } from '../artifacts/source-document.ts';
import { clip } from '../clip.ts';
import { type Diagnostic, MOST_FINDINGS, type ValuePath } from '../diagnostic.ts';
import { nearest } from '../nearest.ts';
import { hostFault } from './hosts.ts';
import { DETECTOR_IDS } from './inspection/detectors.ts';
import { parseNetwork } from './networks.ts';
import type { WrittenForm } from './rule-set-schema.ts';
import { isZone, zoneNames } from './zone-clock.ts';

type Finding = Omit<Diagnostic, 'file' | 'position' | 'path'> & { readonly path: ValuePath };

/** What is wrong with a rule set of the right shape: time zones, networks, hosts, detectors, names that occur twice. */
export function faultsOf(
  { policies, servers, disabled, at }: WrittenForm,
  document: SourceDocument,
): Diagnostic[] {
  const findings = [
    ...repeatedNames(policies, at, 'policy', document),
    ...repeatedNames(servers, (index) => ['servers', index], 'server', document),
    ...policies.flatMap(({ context }, index) =>
      context ? contextFaults(context, [...at(index), 'context']) : [],
    ),
    ...disabled.flatMap((id, index) => detectorFaults(id, ['inspection', 'disabled', index])),
  ];
  return findings
    .slice(0, MOST_FINDINGS + 1)
    .map((finding) => ({ file: document.file, position: document.locate(finding.path), ...finding }));
}

type WrittenContext = NonNullable<WrittenForm['policies'][number]['context']>;

function contextFaults({ ip, time, resource }: WrittenContext, at: ValuePath): Finding[] {
  const networks = ip?.anyOf ?? [];
  const hosts = resource?.host?.anyOf ?? [];
  return [
    ...(time?.tz === undefined ? [] : zoneFaults(time.tz, [...at, 'time', 'tz'])),
    ...networks.flatMap((entry, index) => networkFaults(entry, [...at, 'ip', 'anyOf', index])),
    ...hosts.flatMap((entry, index) => {
      const fault = hostFault(entry);
      const path = [...at, 'resource', 'host', 'anyOf', index];
      return fault ? [{ path, message: `\`${clip(entry)}\` ${fault.message}`, help: fault.help }] : [];
    }),
  ];
}

function zoneFaults(zone: string, path: ValuePath): Finding[] {
  if (isZone(zone)) return [];
  const near = nearest(zone, zoneNames());
  const help = near ? `did you mean \`${near}\`?` : 'write it like America/New_York, or UTC';
  return [{ path, message: `\`${clip(zone)}\` is no IANA time zone`, help }];
}

function networkFaults(entry: string, path: ValuePath): Finding[] {
  if (parseNetwork(entry)) return [];
  const help = 'write it like 10.0.0.0/8, 2001:db8::/32 or 192.0.2.7';
  return [{ path, message: `\`${clip(entry)}\` is no IP address or network`, help }];
}

/** A misspelt name would switch nothing off. */
function detectorFaults(id: string, path: ValuePath): Finding[] {
  if (DETECTOR_IDS.includes(id)) return [];
  const near = nearest(id, DETECTOR_IDS);
  return [{ path, message: `unknown detector \`${clip(id)}\``, help: near && `did you mean \`${near}\`?` }];
}

function repeatedNames(
  named: readonly { readonly name: string }[],
  at: (index: number) => ValuePath,
  kind: string,
  document: SourceDocument,
): Finding[] {
  const first = new Map<string, number>();
  return named.flatMap(({ name }, index): Finding[] => {
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, index);
      return [];
    }
    const { line } = document.locate([...at(earlier), 'name']);
    const message = `\`${clip(name)}\` is the name of an earlier ${kind} too (line ${line})`;
    return [{ path: [...at(index), 'name'], message, help: `give each ${kind} its own name` }];
  });
}
