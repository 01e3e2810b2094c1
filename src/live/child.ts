import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pause } from './pause.ts';
import { endGroup, killGroup } from './process-group.ts';

/** So much of what a server says on standard error is kept for a message, in characters. */
const TAIL = 2000;

/** How long a server has to end by itself once its input has ended, in milliseconds. */
const GRACE = 500;

/** How a process has come to its end. */
export type ChildEnd =
  | { readonly kind: 'not-started'; readonly error: NodeJS.ErrnoException }
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string };

/**
 * A server as a process of its own, the leader of a group with all that it starts. Nothing of the group outlives
 * {@link Child.stop}, nor this program when it ends without calling it.
 */
export class Child {
  readonly #process: ChildProcess;
  readonly #killAtExit = () => {
    if (this.#process.pid !== undefined) killGroup(this.#process.pid);
  };
  #stderr = '';
  #end: ChildEnd | undefined;
  #stopped: Promise<void> | undefined;
  /** Settles when the process has ended, or could not be started. */
  readonly ended: Promise<ChildEnd>;

  constructor(command: string, args: readonly string[], onOutput: (text: string) => void) {
    this.#process = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      // a group of its own; it also keeps the Ctrl-C of the terminal away, so that we end it in our order
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    process.once('exit', this.#killAtExit);
    const { stdin, stdout, stderr } = this.#process;
    // a server that has gone cannot be written to; its end tells
    stdin?.on('error', () => {});
    stdout?.setEncoding('utf8').on('data', onOutput);
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-TAIL);
    });
    const lastWords = Promise.all([stdout, stderr].map(endOf));
    this.ended = new Promise((resolve) => {
      const end = (how: ChildEnd) => {
        this.#end ??= how;
        resolve(this.#end);
      };
      this.#process.on('error', (error) => end({ kind: 'not-started', error }));
      // not `close`: a grandchild may hold the pipes open for ever
      this.#process.on('exit', async (code, signal) => {
        await Promise.race([lastWords, pause(100)]);
        end(signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'killed', signal });
      });
    });
  }

  /** The last lines that the server has written to standard error. */
  get stderrTail(): string {
    return this.#stderr.trim();
  }

  /** Undefined while the process runs. */
  get end(): ChildEnd | undefined {
    return this.#end;
  }

  write(text: string): void {
    this.#process.stdin?.write(text);
  }

  /** Ends the server and all that it has started: by the end of its input, by request, by force. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const { pid, stdin, stdout, stderr } = this.#process;
    stdin?.end();
    if (this.#end === undefined) await Promise.race([this.ended, pause(GRACE)]);
    if (pid !== undefined) await endGroup(pid);
    for (const stream of [stdin, stdout, stderr]) stream?.destroy();
    process.off('exit', this.#killAtExit);
  }
}

/** Settles when everything that a stream had to say was heard. */
function endOf(stream: Readable | null): Promise<void> {
  return new Promise((resolve) => (stream ? stream.once('close', resolve) : resolve()));
}
