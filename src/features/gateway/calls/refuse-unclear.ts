import type { ToolCall } from '../../../artifacts/audit-log/model.ts';
import { type Diagnostic, MOST_FINDINGS } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import { isWrittenHost, readHost } from '../../../net/hosts.ts';
import { IpAddress, isAddressLike, isAddressList, sourceAddress } from '../../../net/ip.ts';
import { clip, quote } from '../../../text/clip.ts';
import { someOf } from '../../../text/some-of.ts';
import { pickResource } from '../rules/attributes.ts';
import {
  type Environments,
  environmentsOf,
  foldEnvironment,
  meantEnvironment,
} from '../rules/environments.ts';
import type { RuleSetFile } from '../rules/model.ts';
import type { CallsFile } from './read-calls.ts';

/**
 * Rejects calls with attributes that no rule can be tried on: a deny would not see them.
 * @throws InputError with the findings of all calls
 */
export function refuseUnclear({ calls, placeOf }: CallsFile, file: RuleSetFile): void {
  const environments = environmentsOf(file);
  const problems: Diagnostic[] = [];
  for (const [index, call] of calls.entries()) {
    for (const [keys, problem] of unclearIn(call, environments, file)) {
      problems.push({ ...placeOf(index, ...keys), ...problem });
    }
    if (problems.length > MOST_FINDINGS) break;
  }
  if (problems.length > 0) throw new InputError(problems);
}

type Unclear = readonly [keys: readonly string[], problem: Pick<Diagnostic, 'message' | 'help'>];

function unclearIn(
  { ip, server, resource: { environment, host } = {} }: ToolCall,
  environments: Environments,
  { trustForwarded, servers }: RuleSetFile,
): Unclear[] {
  const found: Unclear[] = [];
  const problem = ip === undefined ? undefined : unclearSource(ip, trustForwarded);
  if (problem) found.push([['ip'], problem]);
  if (host !== undefined && !isWrittenHost(host)) {
    const help = 'write the name or the address alone, with or without a port';
    found.push([['resource', 'host'], { message: `\`${clip(host)}\` is not a host name`, help }]);
  }
  const meant = environment === undefined ? undefined : meantEnvironment(environment, environments);
  if (environment !== undefined && meant !== undefined) {
    const message = `\`${clip(environment)}\` is not an environment that the rule set names: ${namesOf(environments)}`;
    found.push([['resource', 'environment'], { message, help: `did you mean \`${clip(meant)}\`?` }]);
  }
  const named = server === undefined ? undefined : meantServer(server, servers);
  if (server !== undefined && named !== undefined) {
    const message = `\`${clip(server)}\` is not a server that the rule set names`;
    found.push([['server'], { message, help: `did you mean \`${clip(named)}\`?` }]);
  }
  return found;
}

/** Finds why no rule can be tried on a source address. A word such as `unknown` is only warned about. */
function unclearSource(ip: string, trustForwarded = false): Unclear[1] | undefined {
  if (isAddressList(ip) && !trustForwarded) {
    const help = 'pass --trust-forwarded to use the first, or give the address of the caller';
    return { message: `\`${clip(ip)}\` is a list of addresses`, help };
  }
  const source = sourceAddress(ip, trustForwarded);
  if (new IpAddress().read(source).family !== 0) return undefined;
  if (isAddressList(ip))
    return { message: `\`${clip(source)}\`, the first of the list, is not an IP address` };
  return isAddressLike(ip) ? { message: `\`${clip(ip)}\` is not an IP address` } : undefined;
}

const MOST_NAMED = 8;

function namesOf({ names }: Environments): string {
  return someOf([...names], MOST_NAMED, quote);
}

/** Returns the registered server whose name a call writes in another case or width; it would evade the registry. */
function meantServer(name: string, servers: RuleSetFile['servers']): string | undefined {
  if (servers.some((server) => server.name === name)) return undefined;
  return servers.find((server) => foldEnvironment(server.name) === foldEnvironment(name))?.name;
}

function isSame(key: string, stated: string, registered: string): boolean {
  return stated === registered || (key === 'host' && readHost(stated) === readHost(registered));
}

/** Warns about calls that describe their target differently from the registry: the registry wins. */
export function contradictedByRegistry(
  { calls, placeOf }: CallsFile,
  { servers }: Pick<RuleSetFile, 'servers'>,
): Diagnostic[] {
  const byName = new Map(servers.map((server) => [server.name, server]));
  const told = new Set<string>();
  const warnings: Diagnostic[] = [];
  for (const [index, { server, resource }] of calls.entries()) {
    const registered = server === undefined ? undefined : byName.get(server);
    if (!registered || !resource) continue;
    for (const [key, value] of Object.entries(pickResource(registered))) {
      const stated = resource[key as keyof typeof resource];
      if (value === undefined || stated === undefined || isSame(key, stated, value)) continue;
      if (told.has(`${key} ${registered.name}`) || told.size > MOST_FINDINGS) continue;
      told.add(`${key} ${registered.name}`);
      const message = `the call says \`${clip(stated)}\`, but the server \`${clip(registered.name)}\` is registered with \`${clip(value)}\`, which wins`;
      warnings.push({ ...placeOf(index, 'resource', key), message });
    }
  }
  return warnings;
}
