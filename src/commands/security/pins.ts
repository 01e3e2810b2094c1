import type { Pins } from '../../artifacts/pins/model.ts';
import { readPins } from '../../artifacts/pins/read.ts';
import { writePins } from '../../artifacts/pins/write.ts';
import { InputError } from '../../errors.ts';
import type { ScannedServer } from '../../features/scan/core/rule.ts';
import { comparePins, type PinComparison } from '../../features/scan/pins/compare-pins.ts';
import { toPinnedServer } from '../../features/scan/pins/to-pins.ts';
import type { Ports } from '../../ports.ts';
import { shellCommand } from '../../report/shell-command.ts';
import { setOwn } from '../../values/own-property.ts';
import type { SecurityOptions } from './flags.ts';

/** What the arguments name to scan. */
interface Given {
  readonly files: readonly string[];
  readonly command: readonly string[];
}

/** The lock of `--pins`, as it is before the scan. */
export interface Lock {
  readonly file: string;
  readonly isUpdated: boolean;
  /** Its text; undefined when there is none yet. */
  readonly text: string | undefined;
  readonly pins: Pins;
}

/**
 * Reads the lock of `--pins`; undefined without the option.
 * @throws InputError when it is missing, empty or damaged; with `--update-pins`, a missing or empty one is a new one
 */
export function readLock(
  given: Given,
  { pins: file, updatePins, url, out }: SecurityOptions,
  { files }: Pick<Ports, 'files'>,
): Lock | undefined {
  if (file === undefined) {
    if (!updatePins) return undefined;
    throw new InputError({
      message: '--update-pins writes a lock, but you named none',
      help: 'add --pins with the name of the lock, such as `--pins mcp.lock.json`',
    });
  }
  if (updatePins && out !== undefined && isOneFile(out, file, files)) {
    throw new InputError({
      message: '--out names the lock of --pins',
      help: 'write the report to another file',
    });
  }
  const isThere = files.realPath(file) !== null;
  const text = isThere ? files.readText(file) : undefined;
  const isBlank = text === undefined || text.trim() === '';
  const pins = isBlank ? { servers: {} } : readPins(text, file);
  if (!updatePins && Object.keys(pins.servers).length === 0) {
    throw new InputError({
      file,
      message: isThere ? 'has no server: there is nothing to compare with' : 'there is no such lock',
      help: `look at the servers, then write it with \`${shellCommand(toWrite(given, file, url))}\``,
    });
  }
  if (!updatePins) refuseEmptied(pins, file);
  return { file, isUpdated: updatePins === true, text, pins };
}

/** @throws InputError for a server of which nothing is pinned: no scan writes one, since a server that lists nothing is refused */
function refuseEmptied({ servers }: Pins, file: string): void {
  for (const [name, { tools, prompts, resources, templates, instructions }] of Object.entries(servers)) {
    const lists = [tools, prompts, resources, templates];
    if (instructions !== undefined || lists.some((list) => Object.keys(list).length > 0)) continue;
    throw new InputError({
      file,
      path: ['servers', name],
      message: 'pins nothing of this server: there is nothing to compare with',
      help: 'restore the lock from version control, or look at the server and write it again with --update-pins',
    });
  }
}

/** Returns the command that writes a lock. */
function toWrite({ files, command }: Given, lock: string, url: string | undefined): string[] {
  return [
    ...['mcptest', 'security', ...files, '--pins', lock, '--update-pins'],
    ...(url === undefined ? [] : ['--url', url]),
    ...(command.length === 0 ? [] : ['--', ...command]),
  ];
}

function isOneFile(one: string, other: string, { realPath }: Pick<Ports['files'], 'realPath'>): boolean {
  return one === other || (realPath(one) !== null && realPath(one) === realPath(other));
}

/**
 * Compares the servers with the lock, and writes what they say now into it if the user asks for that. Servers of the lock that
 * were not scanned stay in it.
 * @throws InputError when there is no server to compare, or two have one name
 */
export function checkPins(
  servers: readonly ScannedServer[],
  { file, isUpdated, text, pins }: Lock,
  { files, sha256 }: Pick<Ports, 'files' | 'sha256'>,
): PinComparison {
  refuseUnclear(servers);
  const comparison = comparePins(servers, pins, sha256);
  if (!isUpdated) return comparison;
  const after: Record<string, Pins['servers'][string]> = {};
  for (const [name, server] of Object.entries(pins.servers)) setOwn(after, name, server);
  for (const { server, key } of comparison.names) setOwn(after, key, toPinnedServer(server, sha256));
  const written = writePins({ servers: after });
  if (written !== text) files.replaceText(file, text, written);
  return comparison;
}

function refuseUnclear(servers: readonly ScannedServer[]): void {
  if (servers.length === 0) {
    throw new InputError({
      message:
        '--pins compares servers, but none is given: a configuration does not say what its servers list',
      help: 'pass a file that `mcptest snapshot` wrote, the command of a server after `--`, or its URL with --url',
    });
  }
  const names = servers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new InputError({
    message: `two of the servers are called \`${twice}\`, but the lock identifies a server by its name`,
    help: 'scan them one by one, each with its own lock',
  });
}
