import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';

const SHARE = 'a number from 0 to 1';
const name = (what: string) => z.union([z.string(what).check(z.regex(/\S/, what)), z.number()], what);
const answer = (what: string) =>
  z.union([z.string(what).check(z.regex(/\S/, what)), z.number(), z.boolean()], what);
const NAME = 'text or a number';
const ANSWER = 'text, a number, `true` or `false`';

/** A line of a file of labels, with the members that `judge certify` needs. Other members are ignored. */
export const labelSchema = z.object({
  confidence: described(
    z.number(SHARE).check(z.minimum(0, SHARE), z.maximum(1, SHARE)),
    'how sure the judge is that its verdict is right, 0 to 1',
  ),
  correct: described(z.boolean('`true` or `false`'), 'whether the verdict is right'),
  id: described(z.optional(name(NAME)), 'what the judge looked at; two rows with one id are one item'),
  group: described(z.optional(name(NAME)), 'a kind of item, for figures of its own'),
  order: described(z.optional(name(NAME)), 'in which order the judge saw the two sides: one of two values'),
  verdict: described(z.optional(answer(ANSWER)), 'what the judge said'),
  label: described(z.optional(answer(ANSWER)), 'what a person said'),
});

/** The schema of a line of which only some members are needed. */
export function labelSchemaFor(wanted: readonly string[], itemKey: string) {
  const { confidence, correct, id, ...others } = labelSchema.shape;
  const isWanted = (key: string) => wanted.includes(key);
  return z.object({
    confidence: isWanted('confidence') ? confidence : z.optional(confidence),
    correct: isWanted('correct') ? correct : z.optional(correct),
    ...others,
    ...(isWanted('verdict') && { verdict: answer(ANSWER) }),
    ...(isWanted('label') && { label: answer(ANSWER) }),
    [itemKey]: id,
  });
}
