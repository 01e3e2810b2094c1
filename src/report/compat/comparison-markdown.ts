import type { ModelComparison } from '../../features/compat/compare.ts';
import { code, markdownTable } from '../markdown.ts';
import { entryCells, facts, headline, noiseRows, remarks } from './words.ts';

/** Formats a comparison as Markdown, for a pull request. Every text from a recording is written as code. */
export function formatComparisonMarkdown(comparison: ModelComparison): string {
  const { word, rest } = headline(comparison);
  const rows = comparison.entries.map((entry) => {
    const [classification = '', id = '', ...cells] = entryCells(entry);
    return [
      classification === 'FAIL' ? '**FAIL**' : classification,
      code(id),
      ...cells,
      remarks(entry).map(code).join('<br>'),
    ];
  });
  const [head = [], ...noise] = noiseRows(comparison);
  return [
    `### ${word}: ${rest}\n`,
    facts(comparison)
      .map(([label, text]) => `- ${label}: ${code(text)}\n`)
      .join(''),
    markdownTable(['class', 'case', 'held', 'p', 'changed', 'what it means'], rows),
    markdownTable(head, noise),
  ].join('\n');
}
