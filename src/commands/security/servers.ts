import { type ClientConfig, readClientConfig } from '../../artifacts/client-config/read.ts';
import { parseServerCatalog, toServerCatalog } from '../../artifacts/tool-catalog/server-catalog.ts';
import { collectInputs, InputError } from '../../errors.ts';
import type { ScannedServer } from '../../features/scan/core/rule.ts';
import { nameOf } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { readOneProtocol, readTimeout } from '../live/live-options.ts';
import { withServer } from '../live/live-session.ts';
import type { ReachedServer } from '../live/reached-server.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import { reportFiles } from '../report-files.ts';
import type { SecurityOptions } from './flags.ts';

/** What is given to scan. */
export interface ToScan {
  /** Lists of tools. */
  readonly files: readonly string[];
  /** The command of the server, for messages. */
  readonly command: readonly string[];
  readonly server: ReachedServer | undefined;
}

/** What to scan, and what the user should know about how they answered. */
export interface Scanned {
  readonly servers: readonly ScannedServer[];
  readonly configs: readonly ClientConfig[];
  readonly notes: readonly string[];
}

/** Reads the catalogs and the configurations, and asks the server. @throws InputError */
export async function scannedServers(
  { files, server: reached }: ToScan,
  options: SecurityOptions,
  ports: Ports,
): Promise<Scanned> {
  if (reached) {
    refuseOverwriting(reportFiles(options), { inputs: [], targets: [reached.target] }, ports.files);
  }
  const names = namesOf(files);
  const [catalogs, configs] = await collectInputs(
    () =>
      collectInputs(
        ...files.map((file, index) => (): ScannedServer => {
          const { value } = parseServerCatalog(ports.files.readText(file), file);
          return { name: names[index] as string, file, catalog: value };
        }),
      ),
    () =>
      collectInputs(
        ...(options.config ?? []).map((file) => () => readClientConfig(ports.files.readText(file), file)),
      ),
  );
  if (!reached) return { servers: catalogs, configs, notes: [] };
  const { server, notes } = await ask(reached, options, ports);
  return { servers: [...catalogs, server], configs, notes };
}

/** Returns the names of the servers: those of the files, or their whole paths where two files have one name. */
function namesOf(files: readonly string[]): string[] {
  const stems = files.map((file) =>
    file === '-' ? 'standard input' : (/([^/\\]+?)(?:\.(?:json|ya?ml))?$/i.exec(file)?.[1] ?? file),
  );
  return files.map((file, index) => {
    const stem = stems[index] as string;
    return stems.filter((each) => each === stem).length > 1 ? file : stem;
  });
}

async function ask(
  { target, masker }: ReachedServer,
  options: SecurityOptions,
  ports: Ports,
): Promise<{ readonly server: ScannedServer; readonly notes: readonly string[] }> {
  const how = { timeout: readTimeout(options), protocol: readOneProtocol(options) };
  return withServer(target, how, ports, async ({ connection }) => {
    const { tools, prompts, resources, templates } = await connection.listEverything();
    const said = masker.value({
      tools,
      prompts,
      resources,
      resourceTemplates: templates,
      instructions: connection.instructions,
      serverInfo: connection.server,
    });
    const items = said.tools.map((value, index) => ({
      kind: 'tool' as const,
      name: value.name as string,
      path: ['tools', index],
      value,
    }));
    const catalog = toServerCatalog(said, [], items, (path, message) => {
      throw new InputError({ path, message: `the server sent something that cannot be scanned: ${message}` });
    });
    const name = masker.text(connection.server.name ?? nameOf(target));
    return { server: { name, catalog }, notes: connection.notes.map((note) => masker.text(note)) };
  });
}
