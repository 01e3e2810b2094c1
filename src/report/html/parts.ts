import type { Tone } from '../../text/tone.ts';
import { escapeHtml } from './escape-html.ts';

/** An item of a page: something that a reader filters for, and that a link leads to. All but `body` is plain text. */
export interface Entry {
  /** The name that a link leads to, from `Anchors`: the rule, test, case, scenario, tool or finding. */
  readonly anchor: string;
  /** How it ended, or how severe it is: `fail`. The page offers a filter for each. */
  readonly mark: string;
  readonly tone: Tone;
  readonly title: string;
  /** What else identifies it: its file, how long it took. */
  readonly aside?: string;
  /** HTML: reasons, evidence, where to look. */
  readonly body?: readonly string[];
}

/**
 * Makes an item as a card with a heading of the third level, so it belongs into a {@link section}. Its title is the link to it, which
 * the style marks with `#`.
 */
export function entry({ anchor, mark, tone, title, aside, body = [] }: Entry): string {
  const id = escapeHtml(anchor);
  return [
    `<article class="item" id="${id}" data-mark="${escapeHtml(mark)}" data-tone="${tone}">`,
    `<h3>${chip(mark, tone)} <a class="name" href="#${id}">${escapeHtml(title)}</a></h3>`,
    ...(aside === undefined ? [] : [paragraph(aside, 'quiet')]),
    ...body,
    '</article>',
  ].join('\n');
}

/** Makes a section with a heading of the second level; nothing without parts. */
export function section(title: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : ['<section>', `<h2>${escapeHtml(title)}</h2>`, ...parts, '</section>'];
}

/** Makes the heading of a part of an item. */
export function heading(title: string): string {
  return `<h4 class="name">${escapeHtml(title)}</h4>`;
}

/**
 * Makes a part that the reader unfolds; nothing without parts.
 * @param isOpen whether it is unfolded at first: there is room for it
 */
export function folded(title: string, parts: readonly string[], isOpen = false): string[] {
  if (parts.length === 0) return [];
  return [
    isOpen ? '<details open>' : '<details>',
    `<summary class="name">${escapeHtml(title)}</summary>`,
    ...parts,
    '</details>',
  ];
}

/** Shows a word with a colour: `fail`. */
export function chip(word: string, tone: Tone): string {
  return `<span class="chip ${tone}">${escapeHtml(word)}</span>`;
}

/** Makes a paragraph of text, in a tone. */
export function paragraph(text: string, tone?: Tone): string {
  return `<p class="name${tone === undefined ? '' : ` ${tone}`}">${escapeHtml(text)}</p>`;
}

/** Shows text as it is written: a command, an argument, an answer. */
export function preformatted(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>`;
}

/** Makes a list of texts; nothing without texts. */
export function list(texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  return ['<ul>', ...texts.map((text) => `<li class="name">${escapeHtml(text)}</li>`), '</ul>'];
}

/** Makes a list of labels and texts, such as what was found and what was expected. */
export function pairs(rows: readonly (readonly [string, string])[]): string {
  const items = rows.map(
    ([label, text]) => `<dt>${escapeHtml(label)}</dt><dd class="name">${escapeHtml(text)}</dd>`,
  );
  return ['<dl class="facts">', ...items, '</dl>'].join('\n');
}

/** Quotes a sentence of a document on the web, and links to it. A page of another kind is only named. */
export function quotation(text: string, page: string): string {
  const source = escapeHtml(page);
  // only a click follows it; an address of another scheme could be a script
  const link = page.startsWith('https://') ? `<a href="${source}" rel="noreferrer">${source}</a>` : source;
  return `<blockquote><p class="name">${escapeHtml(text)}</p>\n<p class="quiet">${link}</p></blockquote>`;
}
