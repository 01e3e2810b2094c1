import { codeEscape, replaceUnsafe } from '../../src/text/escape-terminal.ts';

/** What an element contains: text from anywhere, which is only ever text, or elements. */
export type Content = string | Node | readonly Content[];

/** Makes an element. Texts become text nodes, so that no text of a call is ever markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...contents: readonly Content[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  add(element, contents);
  return element;
}

/** Replaces what an element contains. */
export function fill(element: Element, ...contents: readonly Content[]): void {
  element.replaceChildren();
  add(element, contents);
}

function add(element: Element, contents: readonly Content[]): void {
  for (const content of contents) {
    if (typeof content === 'string') element.append(visible(content));
    else if (content instanceof Node) element.append(content);
    else add(element, content);
  }
}

/** Makes characters visible that nobody would see, or that change how others are read. Line feeds stay. */
export function visible(text: string): string {
  return replaceUnsafe(text, (char) => (char === '\n' || char === '#' ? char : codeEscape(char)));
}

/** Returns the element of the page with an identifier. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

/** Returns the input of the page with an identifier. */
export function field(id: string): HTMLInputElement & HTMLTextAreaElement {
  return byId(id) as HTMLInputElement & HTMLTextAreaElement;
}

/** Makes a button. The label says to a screen reader what it is about. */
export function button(text: string, label: string, kind: string, act: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', class: kind, 'aria-label': visible(label) }, text);
  made.addEventListener('click', act);
  return made;
}

/** Makes a table with a caption that a screen reader reads first. */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
): HTMLElement {
  return make(
    'div',
    { class: 'wide', role: 'region', tabindex: '0', 'aria-label': visible(caption) },
    make(
      'table',
      {},
      make('caption', {}, caption),
      make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
      make(
        'tbody',
        {},
        ...rows.map(([first = '', ...rest]) =>
          make('tr', {}, make('th', { scope: 'row' }, first), ...rest.map((cell) => make('td', {}, cell))),
        ),
      ),
    ),
  );
}

/** Makes a decision visible, in words as well as in colour. */
export function decision(word: string): HTMLElement {
  const tone = { deny: 'bad', denied: 'bad', allow: 'good', approved: 'good' }[word] ?? 'caution';
  return make('span', { class: `chip ${tone}` }, word.replaceAll('_', ' '));
}
