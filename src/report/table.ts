import { displayWidth } from './display-width.ts';

/** A cell wider than this does not widen its column. It pushes the rest of its own row to the right. */
const WIDEST = 48;

/**
 * Pads the cells of a table so that its columns line up. The last cell of a row stays as it is. The cells are returned
 * one by one, so the caller can colour them.
 */
export function alignColumns(rows: readonly (readonly string[])[]): string[][] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      const width = displayWidth(cell);
      if (width <= WIDEST) widths[column] = Math.max(widths[column] ?? 0, width);
    });
  }
  return rows.map((row) =>
    row.map((cell, column) => {
      const isLast = column === row.length - 1;
      return isLast ? cell : cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell)));
    }),
  );
}

/** Returns a name for a column: as JSON when it could be taken for several columns, or for the words of this program. */
export function nameCell(name: string): string {
  return /^[^\s"'`(){}[\],;]+$/.test(name) ? name : JSON.stringify(name);
}

/** Joins the cells of a row into a line without trailing spaces. */
export function toLine(cells: readonly string[]): string {
  return `  ${cells.join('  ')}`.trimEnd();
}
