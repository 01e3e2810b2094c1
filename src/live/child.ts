import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Target } from '../mcp/target.ts';
import { present } from '../values/own-property.ts';
import { pause } from './pause.ts';
import { endGroup, isGroupAlive, killGroup } from './process-group.ts';
import { Watchdog } from './watchdog.ts';

/** How much of the beginning and of the end of a server's standard error is kept for a message, in characters. */
const KEPT = 2000;

/** How much may wait until the server reads it, in characters. Then its output is not read either. */
const MOST_WAITING = 4 * 1024 * 1024;

/** How long a server may take to exit after its input ends, in milliseconds. */
const GRACE = 500;

/** How long the pipes of a server may take to close when no process of its group is left, in milliseconds. */
const LAST_HOLD = 200;

/** A program to start. */
export type Program = Omit<Extract<Target, { kind: 'stdio' }>, 'kind'>;

/** How a process ended. */
export type ChildEnd =
  | { readonly kind: 'not-started'; readonly error: NodeJS.ErrnoException }
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string };

/** The servers that were started and not stopped. One listener for all: Node warns of a leak when there are many. */
const running = new Set<ChildProcess>();

function killAll(): void {
  for (const { pid } of running) if (pid !== undefined) killGroup(pid);
}

/**
 * A server in a process of its own. The process leads a group that contains every process it starts. {@link Child.stop}
 * ends the whole group. If this program exits without calling it, the group is ended as well.
 */
export class Child {
  readonly #process: ChildProcess;
  #stderrHead = '';
  #stderrTail = '';
  #end: ChildEnd | undefined;
  #stopped: Promise<void> | undefined;
  readonly #isRead: Promise<unknown> | undefined;
  #isOutlived = false;
  #watchdog: Watchdog | undefined;
  /** Resolves when the process has ended, or could not be started. */
  readonly ended: Promise<ChildEnd>;

  /** @param onOutput takes the standard output. Without it, see {@link Child.pipes}; then standard error is that of this program */
  constructor({ command, args, env, cwd }: Program, onOutput?: (bytes: Buffer) => void) {
    this.#process = spawn(command, args, {
      ...present({ cwd }),
      // a shell would set this; the one of this program names another folder
      env: { ...process.env, ...(cwd !== undefined && { PWD: resolve(cwd) }), ...env },
      stdio: ['pipe', 'pipe', onOutput ? 'pipe' : 'inherit'],
      // a group of its own: a Ctrl-C in the terminal does not reach it, so we decide the order in which things end
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    if (running.size === 0) process.once('exit', killAll);
    running.add(this.#process);
    // not at once: the server starts meanwhile
    setImmediate(() => this.#watch());
    const { stdin, stdout, stderr } = this.#process;
    // writing to a server that has ended fails; `ended` reports it
    stdin?.on('error', () => {});
    if (onOutput) stdout?.on('data', onOutput);
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      const free = KEPT - this.#stderrHead.length;
      this.#stderrHead += text.slice(0, free);
      this.#stderrTail = (this.#stderrTail + text.slice(free)).slice(-KEPT);
    });
    if (onOutput) stdin?.on('drain', () => stdout?.resume());
    const lastWords = onOutput && Promise.all([stdout, stderr].map(endOf));
    this.#isRead = lastWords;
    this.ended = new Promise((resolve) => {
      const end = (how: ChildEnd) => {
        this.#end ??= how;
        resolve(this.#end);
      };
      this.#process.on('error', (error) => end({ kind: 'not-started', error }));
      // not `close`: a grandchild may keep the pipes open forever
      this.#process.on('exit', async (code, signal) => {
        if (!this.#isAlive) this.#watchdog?.release();
        if (lastWords) await Promise.race([lastWords, pause(100)]);
        end(signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'killed', signal });
      });
    });
  }

  /** The input and the output of the server, as bytes. They stay open after {@link Child.stop}: the last output is in them. */
  get pipes(): { readonly stdin: Writable; readonly stdout: Readable } {
    const { stdin, stdout } = this.#process;
    return { stdin: stdin as Writable, stdout: stdout as Readable };
  }

  /** The beginning and the end of what the server wrote to standard error. What was between them is left out. */
  get stderr(): { readonly head: string; readonly tail: string } {
    return { head: this.#stderrHead, tail: this.#stderrTail };
  }

  /** Undefined while the process runs. */
  get end(): ChildEnd | undefined {
    return this.#end;
  }

  /**
   * Whether a process holds the output of the server after {@link Child.stop}: one that the server started and that has
   * left its group. It cannot be found, and still runs.
   */
  get isOutlived(): boolean {
    return this.#isOutlived;
  }

  /**
   * Writes to the input of the server. While too much waits there, the output of the server is not read: a server that asks
   * and never reads the answers must not fill the memory.
   */
  write(text: string): void {
    const { stdin, stdout } = this.#process;
    stdin?.write(text);
    if (stdin && stdin.writableLength > MOST_WAITING) stdout?.pause();
  }

  /** Whether a process of the group runs, so that its id is not that of another group. */
  get #isAlive(): boolean {
    const { pid } = this.#process;
    return pid !== undefined && isGroupAlive(pid);
  }

  #watch(): void {
    const { pid } = this.#process;
    const isOver = this.#end !== undefined || this.#stopped !== undefined;
    if (pid !== undefined && !isOver && process.platform !== 'win32') this.#watchdog = new Watchdog(pid);
  }

  /** Ends the server and every process it started: closes its input, then asks it to end, then kills it. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const { pid, stdin, stdout, stderr } = this.#process;
    stdin?.end();
    if (this.#end === undefined) await Promise.race([this.ended, pause(GRACE)]);
    if (pid !== undefined) await endGroup(pid);
    this.#watchdog?.release();
    // what is not read does not end
    stdout?.resume();
    if (this.#isRead) {
      const held = pause(LAST_HOLD).then(() => 'held' as const);
      this.#isOutlived = (await Promise.race([this.#isRead, held])) === 'held';
    }
    // without a standard error of its own, the caller reads the output to its end
    for (const stream of stderr ? [stdin, stdout, stderr] : [stdin]) stream?.destroy();
    running.delete(this.#process);
    if (running.size === 0) process.off('exit', killAll);
  }
}

/** Resolves when a stream is closed and all its data has been read. */
function endOf(stream: Readable | null): Promise<void> {
  return new Promise((resolve) => (stream ? stream.once('close', resolve) : resolve()));
}
