import { InputError } from '../../errors.ts';
import type { ConnectOptions } from '../../live/connect-options.ts';
import type { Connection } from '../../live/connection.ts';
import { headerSecrets } from '../../mcp/header-secrets.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { nameOf, type Target } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { outlivedInWords } from '../../report/outlived.ts';
import { clip } from '../../text/clip.ts';
import type { SchedulerClock } from '../../time/scheduler-clock.ts';
import { Masker } from '../../values/masker.ts';
import { interruption } from '../interruption.ts';
import { warn } from '../output.ts';
import { maskedError } from './masked-error.ts';

/** What a command can use while it talks to a server. */
export interface LiveSession {
  readonly connection: Connection;
  readonly clock: SchedulerClock;
  /** Aborted when the user interrupts the program. */
  readonly signal: AbortSignal;
  /** Lets signals be handled during long work. Rejects when the user interrupts the program. */
  readonly breathe: () => Promise<void>;
}

/**
 * Connects, lets `work` talk to the server, and always closes the connection, so no started process stays behind.
 * @throws InputError when the server cannot be reached, or the user interrupts the program
 */
export async function withServer<T>(
  target: Target,
  options: Omit<ConnectOptions, 'signal'>,
  ports: Ports,
  work: (session: LiveSession) => Promise<T>,
): Promise<T> {
  const [{ connect }, { systemClock }, { breathe }] = await Promise.all([
    import('../../live/connect.ts'),
    import('../../live/system-clock.ts'),
    import('../../live/pause.ts'),
  ]);
  const { signal, stopListening } = interruption(ports);
  try {
    const connection = await connect(target, { ...options, signal });
    try {
      const result = await work({
        connection,
        clock: systemClock(signal),
        signal,
        breathe: () => breathe(signal),
      });
      signal.throwIfAborted();
      return result;
    } finally {
      await connection.close();
      if (connection.traces.outlived) warn([{ message: outlivedInWords(clip(nameOf(target))) }], ports);
    }
  } catch (error) {
    throw maskedError(error, new Masker(headerSecrets(target)));
  } finally {
    stopListening();
  }
}

/** Returns the tools that a server lists. @throws InputError when there are none, because nothing would be checked */
export async function toolsOf({ connection }: LiveSession, target: Target): Promise<readonly ListedTool[]> {
  const tools = await connection.listTools();
  if (tools.length === 0)
    throw new InputError({
      message: `\`${nameOf(target)}\` lists no tools`,
      help: 'check that it is the right server, and that it lists its tools to a client without a login',
    });
  return tools;
}
