import { readJson } from '../../../documents/read-json.ts';
import { InputError } from '../../../errors.ts';
import { clip } from '../../../text/clip.ts';
import { scalarText } from '../../../values/scalar-text.ts';

/** Reads the values that a database computes. A server may answer with anything, and a wrong count could open a gate. */
export class Answers {
  readonly #name: string;

  /** @param name the name of the source in messages */
  constructor(name: string) {
    this.#name = name;
  }

  /** Returns a number of records. @throws InputError if it is not one */
  count(value: unknown): number {
    const count = whole(value);
    if (count === undefined || count < 0) throw this.unusable(`${shown(value)} as a number of records`);
    return count;
  }

  /** Returns a time in milliseconds; undefined for none. @throws InputError if it is not one */
  time(value: unknown): number | undefined {
    if (value == null) return undefined;
    const time = whole(value);
    if (time === undefined) throw this.unusable(`${shown(value)} as a time`);
    return time;
  }

  /** Returns a list of texts and nulls that was made as JSON. @throws InputError if it is not one, or too short */
  list(value: unknown, least: number): readonly (string | null)[] {
    const list = typeof value === 'string' ? readJson(value).value : undefined;
    const isList = Array.isArray(list) && list.length >= least;
    if (isList && list.every((each) => each === null || typeof each === 'string')) return list;
    throw this.unusable(`${shown(value)} as a list of ${least} texts or more`);
  }

  /** Returns the error for an answer that is not what was asked for. */
  unusable(what: string): InputError {
    return new InputError({ file: this.#name, message: `the database answers with ${what}` });
  }
}

/** Whole numbers of DuckDB are big, and those of ClickHouse are texts. */
function whole(value: unknown): number | undefined {
  const isWritten = typeof value === 'bigint' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value));
  const number = isWritten ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function shown(value: unknown): string {
  return clip(scalarText(value), 80);
}
