import type { Certificate } from '../../features/judge/certify.ts';
import { code, markdownTable } from '../markdown.ts';
import { checkCells, figures, headline, nextSteps, validity } from './certificate-words.ts';
import { rangeOf } from './diagram.ts';
import { figure } from './numbers.ts';

/** Formats a certification as Markdown, for a job summary or a pull request. */
export function formatCertificateMarkdown(certificate: Certificate): string {
  const { word, rest } = headline(certificate);
  const checks = certificate.checks
    .map(checkCells)
    .map(([outcome = '', id = '', ...cells]) => [
      outcome === 'fail' ? '**fail**' : outcome,
      `\`${id}\``,
      ...cells,
    ]);
  const bins = certificate.calibration.bins
    .filter(({ rows }) => rows > 0)
    .map((bin) => [
      `\`${rangeOf(bin)}\``,
      String(bin.rows),
      figure(bin.confidence ?? 0),
      figure(bin.accuracy ?? 0),
    ]);
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
