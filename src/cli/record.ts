import type { Command } from 'commander';
import { PROJECT_FLAGS, RECORD_FLAGS, SERVE_FLAGS, VERIFY_FLAGS } from '../commands/record/flags.ts';
import type { Declare } from './command.ts';

const SERVER_HELP = '  help: pass the command of the server, with its own options, after `--`';

const SERVER = {
  spelling: '[command...]',
  about: 'after `--`: the command that starts the server, with its arguments',
} as const;

/**
 * Declares `mcptest record`, which is both a command and a group of subcommands.
 * @param next the argument after `record`
 */
export function declareRecord(record: Command, declare: Declare, next?: string): void {
  declareOthers(record, declare);
  // otherwise `--out` after `project` would be read as the option of `record`
  if (record.commands.some((command) => command.name() === next)) return;
  declare(record.usage('[options] [command...]').showHelpAfterError(SERVER_HELP), {
    summary: 'record the messages between a client and a server on a tape',
    description:
      'Stands between a client and a server, passes every byte on unchanged, and writes the messages to a tape without ' +
      'secrets. Point your client at this command instead of the server or, with --url, at the address that it prints. ' +
      'With --suite, a suite is the client, and the exit code is that of its run. Otherwise exits 0 when the client or you ' +
      'end the session, 1 when the server ends first (the tape is kept), 2 when no tape can be written.',
    operand: SERVER,
    flags: RECORD_FLAGS,
    example: 'mcptest record --out session.jsonl -- npx -y @modelcontextprotocol/server-memory',
    load: async () => (await import('../commands/record/record.ts')).record,
  });
}

function declareOthers(record: Command, declare: Declare): void {
  declare(record.command('verify').showHelpAfterError(SERVER_HELP), {
    summary: 'send the requests of a tape to a server, and show which answers differ',
    description:
      'Sends each request of a tape to a server once, in order, and compares the answers. Times, UUIDs, ports of this ' +
      'machine and `_meta` do not count. Calls only the tools that the execution safety policy permits. Exits 0 when ' +
      'all answers are the same, 1 when one differs or is missing, 7 when nothing was sent.',
    operand: SERVER,
    flags: VERIFY_FLAGS,
    example: 'mcptest record verify --tape session.jsonl -- npx -y @modelcontextprotocol/server-memory',
    load: async () => (await import('../commands/record/verify.ts')).recordVerify,
  });

  declare(record.command('project'), {
    summary: 'write the tool calls of a tape as a cassette, for `mcptest scenario run`',
    description:
      'Writes the calls of tools on a tape, with their answers, as the recording of an agent in the canonical form.',
    flags: PROJECT_FLAGS,
    example: 'mcptest record project --tape session.jsonl --out cassette.json',
    load: async () => (await import('../commands/record/project.ts')).recordProject,
  });
}

/** Declares `mcptest serve`. */
export function declareServe(command: Command, declare: Declare): void {
  declare(command.showHelpAfterError('  help: pass the tape with --tape'), {
    summary: 'run an MCP server that answers from a tape',
    description:
      'Gives each request the answer that the tape holds: on stdio, or with --listen over streamable HTTP. Answers any ' +
      'other request with an error, at once. Stops when its input ends or on a signal.',
    flags: SERVE_FLAGS,
    example: 'mcptest serve --tape session.jsonl --listen 127.0.0.1:0',
    load: async () => (await import('../commands/record/serve.ts')).serve,
  });
}
