import { toJson } from '../../documents/to-json.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { OptionsOf } from '../../flags.ts';
import { headerSecrets } from '../../mcp/header-secrets.ts';
import { readTarget } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { plural } from '../../report/plural.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { Masker } from '../../values/masker.ts';
import { emit } from '../output.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import type { SNAPSHOT_FLAGS } from './flags.ts';
import { readOneProtocol, readTimeout } from './live-options.ts';
import { toolsOf, withServer } from './live-session.ts';

/** Runs `mcptest snapshot`: writes the tools of a server as it lists them, in its order. Calls no tool. */
export async function snapshot(
  command: readonly string[],
  options: OptionsOf<typeof SNAPSHOT_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const target = readTarget(command, options, ports);
  refuseOverwriting([options.out], { inputs: [], targets: [target] }, ports.files);
  const how = { timeout: readTimeout(options), protocol: readOneProtocol(options) };
  const { tools, notes } = await withServer(target, how, ports, async (session) => ({
    tools: await toolsOf(session, target),
    notes: session.connection.notes,
  }));
  const masker = new Masker(headerSecrets(target));
  emit(toJson({ tools: masker.value(tools) }), options, ports);
  const told = [...notes.map((note) => `note: ${masker.text(note)}`), ...wrote(options.out, tools.length)];
  ports.stderr.write(told.map((line) => `${escapeForTerminal(line)}\n`).join(''));
  return EXIT.accepted;
}

function wrote(out: string | undefined, count: number): string[] {
  return out === undefined ? [] : [`wrote ${plural(count, 'tool')} to ${out}`];
}
