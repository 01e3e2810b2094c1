import { isCount } from '../../../../values/count.ts';
import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import type { Notes } from '../../events/notes.ts';
import { sumOfReplies, withCache } from '../../events/usage.ts';
import type { Usage } from '../../model.ts';

/** Counts the tokens of messages. A message is cut into several rows, of which the last has its whole usage. */
export class Tokens {
  readonly #byMessage = new Map<string, Usage | undefined>();
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** @param id the same for all rows of a message */
  add(id: string, usage: unknown): void {
    const counted = this.read(usage);
    if (counted || !this.#byMessage.has(id)) this.#byMessage.set(id, counted);
  }

  /** Converts the counts of the Anthropic API, whose input is without the cache. An unknown form is noted. */
  read(usage: unknown): Usage | undefined {
    if (usage === undefined || usage === null) return undefined;
    if (isObject(usage)) {
      const { input_tokens: input, output_tokens: output } = usage;
      const { cache_read_input_tokens: read = null, cache_creation_input_tokens: written = null } = usage;
      if (isCount(input) && isCount(output) && isCountOrNull(read) && isCountOrNull(written)) {
        return withCache({ input, output, read, written });
      }
    }
    this.#notes.add(
      'unknown-usage',
      isObject(usage) ? Object.keys(usage).slice(0, 4).join(', ') : scalarText(usage),
    );
    return undefined;
  }

  get total(): Usage | undefined {
    return sumOfReplies([...this.#byMessage.values()], this.#notes);
  }
}

function isCountOrNull(value: unknown): value is number | null {
  return value === null || isCount(value);
}
