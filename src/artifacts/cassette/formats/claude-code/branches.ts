import { scalarText } from '../../../../values/scalar-text.ts';
import type { Notes } from '../../events/notes.ts';
import type { Mark } from '../../events/turn-builder.ts';
import type { Conversation } from './conversation.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Finds the branches that a rewind left: a row of the user that follows what an earlier one followed leaves the branch of
 * the earlier one. Where no row follows another, all are in the order of the file. Results fork too, and belong to the path.
 */
export class Branches {
  readonly #conversation: Conversation;
  readonly #notes: Notes;
  /** The places before the rows of the user, by what they follow. */
  readonly #places = new Map<string, { readonly uuid: unknown; readonly mark: Mark }>();

  #hasParents = false;

  constructor(conversation: Conversation, notes: Notes) {
    this.#conversation = conversation;
    this.#notes = notes;
  }

  /** Takes any row with a message, before what it holds. */
  follow({ parentUuid }: Row): void {
    this.#hasParents ||= typeof parentUuid === 'string';
  }

  /** Takes a row of the user, before its text. @param isOfUser whether the user wrote the text, not the program */
  take(row: Row, isOfUser: boolean): void {
    this.#conversation.endReply();
    const origin = originOf(row);
    if (origin === undefined) return;
    const place = this.#places.get(origin);
    if (!place) this.#places.set(origin, { uuid: row.uuid, mark: this.#conversation.events.mark() });
    else if (place.uuid !== row.uuid && this.#leavesBranch(row, isOfUser)) {
      this.#conversation.events.rewind(place.mark, { abandoned: true });
      const why = 'their texts are not replies; their calls count, as abandoned';
      this.#notes.leaveOut('branches that a rewind left', why);
    }
  }

  /** Where rows have parents, a second row without one begins the session anew, unless the program wrote it. */
  #leavesBranch({ parentUuid, isMeta }: Row, isOfUser: boolean): boolean {
    return typeof parentUuid === 'string' ? isMeta !== true : isOfUser && this.#hasParents;
  }
}

/** What a row follows: another one, or nothing in its session. Rows of a stream do not say. */
function originOf({ parentUuid, logicalParentUuid, sessionId }: Row): string | undefined {
  if (typeof parentUuid === 'string') return parentUuid;
  const isRoot = parentUuid === null && typeof logicalParentUuid !== 'string';
  return isRoot ? `beginning of ${scalarText(sessionId)}` : undefined;
}
