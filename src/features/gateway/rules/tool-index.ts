import { RecentMap } from '../../../values/recent-map.ts';
import { type CalledTool, hostName, isHostPattern } from './host-name.ts';
import type { ToolGlob } from './tool-glob.ts';

/** How many names the cache keeps with their entries. */
const CAPACITY = 1 << 16;

/** Longer names are not cached: they are unlikely to be called twice. */
const LONGEST_NAME = 256;

/** Finds the entries whose pattern matches a tool, in their order, without trying every pattern for every call. */
export class ToolIndex<T extends { readonly glob: ToolGlob }> {
  readonly #entries: readonly T[];
  /** The indexes of entries whose pattern has no star. */
  readonly #byName = new Map<string, number[]>();
  /**
   * The indexes of entries with a star, by the first character of their names; `''` when the pattern begins with the
   * star.
   */
  readonly #byStart = new Map<string, number[]>();
  readonly #known = new RecentMap<string, readonly T[]>(CAPACITY, ({ length }) => 1 + length);
  /** The entries whose pattern is on the names that agents give to the tools of servers. */
  readonly #onHostNames: readonly T[];

  constructor(entries: readonly T[]) {
    this.#entries = entries;
    this.#onHostNames = entries.filter(({ glob }) => isHostPattern(glob));
    for (const [place, { glob }] of entries.entries()) {
      if (glob.literal !== undefined) append(this.#byName, glob.literal, place);
      else append(this.#byStart, glob.prefix.charAt(0), place);
    }
  }

  /** Finds the entries for a call: its tool, or the name that an agent gives to it, must match. */
  ofCall(call: CalledTool): readonly T[] {
    const found = this.of(call.tool);
    if (call.server === undefined || this.#onHostNames.length === 0) return found;
    const name = hostName(call.tool, call.server);
    const more = this.#onHostNames.filter((entry) => entry.glob.matches(name) && !found.includes(entry));
    if (more.length === 0) return found;
    const all = new Set([...found, ...more]);
    return this.#entries.filter((entry) => all.has(entry));
  }

  of(tool: string): readonly T[] {
    const known = this.#known.get(tool);
    if (known) return known;
    const found = this.#search(tool);
    return tool.length > LONGEST_NAME ? found : this.#known.set(tool, found);
  }

  #search(tool: string): readonly T[] {
    const places = this.#byName.get(tool)?.slice() ?? [];
    this.#addMatching(this.#byStart.get(''), tool, places);
    if (tool !== '') this.#addMatching(this.#byStart.get(tool.charAt(0)), tool, places);
    return places.sort((a, b) => a - b).map((place) => this.#entries[place] as T);
  }

  #addMatching(globs: readonly number[] | undefined, tool: string, places: number[]): void {
    if (!globs) return;
    for (const place of globs) if (this.#entries[place]?.glob.matches(tool)) places.push(place);
  }
}

function append(groups: Map<string, number[]>, key: string, place: number): void {
  const group = groups.get(key);
  if (group) group.push(place);
  else groups.set(key, [place]);
}
