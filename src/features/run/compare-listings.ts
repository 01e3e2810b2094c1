import { toCompactCanonicalJson } from '../../documents/canonical-json.ts';
import { clip } from '../../text/clip.ts';
import { someOf } from '../../text/some-of.ts';
import { groupBy } from '../../values/group-by.ts';
import { own } from '../../values/own-property.ts';
import type { SessionRun } from './run-model.ts';

/** The most names that a sentence lists. */
const MOST_NAMES = 10;

/** What is compared of each entry of a list. `execution` and the like belong to one era of the protocol. */
const LISTS = {
  tools: { key: 'name', members: ['description', 'inputSchema', 'outputSchema', 'annotations'] },
  prompts: { key: 'name', members: ['description', 'arguments'] },
  resources: { key: 'uri', members: ['description', 'mimeType'] },
  templates: { key: 'uriTemplate', members: ['description', 'mimeType'] },
} as const satisfies Record<
  keyof SessionRun['session']['listing'],
  { readonly key: string; readonly members: readonly string[] }
>;

/** The sessions of one server with one set of abilities, one for each combination. */
type Sessions = readonly SessionRun[];

/** Something that is not alike in all combinations: what, and of which entry. */
interface Difference {
  readonly words: string;
  readonly name: string;
}

/** Says what servers list in some combinations of the matrix only, or otherwise. Entries of one pattern share a sentence. */
export function compareListings(sessions: readonly SessionRun[]): string[] {
  // what a server that died would have listed is not known
  const alive = sessions.filter(({ died }) => !died);
  const byServer = groupBy(alive, ({ name, abilities }) => JSON.stringify([name, abilities]));
  const sentences = [...byServer.values()].map(oneOfEach).flatMap((same) => {
    const lists = Object.keys(LISTS) as (keyof typeof LISTS)[];
    return same.length < 2 ? [] : lists.flatMap((list) => compareList(list, same));
  });
  return [...new Set(sentences)];
}

/** One combination may have sessions whose abilities differ in their details. */
function oneOfEach(sessions: Sessions): Sessions {
  return [...groupBy(sessions, ({ combination }) => combination).values()].flatMap((same) =>
    same.slice(0, 1),
  );
}

function compareList(list: keyof typeof LISTS, sessions: Sessions): string[] {
  const { key, members } = LISTS[list];
  const lists = sessions.map(({ session }) => {
    return new Map(session.listing[list].map((entry) => [own(entry, key) as string, entry]));
  });
  const names = new Set(lists.flatMap((entries) => [...entries.keys()]));
  const differences = [...names].flatMap((name) => {
    const found = sessions.map((session, at) => ({
      where: session.combination.words,
      entry: lists[at]?.get(name),
    }));
    return differencesOf(found, members).map((words) => ({ words, name }));
  });
  return [...groupBy(differences, ({ words }) => words)].map(([words, own]) => {
    return `${sessions[0]?.name}: ${list} ${words}: ${someOf(own, MOST_NAMES, ({ name }: Difference) => clip(name))}`;
  });
}

/** An entry of a list in one combination. */
interface Found {
  readonly where: string;
  readonly entry: Readonly<Record<string, unknown>> | undefined;
}

function differencesOf(found: readonly Found[], members: readonly string[]): string[] {
  const places = (some: readonly Found[]) => some.map(({ where }) => where).join(', ');
  const [within, without] = [found.filter(({ entry }) => entry), found.filter(({ entry }) => !entry)];
  const lacks = without.length === 0 ? [] : [`listed in ${places(within)}, and not in ${places(without)}`];
  const changes = members.flatMap((member) => {
    const [first = [], ...others] = groupBy(within, ({ entry }) => textOf(own(entry ?? {}, member))).values();
    const different = others.flat();
    return different.length === 0
      ? []
      : [`whose \`${member}\` in ${places(different)} differs from that in ${places(first)}`];
  });
  return [...lacks, ...changes];
}

function textOf(value: unknown): string {
  return value === undefined ? '' : toCompactCanonicalJson(value);
}
