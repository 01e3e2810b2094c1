/**
 * What is put in place of each value of a document, one at a time. No integer beyond 2^53: that a double does
 * not hold it exactly is beyond a JSON Schema, so that only the code refuses it.
 */
const REPLACEMENTS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  '',
  ' ',
  '0',
  'pass',
  [],
  [0],
  [null],
  {},
  { a: 1 },
];

/**
 * Every document that differs from `document` in one place: a value replaced by one of another kind, a key
 * removed, a key that nobody knows added.
 */
export function* mutantsOf(document: unknown): Generator<unknown> {
  yield* REPLACEMENTS;
  if (typeof document !== 'object' || document === null) return;
  if (Array.isArray(document)) {
    for (const [index, item] of document.entries()) {
      for (const mutant of mutantsOf(item)) yield document.with(index, mutant);
    }
    return;
  }
  yield { ...document, nobody_knows_this: 1 };
  for (const [key, value] of Object.entries(document)) {
    const { [key]: _, ...without } = document as Record<string, unknown>;
    yield without;
    for (const mutant of mutantsOf(value)) yield { ...document, [key]: mutant };
  }
}
