import type { NameMatching } from '../../../artifacts/audit-log/model.ts';
import { foldLookAlikes } from '../../../text/look-alikes.ts';
import { RecentMap } from '../../../values/recent-map.ts';
import { type CalledTool, namesOf } from './host-name.ts';
import type { ToolGlob } from './tool-glob.ts';

/** How many names the cache keeps with their entries. */
const CAPACITY = 1 << 16;

/** Longer names are not cached: they are unlikely to be called twice. */
const LONGEST_NAME = 256;

/** Something with a pattern. */
export interface Indexed {
  readonly glob: ToolGlob;
  /** Matches the folded names that look like one that `glob` matches; undefined if those do not count. */
  readonly lookAlikes?: ToolGlob | undefined;
}

/** Finds the entries whose pattern matches a call, in their order, without trying every pattern for every call. */
export class ToolIndex<T extends Indexed> {
  readonly #names: NameMatching | undefined;
  readonly #exact: NameIndex;
  readonly #folded: NameIndex;
  readonly #entries: readonly T[];
  readonly #known = {
    loose: new RecentMap<string, readonly T[]>(CAPACITY, ({ length }) => 1 + length),
    strict: new RecentMap<string, readonly T[]>(CAPACITY, ({ length }) => 1 + length),
  };

  /** @param names how names are compared; undefined: as the call says */
  constructor(entries: readonly T[], names?: NameMatching) {
    this.#entries = entries;
    this.#names = names;
    this.#exact = new NameIndex(entries.map(({ glob }) => glob));
    this.#folded = new NameIndex(entries.map(({ lookAlikes }) => lookAlikes));
  }

  /** Finds the entries for a call: one of its names must match. */
  ofCall(call: CalledTool): readonly T[] {
    const { tool, server } = call;
    const mode = matchingOf(call, this.#names);
    // the length keeps apart what a stranger could join: a tool `a b`, and a tool `a` of a server `b`
    const key = server === undefined ? `-${tool}` : `${tool.length} ${tool}${server}`;
    const known = this.#known[mode].get(key);
    if (known) return known;
    const found = this.#search(call, mode);
    return key.length > LONGEST_NAME ? found : this.#known[mode].set(key, found);
  }

  #search(call: CalledTool, mode: NameMatching): readonly T[] {
    const places = new Set<number>();
    for (const name of namesOf(call)) {
      this.#exact.addMatching(name.normalize('NFC'), places);
      if (mode === 'strict') this.#folded.addMatching(foldLookAlikes(name), places);
    }
    return [...places].sort((a, b) => a - b).map((place) => this.#entries[place] as T);
  }
}

/**
 * How the names of a call are compared: as the user has asked the hook or proxy that decides it, else as the rule set says, else
 * as that hook or proxy does by itself.
 */
export function matchingOf({ enforced }: CalledTool, names: NameMatching | undefined): NameMatching {
  if (enforced?.isOverride) return enforced.names;
  return names ?? enforced?.names ?? 'loose';
}

/** Finds the places of patterns that match a name. */
class NameIndex {
  readonly #globs: readonly (ToolGlob | undefined)[];
  /** The places of patterns without a star. */
  readonly #byName = new Map<string, number[]>();
  /** The places of patterns with a star, by the first character of their names; `''` if they begin with the star. */
  readonly #byStart = new Map<string, number[]>();

  constructor(globs: readonly (ToolGlob | undefined)[]) {
    this.#globs = globs;
    for (const [place, glob] of globs.entries()) {
      if (glob?.literal !== undefined) append(this.#byName, glob.literal, place);
      else if (glob) append(this.#byStart, glob.prefix.charAt(0), place);
    }
  }

  addMatching(name: string, places: Set<number>): void {
    for (const place of this.#byName.get(name) ?? []) places.add(place);
    this.#try(this.#byStart.get(''), name, places);
    if (name !== '') this.#try(this.#byStart.get(name.charAt(0)), name, places);
  }

  #try(candidates: readonly number[] | undefined, name: string, places: Set<number>): void {
    for (const place of candidates ?? []) if (this.#globs[place]?.matches(name)) places.add(place);
  }
}

function append(groups: Map<string, number[]>, key: string, place: number): void {
  const group = groups.get(key);
  if (group) group.push(place);
  else groups.set(key, [place]);
}
