import { Queues } from '../events/queues.ts';
import { type Call, shapeOfCall } from './call.ts';
import type { SpokenCall } from './spoken.ts';

/** Calls of replies that do not state ids, as OpenInference writes those of LangChain; copies of them do. */
export class UnnamedCalls {
  readonly #unnamed = new Queues<Call>(({ id }) => id === undefined);
  readonly #named = new Map<string, Call>();

  add(call: Call): void {
    if (call.id === undefined) this.#unnamed.push(shapeOfCall(call), call);
  }

  /** Whether a copy of a call states the id of one that was read without it; then the call has it from now on. */
  isNamedBy(copy: SpokenCall): boolean {
    const call = copy.id === undefined ? undefined : this.#unnamed.first(shapeOfCall(copy));
    if (!call || copy.id === undefined) return false;
    call.id = copy.id;
    this.#named.set(copy.id, call);
    return true;
  }

  /** The call that got this id from a copy. */
  withId(id: string | undefined): Call | undefined {
    return id === undefined ? undefined : this.#named.get(id);
  }
}
