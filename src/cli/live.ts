import type { Command } from 'commander';
import { withClasses } from './exec-policy.ts';
import { example } from './help.ts';
import { choice, OUT, type Run, required, value, values, whole } from './options.ts';

/** Declares `mcptest probe`. */
export function declareProbe(command: Command, run: Run): void {
  withPolicy(withTarget(command))
    .summary('call the tools of a server, as far as it is safe, and report what each did')
    .description(
      'Starts a server, or goes to its address, lists its tools, and calls each with made-up arguments, as far as the ' +
        'execution safety policy lets it: read-only tools twice, to compare, changing ones once, destructive ones never. ' +
        'Exits 1 on a fault of the protocol or when a read-only tool answers differently the second time.',
    )
    .addOption(values('--tool <name>', 'probe this tool only; may be given several times'))
    .addOption(
      values(
        '--args <tool=json>',
        'call this tool with these arguments, not with made-up ones; may be given several times',
      ),
    )
    .option('--dry-run', 'print what would be called, and call nothing')
    .addOption(choice('--format <format>', 'how the report is written', ['pretty', 'json']))
    .addOption(OUT())
    .addHelpText(
      'after',
      example('mcptest probe --dry-run --strict -- npx @modelcontextprotocol/server-memory'),
    )
    .action(
      run(async (options, at, command) =>
        (await import('../commands/live/probe.ts')).probe(words(command), options, at),
      ),
    );
}

/** Declares `mcptest mock`. */
export function declareMock(command: Command, run: Run): void {
  command
    .summary('an MCP server that answers from a file')
    .showHelpAfterError('  help: name the file with --tools-from')
    .description(
      'Serves the tools of a manifest, or of a tools/list snapshot, which answers with samples: over standard input and ' +
        'output, or with --port over streamable HTTP on loopback. It ends with its input, or when it is told to.',
    )
    .addOption(required('--tools-from <file>', 'the manifest (YAML), or a tools/list result (JSON)'))
    .addOption(
      whole(
        '--port <port>',
        'serve streamable HTTP at http://127.0.0.1:<port>/mcp; 0: any free port',
        0,
        65_535,
      ),
    )
    .addHelpText('after', example('mcptest mock --tools-from records.yaml --port 3001'))
    .action(run(async (options, at) => (await import('../commands/live/mock.ts')).mock(options, at)));
}

/** Declares `mcptest scaffold`. */
export function declareScaffold(command: Command, run: Run): void {
  withPolicy(withTarget(command))
    .summary('write a first test suite for the tools of a server')
    .description(
      'Writes for each tool a happy path, a call with an argument missing and one with an argument of a wrong type. ' +
        'Destructive tools stand behind `# review before first run` and are skipped. Calls nothing, unless --observe ' +
        'is given: then what the execution safety policy lets it. Never overwrites a file. ' +
        'The suite is for `mcptest run`, which is to come: nothing runs it yet.',
    )
    .addOption(required('--out <file>', 'the suite to write'))
    .addOption(
      value(
        '--tools-from <file>',
        'instead of a server: a mock manifest, or a tools/list result; nothing is started',
      ),
    )
    .option('--observe', 'call the happy paths, as `mcptest probe` would, and expect what they answer')
    .addHelpText(
      'after',
      example('mcptest scaffold --out suite.yml -- npx @modelcontextprotocol/server-memory'),
    )
    .action(
      run(async (options, at, command) =>
        (await import('../commands/live/scaffold.ts')).scaffold(words(command), options, at),
      ),
    );
}

/** The server that a command talks to. */
export function withTarget(command: Command): Command {
  return command
    .showHelpAfterError('  help: what is for the server stands with its command behind `--`')
    .argument('[command...]', 'behind `--`: the command that starts the server, with its arguments')
    .addOption(value('--url <url>', 'the address of a server that runs: streamable HTTP'))
    .addOption(values('--header <header>', 'sent with every request to --url: `Name: value`'))
    .addOption(
      value('--timeout <duration>', 'how long the server may take to start, and to answer (default: 30s)'),
    );
}

/** What the execution safety policy lets a command call. */
export function withPolicy(command: Command): Command {
  return withClasses(command)
    .addOption(
      whole('--max-calls <count>', 'call tools so many times in all (default: no limit)', 0, MOST_CALLS),
    )
    .addOption(whole('--concurrency <count>', 'how many calls may be in flight at once (default: 2)', 1, 64))
    .addOption(
      whole(
        '--call-delay <milliseconds>',
        'the least time from one call to the next over HTTP (default: 100)',
        0,
        3_600_000,
      ),
    );
}

const MOST_CALLS = 2 ** 31 - 1;

/** The words behind `--`; commander gives them as one list. */
export function words(given: unknown): readonly string[] {
  return given as readonly string[];
}
