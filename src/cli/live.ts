import type { Command } from 'commander';
import { MOCK_FLAGS, PROBE_FLAGS, SCAFFOLD_FLAGS } from '../commands/live/flags.ts';
import type { Declare } from './command.ts';

const SERVER = {
  spelling: '[command...]',
  about: 'behind `--`: the command that starts the server, with its arguments',
} as const;

const SERVER_HELP = '  help: what is for the server stands with its command behind `--`';

/** Declares `mcptest probe`. */
export function declareProbe(command: Command, declare: Declare): void {
  declare(command.showHelpAfterError(SERVER_HELP), {
    summary: 'call the tools of a server, as far as it is safe, and report what each did',
    description:
      'Starts a server, or goes to its address, lists its tools, and calls each with made-up arguments, as far as the ' +
      'execution safety policy lets it: read-only tools twice, to compare, changing ones once, destructive ones never. ' +
      'Exits 1 on a fault of the protocol or when a read-only tool answers differently the second time.',
    operand: SERVER,
    flags: PROBE_FLAGS,
    example: 'mcptest probe --dry-run --strict -- npx @modelcontextprotocol/server-memory',
    load: async () => (await import('../commands/live/probe.ts')).probe,
  });
}

/** Declares `mcptest mock`. */
export function declareMock(command: Command, declare: Declare): void {
  declare(command.showHelpAfterError('  help: name the file with --tools-from'), {
    summary: 'an MCP server that answers from a file',
    description:
      'Serves the tools of a manifest, or of a tools/list snapshot, which answers with samples: over standard input and ' +
      'output, or with --port over streamable HTTP on loopback. It ends with its input, or when it is told to.',
    flags: MOCK_FLAGS,
    example: 'mcptest mock --tools-from records.yaml --port 3001',
    load: async () => (await import('../commands/live/mock.ts')).mock,
  });
}

/** Declares `mcptest scaffold`. */
export function declareScaffold(command: Command, declare: Declare): void {
  declare(command.showHelpAfterError(SERVER_HELP), {
    summary: 'write a first test suite for the tools of a server',
    description:
      'Writes for each tool a happy path, a call with an argument missing and one with an argument of a wrong type. ' +
      'Destructive tools stand behind `# review before first run` and are skipped. Calls nothing, unless --observe ' +
      'is given: then what the execution safety policy lets it. Never overwrites a file. ' +
      'The suite is for `mcptest run`, which is to come: nothing runs it yet.',
    operand: SERVER,
    flags: SCAFFOLD_FLAGS,
    example: 'mcptest scaffold --out suite.yml -- npx @modelcontextprotocol/server-memory',
    load: async () => (await import('../commands/live/scaffold.ts')).scaffold,
  });
}
