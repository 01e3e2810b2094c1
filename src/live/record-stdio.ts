import type { Readable, Writable } from 'node:stream';
import { aborted } from './aborted.ts';
import { Child, type ChildEnd } from './child.ts';
import { FrameLines } from './frame-lines.ts';
import { pause } from './pause.ts';
import { letGo, type PipeEnds, standardPipes } from './pipe-ends.ts';

/** How long a server may take to answer what is open after the client has ended its input, in milliseconds. */
const LAST_ANSWERS = 30_000;

/** How long the client may take to read what the server wrote last, in milliseconds. */
const LAST_WORDS = 2000;

/** What passes between a client and a server. */
export interface Passing {
  readonly dir: 'to_server' | 'to_client';
  /** Milliseconds since the recording began. */
  readonly t: number;
  readonly bytes: Uint8Array;
}

/** What a recording on stdio tells its caller. */
export interface StdioRecording {
  readonly command: string;
  readonly args: readonly string[];
  /** Ends the recording. */
  readonly signal: AbortSignal;
  /** Called with each line, in the order in which they pass. */
  readonly onFrame: (frame: Passing) => void;
  /** Called when a line passes that is too long to be recorded. */
  readonly onTooLong: () => void;
  /** Whether a request of the client waits for its answer. */
  readonly isAwaited: () => boolean;
  readonly pipes?: PipeEnds;
}

/** How a recording ended. */
export interface RecordingEnd {
  readonly by: 'client' | 'user' | 'server';
  /** Milliseconds since the recording began. */
  readonly t: number;
  /** How the server ended, if it was a process that ended first. */
  readonly how?: ChildEnd;
  /** Why the server was lost, if it is at a URL. */
  readonly why?: string;
}

/**
 * Starts a server and passes bytes between it and the client on standard input and output, unchanged and in their order,
 * as fast as each side reads. The server's standard error is that of this program. Returns when one of the two has ended, or
 * the signal is aborted; then no process of the server is left.
 */
export async function recordStdio(recording: StdioRecording): Promise<RecordingEnd> {
  const { command, args, signal, onFrame, onTooLong, isAwaited, pipes = standardPipes() } = recording;
  const start = performance.now();
  const now = () => Math.round(performance.now() - start);
  const linesTo = (dir: Passing['dir']) =>
    new FrameLines((bytes) => onFrame({ dir, t: now(), bytes }), onTooLong);
  const [toServer, toClient] = [linesTo('to_server'), linesTo('to_client')];
  const child = new Child({ command, args });
  const { stdin, stdout } = child.pipes;
  const sent = pass(pipes.input, stdin, toServer);
  const answered = pass(stdout, pipes.output, toClient);
  const clientGone = new Promise<void>((resolve) => pipes.output.once('error', () => resolve()));
  const stopped = aborted(signal).then(() => 'user' as const);
  const clientEnd = Promise.race([sent, clientGone]).then(() => 'client' as const);
  const first = await Promise.race([child.ended, clientEnd, stopped]);
  if (first === 'client') {
    stdin.end();
    await Promise.race([child.ended, clientGone, stopped, lastAnswers(isAwaited)]);
  }
  await child.stop();
  // what the server wrote before it ended is still on its way
  await Promise.race([Promise.all([answered, written(pipes.output)]), clientGone, pause(LAST_WORDS)]);
  stdout.destroy();
  toServer.end();
  toClient.end();
  letGo(pipes);
  return typeof first === 'object' ? { by: 'server', t: now(), how: first } : { by: first, t: now() };
}

/** Passes bytes on, and shows them to the lines. Resolves at the end of the input. */
function pass(input: Readable, output: Writable, lines: FrameLines): Promise<void> {
  return new Promise((resolve) => {
    output.on('error', () => {});
    output.on('drain', () => input.resume());
    input.on('data', (bytes: Buffer) => {
      lines.push(bytes);
      if (!output.destroyed && !output.write(bytes)) input.pause();
    });
    input
      .once('end', resolve)
      .once('close', resolve)
      .once('error', () => resolve());
    if (input.readableEnded || input.destroyed) resolve();
  });
}

/** Resolves when a stream has passed on everything that was written to it. */
function written(output: Writable): Promise<void> {
  return new Promise((resolve) => output.write('', () => resolve()));
}

/** Resolves when nothing is awaited any more, or has been for too long. */
async function lastAnswers(isAwaited: () => boolean): Promise<void> {
  const deadline = performance.now() + LAST_ANSWERS;
  while (isAwaited() && performance.now() < deadline) await pause(10);
}
