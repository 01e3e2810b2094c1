import { RecentMap } from './recent-map.ts';
import type { ToolGlob } from './tool-glob.ts';

/** How many names and candidates are remembered at a time. */
const CAPACITY = 1 << 16;

/** A longer name is no tool that anybody calls twice. */
const LONGEST_NAME = 256;

/** Finds the entries whose pattern matches a tool, in their order, without trying every pattern for every call. */
export class Candidates<T extends { readonly glob: ToolGlob }> {
  readonly #order: ReadonlyMap<T, number>;
  readonly #byName = new Map<string, T[]>();
  /** Those with a star, by the first character that names must have; `''` for those that begin with the star. */
  readonly #byStart = new Map<string, T[]>();
  readonly #known = new RecentMap<string, readonly T[]>(CAPACITY, ({ length }) => 1 + length);

  constructor(entries: readonly T[]) {
    this.#order = new Map(entries.map((entry, index) => [entry, index]));
    for (const entry of entries) {
      const { literal, prefix } = entry.glob;
      if (literal !== undefined) append(this.#byName, literal, entry);
      else append(this.#byStart, prefix.charAt(0), entry);
    }
  }

  of(tool: string): readonly T[] {
    const known = this.#known.get(tool);
    if (known) return known;
    const found = this.#search(tool);
    return tool.length > LONGEST_NAME ? found : this.#known.set(tool, found);
  }

  #search(tool: string): readonly T[] {
    const found = [...(this.#byName.get(tool) ?? [])];
    for (const start of [tool.charAt(0), '']) {
      for (const entry of this.#byStart.get(start) ?? []) if (entry.glob.matches(tool)) found.push(entry);
    }
    return found.sort((a, b) => this.#place(a) - this.#place(b));
  }

  #place(entry: T): number {
    return this.#order.get(entry) ?? 0;
  }
}

function append<T>(groups: Map<string, T[]>, key: string, entry: T): void {
  const group = groups.get(key);
  if (group) group.push(entry);
  else groups.set(key, [entry]);
}
