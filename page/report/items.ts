/** A part of the page that a reader can look for: an entry, or a row of a table. The report marked it. */
export class Item {
  readonly element: HTMLElement;
  /** How it ended, or how severe it is, such as `fail`. */
  readonly mark: string;
  #text: string | undefined;

  constructor(element: HTMLElement) {
    this.element = element;
    this.mark = element.dataset.mark ?? '';
  }

  /** All its text, in lower case. Read when somebody looks for a text: on a long page it takes a while. */
  get text(): string {
    this.#text ??= (this.element.textContent ?? '').toLowerCase();
    return this.#text;
  }
}

/** Returns the items of the page, in order. */
export function findItems(): Item[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-mark]'), (element) => new Item(element));
}

/** A section, a folded part or a table that contains items. While a filter applies, it is open if one of them is shown. */
interface Group {
  readonly element: HTMLElement;
  wasOpen: boolean;
}

/** Shows some of the items, and the groups around them. */
export class Shown {
  readonly #items: readonly Item[];
  readonly #groups: readonly Group[];
  #isFiltered = false;

  constructor(items: readonly Item[]) {
    this.#items = items;
    this.#groups = Array.from(new Set(items.flatMap(groupsAround)), (element) => ({
      element,
      wasOpen: false,
    }));
  }

  /** Shows the items that fit, or all of them without a condition. @returns how many are shown */
  showOnly(fits: ((item: Item) => boolean) | undefined): number {
    const open = new Set<Element>();
    let count = 0;
    for (const item of this.#items) {
      const isShown = fits === undefined || fits(item);
      if (item.element.hidden === isShown) item.element.hidden = !isShown;
      if (!isShown) continue;
      count += 1;
      for (const group of groupsAround(item)) open.add(group);
    }
    for (const group of this.#groups) this.#show(group, open.has(group.element), fits !== undefined);
    this.#isFiltered = fits !== undefined;
    return count;
  }

  #show(group: Group, hasShown: boolean, isFiltered: boolean): void {
    const { element } = group;
    element.hidden = !hasShown;
    if (!(element instanceof HTMLDetailsElement)) return;
    if (!this.#isFiltered) group.wasOpen = element.open;
    element.open = isFiltered || group.wasOpen;
  }
}

function groupsAround({ element }: Item): HTMLElement[] {
  const groups: HTMLElement[] = [];
  let group = element.parentElement?.closest<HTMLElement>('section, details, .wide');
  while (group) {
    groups.push(group);
    group = group.parentElement?.closest<HTMLElement>('section, details, .wide');
  }
  return groups;
}
