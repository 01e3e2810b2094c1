import type { ProcessesPort, ProcessResult } from '../ports.ts';
import { beforeTheEnd } from './last-acts.ts';

/** What a program may print before it counts as gone wild, in bytes. */
const MOST_OUTPUT = 10 * 2 ** 20;

/** Programs of this machine. Loaded when the first is run: nearly all commands run none. */
export function nodeProcesses(): ProcessesPort {
  return {
    run([program, ...args], { cwd, env, timeout, isInteractive = false, signal: wanted }) {
      const { spawn } = process.getBuiltinModule('node:child_process');
      return new Promise<ProcessResult>((resolve) => {
        const child = spawn(program, args, {
          ...(cwd !== undefined && { cwd }),
          env,
          stdio: [isInteractive ? 'inherit' : 'ignore', 'pipe', 'pipe'],
        });
        const end = () => {
          child.kill('SIGKILL');
          // programs that it has started may live on, and hold these open
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
