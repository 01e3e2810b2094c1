import { escapeHtml } from './escape-html.ts';

/** Makes a table of texts, which are escaped. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag} class="text">${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return [
    '<table>',
    `<thead>${line(head, 'th')}</thead>`,
    '<tbody>',
    ...rows.map((row) => line(row, 'td')),
    '</tbody>',
    '</table>',
  ].join('\n');
}
