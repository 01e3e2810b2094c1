import { type ChildProcess, spawn } from 'node:child_process';

/** The shell of every system with process groups. */
const SHELL = '/bin/sh';

/**
 * Ends a group of processes if this program is killed and so cannot do it itself: a shell waits for a line that never comes.
 * When this program ends in whatever way, the system closes the pipe between them.
 */
export class Watchdog {
  readonly #shell: ChildProcess;

  /** @param leader the id of a process that leads its own group */
  constructor(leader: number) {
    this.#shell = spawn(
      SHELL,
      ['-c', `read -r line || { kill -15 -${leader}; sleep 1; kill -9 -${leader}; }`],
      {
        stdio: ['pipe', 'ignore', 'ignore'],
        env: {},
        // a Ctrl-C in the terminal must not end it first
        detached: true,
      },
    );
    // a container may have no shell; then there is no watchdog
    this.#shell.on('error', () => {});
    this.#shell.stdin?.on('error', () => {});
    // nothing waits for it
    this.#shell.unref();
    (this.#shell.stdin as { unref?: () => void } | null)?.unref?.();
  }

  /** Ends the watch: the group has ended. */
  release(): void {
    this.#shell.stdin?.end('\n');
  }
}
