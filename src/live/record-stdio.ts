import type { Readable, Writable } from 'node:stream';
import type { Passed } from '../mcp/passed.ts';
import { FrameLines } from './frame-lines.ts';
import { hasTooManyValues, TOO_LONG_TO_RECORD, TOO_MANY_TO_RECORD } from './message-bound.ts';
import type { PipeEnds } from './pipe-ends.ts';
import { readAll, runStdioSession, type SessionEnd } from './stdio-session.ts';

/** What a recording on stdio tells its caller. */
export interface StdioRecording {
  readonly command: string;
  readonly args: readonly string[];
  /** Ends the recording. */
  readonly signal: AbortSignal;
  /** Called with each line, in the order in which they pass. */
  readonly onPassed: (passed: Passed) => void;
  /** Called when a line passes that cannot be recorded. */
  readonly onFault: (message: string) => void;
  /** Whether a request of the client waits for its answer. */
  readonly isAwaited: () => boolean;
  readonly pipes?: PipeEnds;
}

/** How a recording ended. */
export interface RecordingEnd extends SessionEnd {
  /** Milliseconds since the recording began. */
  readonly t: number;
  /** Why the server was lost, if it is at a URL. */
  readonly why?: string;
}

/**
 * Starts a server and passes bytes between it and the client on standard input and output, unchanged and in their order,
 * as fast as each side reads. See {@link runStdioSession}.
 */
export async function recordStdio(recording: StdioRecording): Promise<RecordingEnd> {
  const { command, args, signal, onPassed, onFault, isAwaited, pipes } = recording;
  const start = performance.now();
  const now = () => Math.round(performance.now() - start);
  const linesTo = (dir: Passed['dir']) =>
    new FrameLines(
      (bytes) => {
        if (hasTooManyValues(bytes)) onFault(TOO_MANY_TO_RECORD);
        else onPassed({ dir, t: now(), stream: 0, bytes });
      },
      () => onFault(TOO_LONG_TO_RECORD),
    );
  const [toServer, toClient] = [linesTo('to_server'), linesTo('to_client')];
  const end = await runStdioSession({
    command,
    args,
    signal,
    pipes,
    connect: ({ input, output }, { stdin, stdout }) => ({
      sent: pass(input, stdin, toServer),
      answered: pass(stdout, output, toClient),
      isAwaited,
    }),
  });
  toServer.end();
  toClient.end();
  return { ...end, t: now() };
}

/** Passes bytes on, and shows them to the lines. Resolves at the end of the input. */
function pass(input: Readable, output: Writable, lines: FrameLines): Promise<void> {
  output.on('error', () => {});
  output.on('drain', () => input.resume());
  return readAll(input, (bytes) => {
    lines.push(bytes);
    if (!output.destroyed && !output.write(bytes)) input.pause();
  });
}
