import { followPointer, splitReference } from '../../artifacts/cassette/recordings/reference.ts';
import { readJson } from '../../documents/read-json.ts';
import { InputError } from '../../errors.ts';
import { clip } from '../../text/clip.ts';
import { pointerSegments } from '../../values/json-pointer.ts';
import { isObject, own } from '../../values/own-property.ts';

/** The members by which programs say which case a run of a file with several is about. */
const CASE_MEMBERS = ['case_id', 'task_id', 'eval_id', 'sample_id'] as const;

/** The JSON of a file of recordings, from which members that no recording has in common can be read. */
export class RawRuns {
  readonly #file: string;
  readonly #text: () => string | undefined;
  #document: { readonly value: unknown } | undefined;

  /** @param text the text of the file, if it was read as a whole */
  constructor(file: string, text: () => string | undefined) {
    this.#file = file;
    this.#text = text;
  }

  /** The case that a run states; undefined when it states none. */
  ownCaseOf(reference: string): string | undefined {
    const run = this.#runAt(reference);
    if (!isObject(run)) return undefined;
    // a sample of Inspect has an id, and an epoch for each trial
    const members = Object.hasOwn(run, 'epoch') ? [...CASE_MEMBERS, 'id'] : CASE_MEMBERS;
    for (const member of members) {
      const text = nameIn(own(run, member));
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** The member that a flag names. @throws InputError when the recording has none, or it is no text and no number */
  nameAt(reference: string, flag: string, key: string): string {
    const name = nameIn(this.#memberAt(reference, key));
    if (name !== undefined) return name;
    throw this.#hasNot(reference, flag, key, 'text or a number');
  }

  /** Whether the member that a flag names is true, or at least 1. @throws InputError when it is nothing of the kind */
  holdsAt(reference: string, flag: string, key: string): boolean {
    const value = this.#memberAt(reference, key);
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number' && value >= 0 && value <= 1) return value === 1;
    throw this.#hasNot(reference, flag, key, 'true, false or a number from 0 to 1');
  }

  #memberAt(reference: string, key: string): unknown {
    const path = key.startsWith('/') ? pointerSegments(key) : [key];
    return followPointer(this.#runAt(reference), path)?.value;
  }

  #runAt(reference: string): unknown {
    if (!this.#document) {
      const read = readJson(this.#text() ?? '');
      this.#document = { value: read.fault ? undefined : read.value };
    }
    const pointer = reference === this.#file ? undefined : splitReference(reference).pointer;
    return followPointer(this.#document.value, pointerSegments(pointer ?? ''))?.value;
  }

  #hasNot(reference: string, flag: string, key: string, wanted: string): InputError {
    return new InputError({
      file: reference,
      message: `has no \`${clip(key)}\` that is ${wanted}`,
      help: `${flag} names a member of each recording, or a JSON Pointer such as /info/task_id`,
    });
  }
}

function nameIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
