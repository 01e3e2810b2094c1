import { CommanderError } from 'commander';
import { runCli } from './cli/program.ts';
import { formatDiagnostic } from './diagnostic.ts';
import { InputError, messageOf, NothingSelectedError } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Ports } from './ports.ts';
import { escapeForTerminal, escapeLine } from './text/escape-terminal.ts';

/**
 * Runs one command and returns its exit code. The only place that catches errors: everything below either returns or
 * throws.
 */
export async function main(ports: Ports): Promise<ExitCode> {
  try {
    return await runCli(ports);
  } catch (error) {
    return report(error, ports);
  }
}

function report(error: unknown, { argv, stderr }: Ports): ExitCode {
  const debug = argv.includes('--debug') && error instanceof Error ? formatStack(error) : '';
  if (error instanceof InputError || error instanceof NothingSelectedError) {
    stderr.write(error.diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join('') + debug);
    return error instanceof InputError ? EXIT.unable : EXIT.nothingSelected;
  }
  if (error instanceof CommanderError) {
    // commander also reports help and version as errors, and has printed their text
    return error.exitCode === 0 ? EXIT.accepted : EXIT.unable;
  }
  const message = messageOf(error);
  stderr.write(
    `mcptest: unexpected error: ${escapeForTerminal(message)}\n` +
      '  help: this is a bug in mcptest; run the command again with --debug and report the output\n' +
      debug,
  );
  return isHook(argv) ? EXIT.unable : EXIT.bug;
}

/** Whether an agent waits for the answer of a hook: it would let its call run after any other exit code than 2. */
function isHook(argv: readonly string[]): boolean {
  return argv.includes('gateway') && argv.includes('hook');
}

/**
 * Formats where an error was thrown. The stack of V8 begins with the message as it is, which may quote an input: line
 * breaks and control characters in it are escaped.
 */
function formatStack({ name, message, stack = '' }: Error): string {
  const at = stack.indexOf(message);
  const frames = at === -1 ? stack : stack.slice(at + message.length);
  const lines = [`${name}: ${message}`, ...frames.split('\n').slice(1)];
  return lines.map((line) => `${escapeLine(line)}\n`).join('');
}
