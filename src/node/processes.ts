import type { ChildProcess } from 'node:child_process';
import type { ProcessesPort, ProcessResult } from '../ports.ts';
import { beforeTheEnd } from './last-acts.ts';
import { findProgram, withAbsolutePath } from './search-path.ts';

/** Whether the system can end a program together with all processes that it started. */
const HAS_GROUPS = process.platform !== 'win32';

/** The most output of a program before it is killed, in bytes. */
const MOST_OUTPUT = 10 * 2 ** 20;

/** Runs programs of this machine. Loads the module when the first one runs: most commands run none. */
export function nodeProcesses(): ProcessesPort {
  return {
    run([program, ...args], { cwd, env, timeout, isInteractive = false, signal: wanted }) {
      const found = findProgram(program, env);
      if (found === undefined) return Promise.resolve({ kind: 'not-found' });
      const { spawn } = process.getBuiltinModule('node:child_process');
      return new Promise<ProcessResult>((resolve) => {
        const child = spawn(found, args, {
          ...(cwd !== undefined && { cwd }),
          env: withAbsolutePath(env),
          // a process group of its own; the terminal is inherited and still reaches it
          detached: HAS_GROUPS,
          stdio: [isInteractive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
        });
        const end = () => {
          endWithGroup(child);
          // programs that have left the group may live on, and keep these open
          child.stdout?.destroy();
          child.stderr?.destroy();
        };
        const callOff = beforeTheEnd(end);
        wanted?.addEventListener('abort', end);
        const stdout = new Captured(end);
        const stderr = new Captured(end);
        child.stdout?.on('data', (piece: Buffer) => stdout.add(piece));
        child.stderr?.on('data', (piece: Buffer) => {
          stderr.add(piece);
          if (isInteractive) process.stderr.write(piece);
        });

        let isLate = false;
        const timer = setTimeout(() => {
          isLate = true;
          end();
        }, timeout);
        const settle = () => {
          clearTimeout(timer);
          callOff();
          wanted?.removeEventListener('abort', end);
        };
        child.on('error', () => {
          settle();
          resolve({ kind: 'not-found' });
        });
        child.on('close', (code, signal) => {
          settle();
          if (isLate) resolve({ kind: 'timed-out', stderr: stderr.text() });
          else if (code === null || stdout.isFull || stderr.isFull)
            resolve({ kind: 'killed', signal: signal ?? 'SIGKILL', stderr: stderr.text() });
          else resolve({ kind: 'exited', code, stdout: stdout.text(), stderr: stderr.text() });
        });
      });
    },
  };
}

function endWithGroup(child: ChildProcess): void {
  if (HAS_GROUPS && child.pid !== undefined) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // all have ended
    }
  }
  child.kill('SIGKILL');
}

class Captured {
  readonly #pieces: Buffer[] = [];
  readonly #onFull: () => void;
  #length = 0;
  isFull = false;

  constructor(onFull: () => void) {
    this.#onFull = onFull;
  }

  add(piece: Buffer): void {
    if (this.isFull) return;
    this.#length += piece.length;
    this.isFull = this.#length > MOST_OUTPUT;
    if (this.isFull) this.#onFull();
    else this.#pieces.push(piece);
  }

  text(): string {
    return Buffer.concat(this.#pieces).toString('utf8');
  }
}
