import * as z from 'zod/mini';
import { MATCHERS, type MatcherName } from '../assertions/matcher-table.ts';
import { described } from '../documents/described.ts';
import { count } from '../documents/schema-parts.ts';

const key = <T extends z.ZodMiniType>(name: MatcherName, schema: T) =>
  described(z.optional(schema), MATCHERS[name].description);

const word = () => z.string().check(z.minLength(1));
const list = () => z.array(z.unknown()).check(z.minLength(1));

/**
 * A matcher as an author writes it, for the check of a file and for editors. `compileMatcher` makes it usable, and
 * refuses what a schema cannot see: a pattern that does not compile, a range that nothing is in.
 */
export const matcherSchema = z.strictObject({
  exact: key('exact', z.unknown()),
  contains: key('contains', z.unknown()),
  icontains: key('icontains', word()),
  contains_all: key('contains_all', list()),
  'contains-all': key('contains_all', list()),
  regex: key('regex', word()),
  schema: key('schema', z.looseObject({})),
  min: key('min', z.number()),
  max: key('max', z.number()),
  one_of: key('one_of', list()),
  length: key(
    'length',
    z.union(
      [
        count(),
        z.strictObject({
          min: described(z.optional(count()), 'this length or longer'),
          max: described(z.optional(count()), 'this length or shorter'),
        }),
      ],
      'a whole number from 0, or `min` and `max` as whole numbers from 0',
    ),
  ),
  absent: key('absent', z.boolean()),
  get not() {
    return key('not', matcherSchema);
  },
  get any() {
    return key('any', matcherSchema);
  },
  get every() {
    return key('every', matcherSchema);
  },
} satisfies Record<MatcherName | 'contains-all', unknown>) as z.ZodMiniType<
  Readonly<Record<string, unknown>>
>;
