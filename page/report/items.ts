/** A part of the page that a reader can look for: an entry, or a row of a table. The report marked it. */
export interface Item {
  readonly element: HTMLElement;
  /** How it ended, or how severe it is, such as `fail`. */
  readonly mark: string;
  /** All its text, in lower case. */
  readonly text: string;
}

/** Returns the items of the page, in order. */
export function findItems(): Item[] {
  return Array.from(document.querySelectorAll<HTMLElement>('[data-mark]'), (element) => ({
    element,
    mark: element.dataset.mark ?? '',
    text: (element.textContent ?? '').toLowerCase(),
  }));
}

/** A section, or a folded part, that contains items. While a filter applies, it is open if one of them is shown. */
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
  apply(fits: ((item: Item) => boolean) | undefined): number {
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
  let group = element.parentElement?.closest<HTMLElement>('section, details');
  while (group) {
    groups.push(group);
    group = group.parentElement?.closest<HTMLElement>('section, details');
  }
  return groups;
}
