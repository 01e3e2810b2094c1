import { readJson } from '../../../../documents/read-json.ts';
import { InputError } from '../../../../errors.ts';
import { clip } from '../../../../text/clip.ts';
import { isObject, own } from '../../../../values/own-property.ts';

/** A larger call is denied without a look at it, in bytes. */
export const LARGEST_INPUT = 8 * 2 ** 20;

type Json = Readonly<Record<string, unknown>>;

/** Decodes what an agent has sent, which must be valid UTF-8. @throws InputError */
export function decodeInput(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new InputError({ message: 'the agent has sent nothing' });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError({ message: 'the input is not valid UTF-8' });
  }
}

/**
 * Parses a text that must be one JSON object, without duplicate keys, which two programs may read in two ways. Messages show
 * nothing of it: calls contain secrets.
 * @throws InputError
 */
export function objectIn(text: string, what: string): Json {
  const { value, fault } = readJson(text);
  if (fault) throw new InputError({ message: `${what} is not JSON that can be read: ${fault.discreet}` });
  if (!isObject(value)) throw new InputError({ message: `${what} must be a JSON object` });
  return value;
}

/**
 * Rejects the input of another event, which this hook cannot answer, and one that names no event.
 * @param keys where agents name it; one of them must be there
 * @throws InputError
 */
export function checkEvent(input: Json, keys: readonly string[], events: readonly string[]): void {
  const wanted = events.map((each) => `\`${each}\``).join(' or ');
  const given = keys.filter((key) => own(input, key) !== undefined);
  if (given.length === 0)
    throw new InputError({ message: `\`${keys[0]}\` is missing; it must be ${wanted}` });
  for (const key of given) {
    const event = own(input, key);
    if (events.includes(event as string)) continue;
    const found = typeof event === 'string' ? `\`${clip(event)}\`` : 'something else';
    throw new InputError({ message: `\`${key}\` must be ${wanted}, found ${found}` });
  }
}

/** Returns a text that must be there. @throws InputError */
export function textOf(input: Json, key: string): string {
  const text = own(input, key);
  if (typeof text === 'string' && text !== '') return text;
  throw new InputError({
    message: `\`${key}\` ${text === undefined ? 'is missing' : 'must be a non-empty text'}`,
  });
}

/** Returns an object that must be there. @throws InputError */
export function objectOf(input: Json, key: string): Json {
  const value = own(input, key);
  if (isObject(value)) return value;
  throw new InputError({
    message: `\`${key}\` ${value === undefined ? 'is missing' : 'must be a JSON object'}`,
  });
}

/** Returns the identifier that the agent gives the call, if it does. */
export function idIn(input: Json): { readonly id?: string } {
  const id = own(input, 'tool_use_id');
  return typeof id === 'string' && id !== '' ? { id } : {};
}
