import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { OptionsOf } from '../../flags.ts';
import type { RecordingEnd } from '../../live/record-stdio.ts';
import { readAddress } from '../../mcp/address.ts';
import { variablesOf } from '../../mcp/header-secrets.ts';
import { nameOf, readTarget, type Target } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { present } from '../../values/own-property.ts';
import { givenFlag } from '../given-flag.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import type { RECORD_FLAGS } from './flags.ts';
import { readSecrets, withVariables } from './read-secrets.ts';
import { recordedInWords, TapeFile } from './tape-file.ts';

/**
 * Runs `mcptest record`: passes the messages between a client and a server on unchanged, and writes them to a tape. On stdio
 * standard input and output belong to the client, so everything for the user goes to standard error.
 */
export async function record(
  command: readonly string[],
  options: OptionsOf<typeof RECORD_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  if (options.suite !== undefined) {
    const { recordSuite } = await import('./record-suite.ts');
    return recordSuite(options.suite, command, options, ports);
  }
  refuseWithoutSuite(options);
  const target = readTarget(command, options, ports);
  if (target.kind === 'stdio' && options.listen !== undefined) {
    throw new InputError({
      message: '--listen needs --url: a server on stdio is recorded on standard input and output',
      help: 'remove --listen, or pass --url',
    });
  }
  refuseOverwriting([options.out], { inputs: [], targets: [target] }, ports.files);
  const secrets = withVariables(readSecrets(options.redactEnv, ports), variablesOf(target));
  const tape = new TapeFile(options.out, target.kind, secrets, ports.files);
  const ending = new AbortController();
  const stopListening = ports.onInterrupt(() => ending.abort());
  try {
    const end = await (target.kind === 'stdio'
      ? recordProgram(target, tape, ending.signal)
      : recordUrl(target, tape, options.listen, ending.signal, ports));
    return await settle(end, tape, target, options.out, ports);
  } finally {
    tape.discard();
    stopListening();
  }
}

function refuseWithoutSuite(options: OptionsOf<typeof RECORD_FLAGS>): void {
  const flag = givenFlag(options, ['protocol', 'name', 'tag']);
  if (flag === undefined) return;
  throw new InputError({
    message: `${flag} needs --suite: without a suite, the client decides what it asks`,
    help: `remove ${flag}, or pass --suite`,
  });
}

async function recordProgram(
  { command, args }: Extract<Target, { kind: 'stdio' }>,
  tape: TapeFile,
  signal: AbortSignal,
): Promise<RecordingEnd> {
  const { recordStdio } = await import('../../live/record-stdio.ts');
  return recordStdio({
    command,
    args,
    signal,
    onPassed: (passed) => tape.take(passed),
    onFault: (message) => tape.fail(message),
    isAwaited: () => tape.recorder.isAwaited,
  });
}

async function recordUrl(
  { url, headers }: Extract<Target, { kind: 'http' }>,
  tape: TapeFile,
  listen: string | undefined,
  signal: AbortSignal,
  { stderr }: Ports,
): Promise<RecordingEnd> {
  const { recordHttp } = await import('../../live/record-http.ts');
  return recordHttp({
    url,
    headers,
    address: readAddress(listen ?? '127.0.0.1:0'),
    signal,
    onReady: (at) => stderr.write(`listening on ${at}\n`),
    onPassed: (passed) => tape.take(passed),
    onFault: (message) => tape.fail(message),
  });
}

/** Writes the tape, and says how the session ended. */
async function settle(
  end: RecordingEnd,
  tape: TapeFile,
  target: Target,
  out: string,
  { stderr }: Ports,
): Promise<ExitCode> {
  const { by, t, how, why } = end;
  if (how?.kind === 'not-started') throw notStarted(target, how.error);
  const code = how?.kind === 'exited' ? how.code : undefined;
  const killedBy = how?.kind === 'killed' ? how.signal : undefined;
  const { frames } = tape.recorder;
  if (by === 'server' && frames === 0) {
    await tape.finish({ t, by }).catch(() => {});
    throw new InputError({
      message: `${named(target)} ended before any message passed, so there is no tape`,
      help: 'start it without `mcptest record` to see why it ends',
    });
  }
  await tape.finish({ t, by, ...present({ code, signal: killedBy }) });
  const tell = (text: string) => stderr.write(`${escapeForTerminal(text)}\n`);
  tell(recordedInWords(out, tape));
  if (by !== 'server') return EXIT.accepted;
  const ended = killedBy === undefined ? `ended with code ${code}` : `was ended by ${killedBy}`;
  tell(`the server ${why === undefined ? ended : `was lost: ${why}`}; the tape ends there`);
  return EXIT.rejected;
}

function notStarted(target: Target, { code, message }: NodeJS.ErrnoException): InputError {
  const why = code === 'ENOENT' ? 'there is no such program' : message;
  return new InputError({
    message: `${named(target)} cannot be started: ${why}`,
    help: 'check the command after `--`',
  });
}

function named(target: Target): string {
  return `\`${clip(nameOf(target), 120)}\``;
}
