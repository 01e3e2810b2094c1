import type { Command } from 'commander';
import {
  INIT_FLAGS,
  MOCK_FLAGS,
  PROBE_FLAGS,
  SCAFFOLD_FLAGS,
  SNAPSHOT_FLAGS,
} from '../commands/live/flags.ts';
import type { Declare } from './command.ts';

const SERVER = {
  spelling: '[command...]',
  about: 'after `--`: the command that starts the server, with its arguments',
} as const;

const SERVER_HELP = '  help: pass the command of the server, with its own options, after `--`';

/** Declares `mcptest probe`. */
export function declareProbe(command: Command, declare: Declare): void {
  declare(command.showHelpAfterError(SERVER_HELP), {
    summary: 'call the tools of a server that are safe to call, and report what each did',
    description:
      'Starts a server or connects to its URL, lists its tools, and calls each with generated arguments if the execution ' +
      'safety policy permits: read-only tools twice to compare the answers, tools that change something once, destructive ' +
      'tools never. Exits 1 on a protocol error, when an answer differs the second time, or when every call is a tool error. Exits 7 ' +
      'when no tool was called.',
    operand: SERVER,
    flags: PROBE_FLAGS,
    example: 'mcptest probe --dry-run --strict -- npx -y @modelcontextprotocol/server-memory',
    load: async () => (await import('../commands/live/probe.ts')).probe,
  });
}

/** Declares `mcptest mock`. */
export function declareMock(command: Command, declare: Declare): void {
  declare(command.showHelpAfterError('  help: pass the file with --tools-from'), {
    summary: 'run an MCP server that answers from a file',
    description:
      'Serves the tools of a manifest, or of a tools/list snapshot with sample answers: over standard input and output, ' +
      'or with --port over streamable HTTP on loopback. Stops when its input ends or on a signal.',
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
      'Writes up to three tests for each tool: a valid call, a call with a missing argument, and a call with an argument of the ' +
      'wrong type. Marks destructive tools with `# review before first run` and skips them. Calls no tool without ' +
      '--observe, and with it only those that the execution safety policy permits. Never overwrites a file. ' +
      '`mcptest run` runs the suite.',
    operand: SERVER,
    flags: SCAFFOLD_FLAGS,
    example: 'mcptest scaffold --out suite.yml -- npx -y @modelcontextprotocol/server-memory',
    load: async () => (await import('../commands/live/scaffold.ts')).scaffold,
  });
}

/** Declares `mcptest snapshot`. */
export function declareSnapshot(command: Command, declare: Declare): void {
  declare(command.showHelpAfterError(SERVER_HELP), {
    summary: 'save the list of tools that a server offers',
    description:
      'Starts a server or connects to its URL, and writes its tools/list result, as the server sent it: for mock, diff, ' +
      'exec-policy classify and gateway check. Calls no tool.',
    operand: SERVER,
    flags: SNAPSHOT_FLAGS,
    example: 'mcptest snapshot --out tools.json -- npx -y @modelcontextprotocol/server-memory',
    load: async () => (await import('../commands/live/snapshot.ts')).snapshot,
  });
}

/** Declares `mcptest init`. */
export function declareInit(command: Command, declare: Declare): void {
  declare(command.showHelpAfterError(SERVER_HELP), {
    summary: 'write a first suite, a policy and a CI job for a server',
    description:
      'Lists the tools of a server and writes three files: mcptest.yml with up to three tests for each tool, policy.yml, which gates ' +
      'their run, and a CI job that runs both. Says what to type next. Calls no tool, and overwrites no file.',
    operand: SERVER,
    flags: INIT_FLAGS,
    example: 'mcptest init -- npx -y @modelcontextprotocol/server-memory',
    load: async () => (await import('../commands/live/init.ts')).init,
  });
}
