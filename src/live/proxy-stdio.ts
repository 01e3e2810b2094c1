import type { Readable, Writable } from 'node:stream';
import { FrameLines } from './frame-lines.ts';
import type { PipeEnds } from './pipe-ends.ts';
import { readAll, runStdioSession, type SessionEnd } from './stdio-session.ts';

/** Sends lines out of the proxy, to which it adds their line ends. */
export interface LineWires {
  toServer(line: string | Uint8Array): void;
  toClient(line: string | Uint8Array): void;
}

/** Decides what becomes of each line. A line has no line end, and is otherwise as it was sent. */
export interface LineGate {
  fromClient(line: Uint8Array): void;
  fromServer(line: Uint8Array): void;
  /** Called for a line of the client that is too long to be read, and is lost. */
  refuseTooLong(): void;
  /** Whether a request of the client waits for its answer. */
  readonly isAwaited: boolean;
  /** Called when the client is gone. */
  close(): Promise<void>;
}

/** A proxy on stdio. */
export interface StdioProxy {
  readonly command: string;
  readonly args: readonly string[];
  /** Ends the proxy. */
  readonly signal: AbortSignal;
  readonly openGate: (wires: LineWires) => LineGate;
  /** Called for a line of the server that is too long to be read, and is lost. */
  readonly onTooLong: () => void;
  readonly pipes?: PipeEnds | undefined;
}

/**
 * Starts a server and puts a gate between it and the client on standard input and output. Each side is read as fast as the
 * other one reads. See {@link runStdioSession}.
 */
export async function proxyStdio(proxy: StdioProxy): Promise<SessionEnd> {
  const { command, args, signal, openGate, onTooLong, pipes } = proxy;
  let gate: LineGate | undefined;
  try {
    return await runStdioSession({
      command,
      args,
      signal,
      pipes,
      connect: ({ input, output }, { stdin, stdout }) => {
        const opened = openGate({ toServer: lineWriter(stdin, input), toClient: lineWriter(output, stdout) });
        gate = opened;
        const asked = new FrameLines(
          (line) => opened.fromClient(line),
          () => opened.refuseTooLong(),
          'raw',
        );
        const told = new FrameLines((line) => opened.fromServer(line), onTooLong, 'raw');
        return {
          // what is held can no longer be answered
          sent: allLines(input, asked).then(() => opened.close()),
          answered: allLines(stdout, told),
          isAwaited: () => opened.isAwaited,
        };
      },
    });
  } finally {
    await gate?.close();
  }
}

async function allLines(input: Readable, lines: FrameLines): Promise<void> {
  await readAll(input, (bytes) => lines.push(bytes));
  // a last line without a line end is a line
  lines.end();
}

const LINE_END = Buffer.from('\n');

/** Returns what writes lines to a stream. While it has no room, its source is not read. */
function lineWriter(output: Writable, source: Readable): (line: string | Uint8Array) => void {
  output.on('error', () => {});
  output.on('drain', () => source.resume());
  return (line) => {
    if (output.destroyed || output.writableEnded) return;
    // one write a line: another one would cost a call of the system
    const text = typeof line === 'string' ? `${line}\n` : Buffer.concat([line, LINE_END]);
    if (!output.write(text)) source.pause();
  };
}
