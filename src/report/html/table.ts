import type { Tone } from '../../text/tone.ts';
import { escapeHtml } from './escape-html.ts';
import { chip } from './parts.ts';

/** A text, or a word with a colour. */
export type Cell = string | { readonly chip: string; readonly tone: Tone };

/** A row of texts; the first names the row. */
export type Cells = readonly [] | readonly [string, ...Cell[]] | readonly string[];

/** A row that is an item of the page, see `Entry`. Its mark is a cell before the others. */
export interface ItemRow {
  readonly anchor: string;
  readonly mark: string;
  readonly tone: Tone;
  readonly cells: Cells;
}

/**
 * Makes a table of texts, which are escaped. The first text of a row names the row. A wide table scrolls by itself, so
 * that the page does not.
 * @param label what the table shows: a screen reader says it before the table
 * @param head the columns; the first of a table of items is that of their marks
 */
export function htmlTable(
  label: string,
  head: readonly string[],
  rows: readonly (Cells | ItemRow)[],
): string {
  if (rows.length <= MOST_ROWS) return tablePart(label, head, rows, 'wide');
  const parts: string[] = [];
  for (let start = 0; start < rows.length; start += PART_ROWS) {
    const part = rows.slice(start, start + PART_ROWS);
    parts.push(tablePart(`${label}, from ${start + 1} on`, head, part, 'wide long'));
  }
  return parts.join('\n');
}

/** A longer table is cut into parts, which a browser lays out only when they come into sight. */
const MOST_ROWS = 500;

/** How many rows a part of a long table has. */
const PART_ROWS = 100;

function tablePart(
  label: string,
  head: readonly string[],
  rows: readonly (Cells | ItemRow)[],
  kind: string,
): string {
  const name = escapeHtml(label);
  return [
    `<div class="${kind}" role="group" tabindex="0" aria-label="${name}">`,
    `<table aria-label="${name}">`,
    `<thead><tr>${head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map((row) => ('cells' in row ? itemRow(row) : `<tr>${texts(row)}</tr>`)),
    '</tbody>',
    '</table>',
    '</div>',
  ].join('\n');
}

function texts([first = '', ...rest]: Cells): string {
  return `<th scope="row">${escapeHtml(first)}</th>${others(rest)}`;
}

function itemRow({ anchor, mark, tone, cells: [first = '', ...rest] }: ItemRow): string {
  const id = escapeHtml(anchor);
  return [
    `<tr id="${id}" data-mark="${escapeHtml(mark)}" data-tone="${tone}">`,
    `<td>${chip(mark, tone)}</td>`,
    `<th scope="row"><a href="#${id}">${escapeHtml(first)}</a></th>`,
    `${others(rest)}</tr>`,
  ].join('');
}

function others(cells: readonly Cell[]): string {
  const content = (cell: Cell) => (typeof cell === 'string' ? escapeHtml(cell) : chip(cell.chip, cell.tone));
  return cells.map((cell) => `<td>${content(cell)}</td>`).join('');
}
