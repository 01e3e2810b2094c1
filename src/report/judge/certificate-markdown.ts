import type { Certificate } from '../../features/judge/certify.ts';
import { code, markdownTable } from '../markdown.ts';
import { checkCells, figures, headline, nextSteps, validity } from './certificate-words.ts';
import { binCells, filledBins } from './diagram.ts';

/** Formats a certification as Markdown, for a job summary or a pull request. */
export function formatCertificateMarkdown(certificate: Certificate): string {
  const { word, rest } = headline(certificate);
  const checks = certificate.checks
    .map(checkCells)
    .map(([outcome, id, ...cells]) => [
      outcome === 'fail' ? '**fail**' : (outcome as string),
      `\`${id}\``,
      ...cells,
    ]);
  const bins = filledBins(certificate)
    .map(binCells)
    .map(([range, ...cells]) => [`\`${range}\``, ...cells]);
  return [
    `### ${word}: ${code(rest)}\n`,
    `${validity(certificate)}\n`,
    markdownTable(['outcome', 'check', 'found', 'allowed', 'meaning'], checks),
    figures(certificate)
      .map(([label, text]) => `- ${label}: ${text}\n`)
      .join(''),
    markdownTable(['bin', 'rows', 'confidence', 'accuracy'], bins),
    ...nextSteps(certificate).map((step) => `${step}\n`),
  ].join('\n');
}
