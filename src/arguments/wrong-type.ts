/** One value of each JSON type, in the order in which they are tried as a value of a wrong type. */
const VALUES: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 1,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

/**
 * Returns values whose types differ from the type of an argument.
 * @param type the `type` of its schema: one type, a list of types, or undefined
 * @param sample a valid value, or undefined
 */
export function wrongValues(type: unknown, sample: unknown): unknown[] {
  const named = [type].flat().filter((each) => typeof each === 'string');
  const right = new Set(named.length > 0 || sample === undefined ? named : [typeOf(sample)]);
  // without a known type, no value has a wrong type
  if (right.size === 0) return [];
  if (right.has('integer')) right.add('number');
  return Object.keys(VALUES)
    .filter((each) => !right.has(each))
    .map((each) => VALUES[each]);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
