import type { Command } from 'commander';
import { RECORD_FLAGS, SERVE_FLAGS } from '../commands/record/flags.ts';
import type { Declare } from './command.ts';

const SERVER_HELP = '  help: pass the command of the server, with its own options, after `--`';

/** Declares `mcptest record`. */
export function declareRecord(record: Command, declare: Declare): void {
  declare(record.showHelpAfterError(SERVER_HELP), {
    summary: 'write what passes between a client and a server to a tape',
    description:
      'Stands between a client and a server, passes every byte on unchanged, and writes the messages to a tape without ' +
      'secrets. Point the client to this command in place of the server, or with --url to the address that it prints. Exits 0 ' +
      'when the client or you end the session, 1 when the server ends first (the tape is kept), 2 when no tape can be written.',
    operand: {
      spelling: '[command...]',
      about: 'after `--`: the command that starts the server, with its arguments',
    },
    flags: RECORD_FLAGS,
    example: 'mcptest record --out session.jsonl -- npx -y @modelcontextprotocol/server-memory',
    load: async () => (await import('../commands/record/record.ts')).record,
  });
}

/** Declares `mcptest serve`. */
export function declareServe(command: Command, declare: Declare): void {
  declare(command.showHelpAfterError('  help: pass the tape with --tape'), {
    summary: 'run an MCP server that answers as a tape says',
    description:
      'Answers each request as it was answered on the tape: on stdio, or with --listen over streamable HTTP. What is not on ' +
      'the tape is an error at once. Stops when its input ends or on a signal.',
    flags: SERVE_FLAGS,
    example: 'mcptest serve --tape session.jsonl --listen 127.0.0.1:0',
    load: async () => (await import('../commands/record/serve.ts')).serve,
  });
}
