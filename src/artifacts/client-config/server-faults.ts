import type { ValuePath } from '../../diagnostic.ts';
import { isObject, own } from '../../values/own-property.ts';

/** Something in a configured server that no client can start or reach. */
export interface ServerFault {
  /** Below the server. */
  readonly path: ValuePath;
  /** What was found and what is allowed, without any text of the file: it may be a secret. */
  readonly message: string;
  readonly help?: string;
}

type Server = Readonly<Record<string, unknown>>;

/** The members that say where a server is reached, in the clients that are known. */
export const URL_KEYS: readonly string[] = ['url', 'serverUrl', 'httpUrl', 'endpoint', 'uri', 'baseUrl'];

/** The members with names and values that the client passes on. */
const TABLES: readonly string[] = ['env', 'headers', 'http_headers'];

/**
 * Returns what is malformed about a server: what nobody can read must not count as safe.
 * Spec (scanning): "`mcptest security`: a scan of what a server says of itself", exit code 2 for what is unreadable.
 */
export function serverFaults(server: Server): ServerFault[] {
  const command = own(server, 'command');
  return [
    ...(isReached(server) ? [] : [NOT_REACHED]),
    ...commandFaults(command),
    ...argumentFaults(server, []),
    ...tableFaults(server, []),
    ...(isObject(command)
      ? [...argumentFaults(command, ['command']), ...tableFaults(command, ['command'])]
      : []),
    ...URL_KEYS.flatMap((key) => textFaults(own(server, key), [key])),
    ...textFaults(own(server, 'cwd'), ['cwd']),
  ];
}

const NOT_REACHED: ServerFault = {
  path: [],
  message: 'has neither a command nor a URL',
  help: 'write `command` with its `args`, or `url`',
};

/** Zed starts the servers of its extensions, which have only settings. */
function isReached(server: Server): boolean {
  return (
    ['command', ...URL_KEYS].some((key) => Object.hasOwn(server, key)) || isObject(own(server, 'settings'))
  );
}

/** A command is a text, a list of words, or, in Zed, an object with the program and its arguments. */
function commandFaults(command: unknown): ServerFault[] {
  const path = ['command'];
  if (command === undefined) return [];
  if (Array.isArray(command))
    return command.length === 0
      ? [fault(path, command, 'a text or a list of words')]
      : wordFaults(command, path);
  if (!isObject(command)) return textFaults(command, path);
  const key = Object.hasOwn(command, 'path') ? 'path' : 'command';
  const program = own(command, key);
  return program === undefined
    ? [fault(path, command, 'a text, or an object with `path`')]
    : textFaults(program, [...path, key]);
}

function argumentFaults(holder: Server, path: ValuePath): ServerFault[] {
  const args = own(holder, 'args');
  if (args === undefined || args === null) return [];
  return Array.isArray(args)
    ? wordFaults(args, [...path, 'args'])
    : [fault([...path, 'args'], args, 'a list of texts')];
}

function wordFaults(words: readonly unknown[], path: ValuePath): ServerFault[] {
  return words.flatMap((word, index) =>
    typeof word === 'string' ? [] : [fault([...path, index], word, 'a text')],
  );
}

function tableFaults(holder: Server, path: ValuePath): ServerFault[] {
  return TABLES.flatMap((key) => {
    const table = own(holder, key);
    if (table === undefined || table === null) return [];
    const at = [...path, key];
    if (!isObject(table)) return [fault(at, table, 'a mapping of names to texts')];
    return Object.entries(table).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null ? [fault([...at, name], value, 'a text')] : [],
    );
  });
}

function textFaults(text: unknown, path: ValuePath): ServerFault[] {
  if (text === undefined || (typeof text === 'string' && text.trim() !== '')) return [];
  return [fault(path, text, 'a text')];
}

function fault(path: ValuePath, found: unknown, allowed: string): ServerFault {
  return { path, message: `must be ${allowed}; found ${kindOf(found)}` };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isObject(value)) return 'an object';
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : 'a text';
  return typeof value === 'number' ? 'a number' : 'true or false';
}
