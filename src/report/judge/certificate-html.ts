import type { Certificate } from '../../features/judge/certify.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { htmlPage } from '../html/page.ts';
import { htmlTable } from '../html/table.ts';
import { checkCells, figures, headline, nextSteps, validity } from './certificate-words.ts';
import { binCells, filledBins } from './diagram.ts';
import { reliabilitySvg } from './reliability-svg.ts';

/** Writes a certification as a page for people, with its reliability diagram. Spec (reports): "Reports that people look at" */
export function formatCertificateHtml(certificate: Certificate): string {
  const { word, rest } = headline(certificate);
  const { certified, checks } = certificate;
  return htmlPage(
    `${word}: ${rest}`,
    [
      `<h1><span class="${certified ? 'good' : 'bad'}">${word}</span> <span class="text">${escapeHtml(rest)}</span></h1>`,
      `<p class="quiet">${escapeHtml(validity(certificate))}</p>`,
      ...nextSteps(certificate).map((step) => `<p class="caution">${escapeHtml(step)}</p>`),
      '<h2>Checks</h2>',
      htmlTable(['Outcome', 'Check', 'Found', 'Allowed', 'Meaning'], checks.map(checkCells)),
      '<h2>Reliability</h2>',
      '<p>Each circle is a bin: how sure the judge was, and how often it was right. A calibrated judge is on the line.</p>',
      reliabilitySvg(certificate),
      htmlTable(['Bin', 'Rows', 'Confidence', 'Accuracy'], filledBins(certificate).map(binCells)),
      '<h2>Figures</h2>',
      htmlTable(['Figure', 'Value'], figures(certificate)),
    ].join('\n'),
  );
}
