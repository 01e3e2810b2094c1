import { bodyBudget } from './body-budget.ts';
import { EventFrames } from './event-frames.ts';
import { MessageBound, TOO_LONG_TO_RECORD, TOO_MANY_TO_RECORD, TOO_MANY_VALUES } from './message-bound.ts';

/** What becomes of the messages in a body. */
export interface BodyRecording {
  /** Whether the body is a stream of events. */
  readonly isStream: boolean;
  /** Called with each message: the data of each event, or the whole body, which is null if it is empty. */
  readonly onMessage: (bytes: Uint8Array | null) => void;
  /** Called once if a message cannot be recorded, or `onMessage` throws. Then nothing more of the body is recorded. */
  readonly onFault: (message: string) => void;
}

/** Finds the messages in a body that passes, within the bounds of a message and of the budget of this program. */
export class RecordedBody {
  readonly #recording: BodyRecording;
  readonly #bound: MessageBound;
  readonly #share = bodyBudget.open();
  readonly #events: EventFrames;
  #parts: Buffer[] = [];
  #isGivenUp = false;

  constructor(recording: BodyRecording) {
    this.#recording = recording;
    this.#bound = new MessageBound(recording.isStream);
    this.#events = new EventFrames(recording.onMessage);
  }

  /** Takes bytes. Resolves when there is room for more. Never rejects. */
  async take(bytes: Buffer): Promise<void> {
    if (this.#isGivenUp) return;
    const what = this.#bound.take(bytes);
    if (what !== undefined)
      return this.#fail(what === TOO_MANY_VALUES ? TOO_MANY_TO_RECORD : TOO_LONG_TO_RECORD);
    if (!this.#recording.isStream) this.#parts.push(bytes);
    else if (!this.#isDone(() => this.#events.push(bytes))) return;
    if (this.#bound.length === 0) this.#share.release();
    else await this.#share.hold(this.#bound.length);
  }

  /** Ends the body: it came to its end. Never throws. */
  end(): void {
    const isWhole = !this.#isGivenUp && !this.#recording.isStream;
    const parts = this.#parts;
    this.drop();
    if (!isWhole) return;
    this.#isDone(() => this.#recording.onMessage(parts.length === 0 ? null : Buffer.concat(parts)));
  }

  /** Gives up what did not come to its end. */
  drop(): void {
    this.#isGivenUp = true;
    this.#parts = [];
    this.#share.release();
  }

  /** Does a step of the recording. What passes must not end because of an error in it, and the error must not get lost. */
  #isDone(step: () => void): boolean {
    try {
      step();
      return true;
    } catch (error) {
      this.#fail(`a message cannot be recorded: ${(error as Error).message}`);
      return false;
    }
  }

  #fail(message: string): void {
    this.drop();
    this.#recording.onFault(message);
  }
}
