import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { servedMock } from '../../features/mock/mock-answers.ts';
import { parseMockFile } from '../../features/mock/mock-file.ts';
import type { OptionsOf } from '../../flags.ts';
import { readProtocol } from '../../mcp/protocol.ts';
import type { Ports } from '../../ports.ts';
import { plural } from '../../report/plural.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { warn } from '../output.ts';
import type { MOCK_FLAGS } from './flags.ts';

/**
 * Runs `mcptest mock`: serves MCP from a file until its input ends or the user interrupts it. Standard output carries only
 * the protocol. Messages for the user go to standard error.
 */
export async function mock(
  { toolsFrom, port, protocol: chosen }: OptionsOf<typeof MOCK_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  if (toolsFrom === '-' && port === undefined) {
    throw new InputError({
      message: '--tools-from must be a file: standard input carries the protocol',
      help: 'pass the name of a file, or serve over HTTP with --port',
    });
  }
  const protocol = chosen === undefined ? 'both' : readProtocol(chosen);
  const { server, warnings } = await parseMockFile(ports.files.readText(toolsFrom), toolsFrom);
  warn(warnings, ports);
  const tell = (text: string) => ports.stderr.write(`${escapeForTerminal(text)}\n`);
  const onFault = (message: string) => tell(`note: ${clip(message, 200)}`);
  const ending = new AbortController();
  const { signal } = ending;
  const stopListening = ports.onInterrupt(() => ending.abort());
  try {
    if (port === undefined) {
      const { serveOnStdio } = await import('../../live/serve-stdio.ts');
      await serveOnStdio(servedMock(server), { signal, onFault, protocol });
    } else {
      const { serveOnHttp } = await import('../../live/serve-http.ts');
      const what = `${clip(server.name)}, ${plural(server.tools.length, 'tool')}`;
      await serveOnHttp(servedMock(server), {
        port,
        signal,
        onFault,
        protocol,
        onReady: (url) => tell(`${what}: ${url}`),
      });
    }
  } finally {
    stopListening();
  }
  return EXIT.accepted;
}
