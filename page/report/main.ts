import { folds, openForPrint, reveal, setAll, target } from './folds.ts';
import { findItems, type Item, Shown } from './items.ts';

const items = findItems();
const shown = new Shown(items);
const bar = byId<HTMLElement>('_filters');
const search = byId<HTMLInputElement>('_search');
const marks = byId<HTMLElement>('_marks');
const expand = byId<HTMLButtonElement>('_expand');
const count = byId<HTMLElement>('_count');

function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Makes a checkbox for each mark, in the order of the page, with how many items have it. */
function offerMarks(): void {
  const counts = new Map<string, number>();
  for (const { mark } of items) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  if (counts.size < 2) return;
  for (const [mark, number] of counts) {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.value = mark;
    const label = document.createElement('label');
    label.className = `chip ${items.find((item) => item.mark === mark)?.element.dataset.tone}`;
    label.append(box, ` ${mark} ${number}`);
    marks.append(label);
  }
  marks.hidden = false;
}

/** Returns what the reader asks for; undefined where that is everything. */
function condition(): ((item: Item) => boolean) | undefined {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = new Set(
    Array.from(marks.querySelectorAll<HTMLInputElement>(':checked'), (box) => box.value),
  );
  if (words.length === 0 && wanted.size === 0) return undefined;
  return (item) =>
    (wanted.size === 0 || wanted.has(item.mark)) && words.every((word) => item.text.includes(word));
}

function filter(): void {
  const number = shown.showOnly(condition());
  count.textContent = `${number} of ${items.length} shown`;
}

/** Shows everything again. */
function clear(): void {
  search.value = '';
  for (const box of marks.querySelectorAll('input')) box.checked = false;
  filter();
}

/** Goes where the address leads, also if the part is folded or does not fit the filter. */
function follow(): void {
  const element = target();
  if (!element) return;
  if (element.closest('[hidden]')) clear();
  reveal(element);
}

function hasClosed(): boolean {
  return folds().some(({ open }) => !open);
}

function sayWhatExpandDoes(): void {
  expand.textContent = hasClosed() ? 'Expand all' : 'Collapse all';
}

function expandOrCollapse(): void {
  setAll(hasClosed());
  sayWhatExpandDoes();
}

/** Fewer items than this are seen at a glance. */
const FEW = 6;

if (items.length < FEW) byId('_find').hidden = true;
else {
  offerMarks();
  filter();
}
expand.hidden = folds().length === 0;
sayWhatExpandDoes();
bar.hidden = items.length < FEW && expand.hidden;
bar.addEventListener('input', filter);
expand.addEventListener('click', expandOrCollapse);
addEventListener('hashchange', follow);
openForPrint();
follow();
