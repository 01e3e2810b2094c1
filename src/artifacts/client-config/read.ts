import type { Diagnostic, Position, ValuePath } from '../../diagnostic.ts';
import { parseJson } from '../../documents/json.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { append } from '../../values/append.ts';
import { isObject, own, present, valueAt } from '../../values/own-property.ts';
import { outline } from '../json-artifact.ts';
import { serverFaults } from './server-faults.ts';
import { withoutComments } from './without-comments.ts';

/** A server in the configuration of a client. It is not started. */
export interface ConfiguredServer {
  readonly name: string;
  readonly path: ValuePath;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The configuration of a client, such as `.mcp.json` or `claude_desktop_config.json`. */
export interface ClientConfig {
  readonly file: string;
  readonly servers: readonly ConfiguredServer[];
  readonly locate: (path: ValuePath, at?: 'key' | 'value') => Position;
}

/** Where clients keep their servers: Claude, Cursor and others; VS Code; its settings; Zed. */
const PLACES: readonly ValuePath[] = [['mcpServers'], ['servers'], ['mcp', 'servers'], ['context_servers']];

/**
 * Reads the servers of a configuration. Comments and trailing commas are allowed, as VS Code allows them.
 * @throws InputError when it has no servers: nothing would be scanned; and when a server is malformed, since what nobody can
 * read is not safe
 */
export function readClientConfig(text: string, file: string): ClientConfig {
  const document = parseJson(withoutComments(text), file);
  const servers = placesIn(document.value).flatMap((path) => serversAt(document, path));
  if (servers.length > 0) return { file, servers, locate: document.locate };
  const { value, locate } = document;
  throw new InputError({
    file,
    position: locate([]),
    message: `has no servers: found ${outline(value)}`,
    help: 'pass a file with `mcpServers` or `servers`, such as .mcp.json, claude_desktop_config.json or .vscode/mcp.json',
  });
}

/** Claude Code keeps servers of each project in one file, too. */
function placesIn(value: unknown): ValuePath[] {
  const projects = isObject(value) ? own(value, 'projects') : undefined;
  const inProjects = isObject(projects)
    ? Object.keys(projects).map((project): ValuePath => ['projects', project, 'mcpServers'])
    : [];
  return [...PLACES, ...inProjects].filter((path) => valueAt(value, path) !== undefined);
}

function serversAt({ value, file, locate }: SourceDocument, path: ValuePath): ConfiguredServer[] {
  const servers = valueAt(value, path);
  const fault = (at: ValuePath, message: string, help?: string): Diagnostic => ({
    file,
    position: locate(at),
    path: at,
    message,
    ...present({ help }),
  });
  if (!isObject(servers)) throw new InputError(fault(path, 'must be a mapping'));
  const faults: Diagnostic[] = [];
  const read = Object.entries(servers).map(([name, server]): ConfiguredServer => {
    const at = [...path, name];
    if (!isObject(server)) {
      faults.push(fault(at, 'must be a mapping'));
      return { name, path: at, value: {} };
    }
    append(
      faults,
      serverFaults(server).map((each) => fault([...at, ...each.path], each.message, each.help)),
    );
    return { name, path: at, value: server };
  });
  if (faults.length > 0) throw new InputError(faults);
  return read;
}
