/**
 * The replacements for each value of a document, one at a time. They contain no integer beyond 2^53: a JSON Schema
 * cannot express that a double does not represent it exactly, so only the code would refuse it.
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
 * Returns every document that differs from `document` in one place: a value replaced by one of another kind, a key
 * removed, an unknown key added.
 *
 * @param siblings `of-the-first`: what is changed in an item of a list stands there alone, unless it is the first. There
 *   are as many mutants, but a long list is not judged again with each of them.
 */
export function* mutantsOf(document: unknown, siblings: 'all' | 'of-the-first' = 'all'): Generator<unknown> {
  yield* REPLACEMENTS;
  if (typeof document !== 'object' || document === null) return;
  if (Array.isArray(document)) {
    for (const [index, item] of document.entries()) {
      const isAlone = siblings === 'of-the-first' && index > 0;
      for (const mutant of mutantsOf(item, siblings)) yield isAlone ? [mutant] : document.with(index, mutant);
    }
    return;
  }
  yield { ...document, nobody_knows_this: 1 };
  for (const [key, value] of Object.entries(document)) {
    const { [key]: _, ...without } = document as Record<string, unknown>;
    yield without;
    for (const mutant of mutantsOf(value, siblings)) yield { ...document, [key]: mutant };
  }
}
