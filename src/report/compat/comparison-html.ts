import type { ComparedEntry, ModelComparison } from '../../features/compat/compare.ts';
import { Anchors } from '../html/anchors.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { htmlPage } from '../html/page.ts';
import { htmlTable } from '../html/table.ts';
import { shellCommand } from '../shell-command.ts';
import { CLASS_TONES, entryCells, facts, headline, noiseRows, remarks } from './words.ts';

/**
 * Writes a comparison as a page for people: the cases that changed first, each with the runs to read, and those that pass
 * folded. Spec (reports): "Reports that people look at"
 */
export function formatComparisonHtml(comparison: ModelComparison): string {
  const { word, rest } = headline(comparison);
  const anchors = new Anchors();
  const isPassing = ({ classification }: ComparedEntry) => classification === 'PASS';
  const changed = comparison.entries.filter((entry) => !isPassing(entry));
  const passing = comparison.entries.filter(isPassing);
  const [head = [], ...noise] = noiseRows(comparison);
  return htmlPage(
    `${word}: ${rest}`,
    [
      `<h1><span class="${CLASS_TONES[word]}">${word}</span> ${escapeHtml(rest)}</h1>`,
      htmlTable(['Fact', 'Found'], facts(comparison)),
      ...changed.map((entry) => article(entry, anchors.of(entry.id))),
      ...(passing.length === 0
        ? []
        : [
            '<details>',
            `<summary>${passing.length} that pass</summary>`,
            htmlTable(
              ['Case', 'Held', 'p'],
              passing.map((entry) => entryCells(entry).slice(1, 4)),
            ),
            '</details>',
          ]),
      '<h2>Noise</h2>',
      '<p>How often two runs differ. A drift that is as frequent as the noise says little.</p>',
      htmlTable(head, noise),
    ].join('\n'),
  );
}

function article(entry: ComparedEntry, anchor: string): string {
  const { classification, read } = entry;
  const [word = '', id = '', held = '', p = '', changed = ''] = entryCells(entry);
  const link = escapeHtml(anchor);
  const commands = read
    ? [read.baseline, read.candidate].map((each) => shellCommand(['mcptest', 'cassette', 'show', each]))
    : [];
  return [
    `<article class="${classification === 'FAIL' ? 'fail' : 'drift'}" id="${link}">`,
    `<h3><span class="${CLASS_TONES[classification]}">${word}</span> <a class="text" href="#${link}">${escapeHtml(id)}</a></h3>`,
    `<p>held ${escapeHtml(held)}, p ${escapeHtml(p)}; changed: ${escapeHtml(changed)}</p>`,
    ...remarks(entry).map((remark) => `<p class="text">${escapeHtml(remark)}</p>`),
    ...(commands.length === 0 ? [] : [`<pre class="text">${escapeHtml(commands.join('\n'))}</pre>`]),
    '</article>',
  ].join('\n');
}
