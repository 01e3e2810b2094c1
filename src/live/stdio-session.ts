import type { Readable, Writable } from 'node:stream';
import { aborted } from './aborted.ts';
import { Child, type ChildEnd } from './child.ts';
import { pause } from './pause.ts';
import { letGo, type PipeEnds, standardPipes } from './pipe-ends.ts';

/** How long a server may take to answer what is open after the client has ended its input, in milliseconds. */
const LAST_ANSWERS = 30_000;

/** How long the client may take to read what the server wrote last, in milliseconds. */
const LAST_WORDS = 2000;

/** What passes bytes between the two sides. */
export interface Passage {
  /** Resolves when the client has ended its input, and everything of it was passed on. */
  readonly sent: Promise<void>;
  /** Resolves when the server has ended its output, and everything of it was passed on. */
  readonly answered: Promise<void>;
  /** Whether a request of the client waits for its answer. */
  readonly isAwaited: () => boolean;
}

/** A server on stdio, and the client in front of it. */
export interface StdioSession {
  readonly command: string;
  readonly args: readonly string[];
  /** Ends the session. */
  readonly signal: AbortSignal;
  readonly pipes?: PipeEnds | undefined;
  /** Connects the pipes of the client with those of the server. */
  readonly connect: (
    client: PipeEnds,
    server: { readonly stdin: Writable; readonly stdout: Readable },
  ) => Passage;
}

/** How a session ended. */
export interface SessionEnd {
  readonly by: 'client' | 'user' | 'server';
  /** How the server ended, if it was a process that ended first. */
  readonly how?: ChildEnd;
}

/**
 * Starts a server behind a client on standard input and output. The server's standard error is that of this program. Returns
 * when one of the two has ended, or the signal is aborted; then no process of the server is left.
 */
export async function runStdioSession(session: StdioSession): Promise<SessionEnd> {
  const { command, args, signal, connect, pipes = standardPipes() } = session;
  const child = new Child({ command, args });
  const { stdin, stdout } = child.pipes;
  const { sent, answered, isAwaited } = connect(pipes, { stdin, stdout });
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
  letGo(pipes);
  return typeof first === 'object' ? { by: 'server', how: first } : { by: first };
}

/** Hands the bytes of a stream on until it ends. Resolves then. */
export function readAll(input: Readable, onBytes: (bytes: Buffer) => void): Promise<void> {
  return new Promise((resolve) => {
    input.on('data', onBytes);
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
