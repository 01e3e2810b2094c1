import { Contradictions } from '../../../documents/contradictions.ts';
import { validate } from '../../../documents/validate.ts';
import { isObject } from '../../../values/own-property.ts';
import { calledIn } from '../canonical/called-tools.ts';
import { NearMisses } from '../canonical/near-misses.ts';
import { readTurns } from '../canonical/read-turns.ts';
import { settleUsage } from '../canonical/settle-usage.ts';
import type { Notes } from '../events/notes.ts';
import type { Cassette } from '../model.ts';
import { CASSETTE_VERSION, headSchema } from '../schema.ts';
import type { RunFormat } from './run-format.ts';

/** Reads the format of mcptest itself: turn by turn, or flat with the calls of a single turn. */
export const canonicalFormat: RunFormat = {
  name: 'mcptest cassette',
  programs: 'mcptest',
  recognisedBy: '`schema_version`, `turns`, or `tool_calls` and `final_response`',
  from: '`mcptest cassette convert`, or your own program',
  failed: '`is_error`, or one of its [other spellings](#other-spellings)',
  leavesOut: 'nothing: an unknown key that looks like a call is an error',
  recognises: (value) =>
    isObject(value) &&
    (value.schema_version === CASSETTE_VERSION || Array.isArray(value.turns) || isFlat(value)),

  read(document, { notes }) {
    const head = validate(headSchema, document);
    const { schema_version, kind, turns, tool_calls, final_response, conversation, usage, ...about } = head;
    const contradictions = new Contradictions(document);
    for (const [key, value] of Object.entries({ tool_calls, final_response, conversation })) {
      if (turns === undefined || value === undefined) continue;
      contradictions.add(
        [key],
        'is given in addition to `turns`, so it is unclear which is the recording',
        'keep only one',
      );
    }
    if (head.unread && head.unread.length > 0 && !head.caveats?.includes('unread-calls')) {
      contradictions.add(['unread'], 'is given without `unread-calls` among the `caveats`', 'add the caveat');
    }
    const root = document.value as Record<string, unknown>;
    new NearMisses(contradictions, calledIn(root)).root(root);
    contradictions.refuse();

    const isFlatRun = turns === undefined;
    const written = isFlatRun ? [withoutUndefined({ tool_calls, final_response })] : turns;
    const pathOf = (turn: number) => (isFlatRun ? [] : ['turns', turn]);
    const read = readTurns(written, pathOf, document, notes);
    const total = settleUsage(usage, read.usages, document, notes);
    const known = withoutUndefined(about);
    noteCaveats(known, notes);
    if (conversation?.tokens !== undefined && !total) notes.add('sum-of-tokens');
    if ((conversation?.turns ?? 0) > 1) notes.add('unseen-turns');
    return { ...known, turns: read.turns, ...(total && { usage: total }) };
  },
};

/** Notes what the reader of the recording said about it: a copy must not look better. */
function noteCaveats({ caveats = [], unread = [] }: Pick<Cassette, 'caveats' | 'unread'>, notes: Notes) {
  for (const { why, count, examples } of unread) notes.addAll(why, count, examples);
  const known = unread.length > 0 ? caveats.filter((caveat) => caveat !== 'unread-calls') : caveats;
  for (const caveat of known) notes.add(caveat);
}

// a single chat message may have `tool_calls` too, but it also has a `role`
function isFlat(value: Record<string, unknown>): boolean {
  const hasEither = Array.isArray(value.tool_calls) || typeof value.final_response === 'string';
  return hasEither && !Object.hasOwn(value, 'role');
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Defined<T>;
}
