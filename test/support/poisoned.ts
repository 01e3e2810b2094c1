/** An object as JSON can write it, of which neither a text nor a number can be made. */
const POISON = '{"toString":1,"valueOf":1}';

/** Other values that a reader may trip over: a list of such an object, a prototype, the name of an inherited member. */
const OTHERS = [`[${POISON}]`, '{"__proto__":null,"toString":null}', '"constructor"', '"__proto__"'] as const;

/** Every path of a JSON value, the whole value included. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, key]))
      : [];
  return [path, ...below];
}

function replaced(value: unknown, [key, ...below]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], below, by));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], below, by) };
}

/** A document with a poisonous value in one place. */
export interface Poisoned {
  /** The place and the value, for the message of a test. */
  readonly what: string;
  readonly document: unknown;
}

/**
 * Returns the document twice for each of its places: with an object there of which no text can be made, and with one of
 * the other poisons in turn.
 */
export function* poisoned(document: unknown): Generator<Poisoned> {
  for (const [index, path] of pathsIn(document).entries()) {
    for (const poison of [POISON, OTHERS[index % OTHERS.length] as string]) {
      const what = `${poison} at /${path.join('/')}`;
      yield { what, document: replaced(document, path, JSON.parse(poison)) };
    }
  }
}
