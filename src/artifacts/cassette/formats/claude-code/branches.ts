import type { Notes } from '../../events/notes.ts';
import type { Mark } from '../../events/turn-builder.ts';
import type { Conversation } from './conversation.ts';

/**
 * Finds the branches that a rewind left: a row of the user that follows what an earlier one followed leaves the branch of
 * the earlier one. Rows that follow nothing are in the order of the file. Results fork too, and belong to the path.
 */
export class Branches {
  readonly #conversation: Conversation;
  readonly #notes: Notes;
  /** The places before the rows of the user, by what they follow. */
  readonly #places = new Map<string, { readonly uuid: unknown; readonly mark: Mark }>();

  constructor(conversation: Conversation, notes: Notes) {
    this.#conversation = conversation;
    this.#notes = notes;
  }

  /** Takes a row of the user, before its text. */
  take({ uuid, parentUuid, isMeta }: Readonly<Record<string, unknown>>): void {
    this.#conversation.endReply();
    if (typeof parentUuid !== 'string') return;
    const place = this.#places.get(parentUuid);
    if (!place) this.#places.set(parentUuid, { uuid, mark: this.#conversation.events.mark() });
    else if (isMeta !== true && place.uuid !== uuid) {
      this.#conversation.events.rewind(place.mark, { abandoned: true });
      const why = 'their texts are no replies; their calls count, as abandoned';
      this.#notes.leaveOut('branches that a rewind left', why);
    }
  }
}
