/** Gives the parts of a page the names that a link can lead to: words of the text, each name once. */
export class Anchors {
  readonly #used = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** Returns the name for a text, such as `reads-a-city`. */
  of(text: string): string {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const slug = words.join('-').slice(0, 80) || 'unnamed';
    let count = this.#counts.get(slug) ?? 0;
    let name: string;
    do {
      count += 1;
      name = count === 1 ? slug : `${slug}-${count}`;
    } while (this.#used.has(name));
    this.#counts.set(slug, count);
    this.#used.add(name);
    return name;
  }
}
