import type { RecordedCall } from '../../model.ts';
import type { ItemCall } from './items.ts';

/** Tools that run on the server of the model. Codex keeps their items without an id, up to some version. */
const SERVED: ReadonlySet<string | undefined> = new Set(['web_search', 'image_generation']);

/** Finds the calls of which an item and an event of Codex both tell, so that each counts once. */
export class RepeatedCalls {
  /** The calls that events told of, by id. */
  readonly #told = new Map<string, RecordedCall>();
  /** How many items without an id no event has repeated so far, by tool. */
  readonly #nameless = new Map<string, number>();
  /** The ids of events that repeat an item without an id. */
  readonly #paired = new Set<string>();

  /** Notes the call of an event without an item. */
  told(recorded: RecordedCall, { id }: { readonly id: string }): void {
    this.#told.set(id, recorded);
  }

  /** Whether a call was read from an event with this id. */
  isTold(id: string): boolean {
    return this.#told.has(id);
  }

  /** Takes an event whose id no item has. @returns whether it repeats an item without an id */
  byEvent(id: string, tool: string | undefined): boolean {
    if (this.#paired.has(id)) return true;
    const waiting = tool === undefined ? 0 : (this.#nameless.get(tool) ?? 0);
    if (tool === undefined || waiting === 0) return false;
    this.#nameless.set(tool, waiting - 1);
    this.#paired.add(id);
    return true;
  }

  /** Takes the call of an item. @returns the call as an event told of it before, if one did */
  byItem({
    id,
    name,
  }: Pick<ItemCall, 'id' | 'name'>): { readonly id: string; readonly call: RecordedCall } | undefined {
    if (id !== undefined) return this.#takeTold(id);
    if (name === undefined || !SERVED.has(name)) return undefined;
    const same = [...this.#told].find(([, call]) => call.name === name);
    if (same) return this.#takeTold(same[0]);
    this.#nameless.set(name, (this.#nameless.get(name) ?? 0) + 1);
    return undefined;
  }

  #takeTold(id: string): { readonly id: string; readonly call: RecordedCall } | undefined {
    const call = this.#told.get(id);
    if (!call) return undefined;
    // a second item with this id is another call
    this.#told.delete(id);
    this.#paired.add(id);
    return { id, call };
  }
}
