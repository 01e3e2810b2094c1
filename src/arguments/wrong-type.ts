/** One value of each type of JSON, in the order in which they are tried as a wrong one. */
const VALUES: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 1,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

/**
 * Values of other types than an argument has.
 * @param type what its schema says: one type, a list of them, or nothing
 * @param sample a right value, or undefined
 */
export function wrongValues(type: unknown, sample: unknown): unknown[] {
  const named = [type].flat().filter((each) => typeof each === 'string');
  const right = new Set(named.length > 0 || sample === undefined ? named : [typeOf(sample)]);
  // of what nobody names a type, nothing is a wrong one
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
