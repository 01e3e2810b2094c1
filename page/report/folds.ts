/** Returns the folded parts of the page. */
export function folds(): HTMLDetailsElement[] {
  return Array.from(document.querySelectorAll('details'));
}

/** Opens or closes every folded part. */
export function setAll(isOpen: boolean): void {
  for (const fold of folds()) fold.open = isOpen;
}

/** Returns what the address of the page leads to: the element with the name after `#`. */
export function target(): HTMLElement | null {
  const name = location.hash.slice(1);
  try {
    return document.getElementById(decodeURIComponent(name));
  } catch {
    // a link that somebody cut off in the middle of a character
    return document.getElementById(name);
  }
}

/** Opens the folded parts around an element, and moves to it. */
export function reveal(element: HTMLElement): void {
  let fold = element.closest('details');
  while (fold) {
    fold.open = true;
    fold = fold.parentElement?.closest('details') ?? null;
  }
  element.scrollIntoView();
}

/** Opens every folded part for a printer, and closes them afterwards as they were. */
export function openForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    // a browser may ask twice, for its preview and for the paper
    opened = [...opened, ...folds().filter(({ open }) => !open)];
    setAll(true);
  });
  addEventListener('afterprint', () => {
    for (const fold of opened) fold.open = false;
    opened = [];
  });
}
