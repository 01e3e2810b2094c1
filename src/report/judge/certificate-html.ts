import type { Certificate } from '../../features/judge/certify.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { htmlPage } from '../html/page.ts';
import { checkCells, figures, headline, nextSteps, validity } from './certificate-words.ts';
import { rangeOf } from './diagram.ts';
import { figure } from './numbers.ts';
import { reliabilitySvg } from './reliability-svg.ts';

/** Writes a certification as a page for people, with its reliability diagram. Spec (reports): "Reports that people look at" */
export function formatCertificateHtml(certificate: Certificate): string {
  const { word, rest } = headline(certificate);
  const { certified, checks, calibration } = certificate;
  const bins = calibration.bins
    .filter(({ rows }) => rows > 0)
    .map((bin) => [rangeOf(bin), String(bin.rows), figure(bin.confidence ?? 0), figure(bin.accuracy ?? 0)]);
  return htmlPage(
    `${word}: ${rest}`,
    [
      `<h1><span class="${certified ? 'good' : 'bad'}">${word}</span> <span class="text">${escapeHtml(rest)}</span></h1>`,
      `<p class="quiet">${escapeHtml(validity(certificate))}</p>`,
      ...nextSteps(certificate).map((step) => `<p class="caution">${escapeHtml(step)}</p>`),
      '<h2>Checks</h2>',
      table(['Outcome', 'Check', 'Found', 'Allowed', 'Meaning'], checks.map(checkCells)),
      '<h2>Reliability</h2>',
      '<p>Each circle is a bin: how sure the judge was, and how often it was right. A calibrated judge is on the line.</p>',
      reliabilitySvg(certificate),
      table(['Bin', 'Rows', 'Confidence', 'Accuracy'], bins),
      '<h2>Figures</h2>',
      table(['Figure', 'Value'], figures(certificate)),
    ].join('\n'),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
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
