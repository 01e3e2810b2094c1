import type { ComparedEntry, ModelComparison } from '../../features/compat/compare.ts';
import { Anchors } from '../html/anchors.ts';
import { htmlPage } from '../html/page.ts';
import { entry, folded, paragraph, preformatted, section } from '../html/parts.ts';
import { htmlTable } from '../html/table.ts';
import { shellCommand } from '../shell-command.ts';
import { CLASS_TONES, entryCells, facts, headline, noiseRows, remarks } from './words.ts';

/**
 * Writes a comparison as a page for people: the cases that changed first, each with the runs to read, and those that pass
 * folded. Spec (reports): "Reports that people look at"
 */
export function formatComparisonHtml(comparison: ModelComparison): string {
  const { entries, summary } = comparison;
  const { word, rest } = headline(comparison);
  const anchors = new Anchors();
  const changed = entries.filter(({ classification }) => classification !== 'PASS');
  const passing = entries.filter(({ classification }) => classification === 'PASS');
  const [head = [], ...noise] = noiseRows(comparison);
  return htmlPage({
    kind: 'model comparison',
    verdict: { word, tone: CLASS_TONES[word] },
    headline: rest,
    counts: [
      { value: summary.fail, label: 'fail', tone: 'bad' },
      { value: summary.drift, label: 'drift', tone: 'caution' },
      { value: summary.pass, label: 'pass', tone: 'good' },
    ],
    facts: facts(comparison),
    body: [
      ...section(
        'Changed',
        changed.map((each) => article(each, anchors.of(each.id))),
      ),
      ...section('Passing', passingTable(passing, anchors)),
      ...section('Noise', [
        paragraph('How often two runs differ. A drift that is as frequent as the noise says little.'),
        htmlTable('How often two runs differ', head, noise),
      ]),
    ],
  });
}

function passingTable(passing: readonly ComparedEntry[], anchors: Anchors): string[] {
  if (passing.length === 0) return [];
  const rows = passing.map((each) => ({
    anchor: anchors.of(each.id),
    mark: 'PASS',
    tone: CLASS_TONES.PASS,
    cells: entryCells(each).slice(1, 4),
  }));
  return folded(`${passing.length} that pass`, [
    htmlTable('Cases that pass', ['Class', 'Case', 'Held', 'p'], rows),
  ]);
}

function article(compared: ComparedEntry, anchor: string): string {
  const { classification, read } = compared;
  const [mark = '', title = '', held = '', p = '', changed = ''] = entryCells(compared);
  const commands = read
    ? [read.baseline, read.candidate].map((each) => shellCommand(['mcptest', 'cassette', 'show', each]))
    : [];
  return entry({
    anchor,
    mark,
    tone: CLASS_TONES[classification],
    title,
    aside: `held ${held}, p ${p}; changed: ${changed}`,
    body: [
      ...remarks(compared).map((remark) => paragraph(remark)),
      ...(commands.length === 0 ? [] : [preformatted(commands.join('\n'))]),
    ],
  });
}
