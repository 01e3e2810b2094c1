import type { ClosedRow, TapeHeader } from '../../artifacts/tape/model.ts';
import { InputError } from '../../errors.ts';
import type { EnvSecret } from '../../features/record/env-secret.ts';
import { isClean, Recorder } from '../../features/record/recorder.ts';
import type { Passed } from '../../mcp/passed.ts';
import type { Draft, FilesPort } from '../../ports.ts';
import { plural } from '../../report/plural.ts';

/** A tape that grows while a session is recorded. What cannot be recorded safely ends it: then no file is written. */
export class TapeFile {
  readonly #path: string;
  readonly #draft: Draft;
  readonly #secrets: readonly EnvSecret[];
  readonly recorder: Recorder;
  #fault: Error | undefined;

  /** @throws InputError when the tape cannot be written */
  constructor(
    path: string,
    transport: TapeHeader['transport'],
    secrets: readonly EnvSecret[],
    files: FilesPort,
  ) {
    this.#path = path;
    this.#secrets = secrets;
    this.#draft = files.draft(path);
    this.recorder = new Recorder(transport, secrets);
  }

  /** Adds what passed. Never throws: the session goes on, and {@link TapeFile.finish} throws the fault. */
  take(passed: Passed): void {
    if (this.#fault) return;
    try {
      const line = this.recorder.take(passed);
      if (line === undefined)
        this.fail(`a message ${DIRECTION_WORDS[passed.dir]} holds a secret that cannot be redacted`);
      else this.#draft.append(line);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  /** Gives up the tape. */
  fail(message: string): void {
    this.#fail(new InputError({ message, help: 'the session was passed on, but no tape is written' }));
  }

  /**
   * Looks through the finished tape once more, and writes it.
   * @throws InputError when it cannot be written, or holds a secret; then there is no file
   */
  async finish(closed: Omit<ClosedRow, 'kind'>): Promise<void> {
    try {
      if (this.#fault) throw this.#fault;
      if (this.recorder.frames === 0) {
        throw new InputError({
          message: 'no message passed, so there is no tape',
          help: 'point your client at this command instead of the server',
        });
      }
      this.#draft.append(this.recorder.close(closed));
      const head = this.recorder.header();
      if (!isClean(head, this.#secrets) || !(await this.#isClean())) {
        throw new InputError({ file: this.#path, message: 'would hold a secret, so it was not written' });
      }
      this.#draft.finish(head);
    } finally {
      this.#draft.discard();
    }
  }

  /** Leaves no file, unless the tape is finished. */
  discard(): void {
    this.#draft.discard();
  }

  async #isClean(): Promise<boolean> {
    for await (const lines of this.#draft.lines()) {
      if (!lines.every((line) => line !== null && (line === '' || isClean(line, this.#secrets))))
        return false;
    }
    return true;
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    // nothing of it is needed any more
    this.#draft.discard();
  }
}

/** How messages say where something was sent. */
const DIRECTION_WORDS = { to_server: 'to the server', to_client: 'to the client' } as const;

/** Says how much is on a finished tape. */
export function recordedInWords(out: string, { recorder }: TapeFile): string {
  const { frames, values, redacted: kinds } = recorder;
  const redacted = values > 0 ? `, ${plural(values, 'value')} redacted: ${kinds.join(', ')}` : '';
  return `recorded ${plural(frames, 'message')} to ${out}${redacted}`;
}
