import { FrameLines } from './frame-lines.ts';
import { hasTooManyValues, TOO_LONG_TO_READ, TOO_MANY_TO_READ } from './message-bound.ts';
import { letGo, type PipeEnds, standardPipes } from './pipe-ends.ts';

/** How a program answers lines. */
export interface LineServer {
  /** Takes a line of the client. It is answered through `send`, at once or later. */
  readonly onLine: (line: Uint8Array) => void;
  /** Called with the reason for a line that is not read. */
  readonly onUnreadable: (why: string) => void;
  /** Ends the serving. */
  readonly signal: AbortSignal;
  readonly pipes?: PipeEnds;
}

/**
 * Serves lines on standard input and output, until the input ends or the signal is aborted. While the client does not read,
 * its lines are not read either.
 * @param start gets the function that sends a line, and returns what takes the lines
 */
export async function serveLines(start: (send: (line: string) => void) => LineServer): Promise<void> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const send = (line: string) => {
    if (!pipes.output.destroyed && !pipes.output.write(`${line}\n`)) pipes.input.pause();
  };
  const { onLine, onUnreadable, signal, pipes = standardPipes() } = start((line) => send(line));
  const { input, output } = pipes;
  const lines = new FrameLines(
    (bytes) => (hasTooManyValues(bytes) ? onUnreadable(TOO_MANY_TO_READ) : onLine(bytes)),
    () => onUnreadable(TOO_LONG_TO_READ),
  );
  output.on('error', end).on('drain', () => input.resume());
  input.on('data', (bytes: Buffer) => lines.push(bytes));
  input.once('end', end).once('close', end).once('error', end);
  if (input.readableEnded || input.destroyed || signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  await ended;
  lines.end();
  await new Promise<void>((resolve) => {
    output.once('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (output.destroyed || signal.aborted) resolve();
    else output.write('', () => resolve());
  });
  letGo(pipes);
}
