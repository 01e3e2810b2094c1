import type { Certificate } from '../../features/judge/certify.ts';
import { Anchors } from '../html/anchors.ts';
import { htmlPage } from '../html/page.ts';
import { paragraph, section } from '../html/parts.ts';
import { htmlTable } from '../html/table.ts';
import { checkCells, figures, headline, nextSteps, validity } from './certificate-words.ts';
import { binCells, filledBins } from './diagram.ts';
import { reliabilitySvg } from './reliability-svg.ts';

/** Writes a certification as a page for people, with its reliability diagram. Spec (reports): "Reports that people look at" */
export function formatCertificateHtml(certificate: Certificate): string {
  const { word, rest } = headline(certificate);
  const { certified } = certificate;
  return htmlPage({
    kind: 'judge certification',
    verdict: { word, tone: certified ? 'good' : 'bad' },
    headline: rest,
    facts: [['Validity', validity(certificate)]],
    notes: nextSteps(certificate),
    body: [
      ...section('Checks', [checkTable(certificate)]),
      ...section('Reliability', [
        paragraph(
          'Each circle is a bin: how sure the judge was, and how often it was right. A calibrated judge is on the line.',
        ),
        reliabilitySvg(certificate),
        htmlTable('Bins', ['Bin', 'Rows', 'Confidence', 'Accuracy'], filledBins(certificate).map(binCells)),
      ]),
      ...section('Figures', [htmlTable('Figures', ['Figure', 'Value'], figures(certificate))]),
    ],
  });
}

/** The checks that fail come first. */
function checkTable({ checks }: Certificate): string {
  const anchors = new Anchors();
  const ordered = [...checks].sort((a, b) => Number(a.passed) - Number(b.passed));
  const rows = ordered.map((check) => {
    const [mark = '', ...cells] = checkCells(check);
    return { anchor: anchors.of(check.id), mark, tone: check.passed ? 'good' : 'bad', cells } as const;
  });
  return htmlTable('Checks', ['Outcome', 'Check', 'Found', 'Allowed', 'Meaning'], rows);
}
