import type { Certificate } from '../../features/judge/certify.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';
import { checkCells, figures, headline, nextSteps, validity } from './certificate-words.ts';
import { diagram } from './diagram.ts';
import { figure } from './numbers.ts';

/** More groups than this are not shown. */
const MOST_GROUPS = 10;

/** Formats a certification for people: the verdict, the checks, the figures, the reliability diagram, what to do. */
export function formatCertificate(certificate: Certificate, palette: Palette): string {
  const { word, rest } = headline(certificate);
  const paint = certificate.certified ? palette.good : palette.bad;
  return `${[
    `${paint(palette.bold(word))}  ${escapeForTerminal(rest)}`,
    palette.quiet(validity(certificate)),
    '',
    ...checkLines(certificate, palette),
    '',
    ...alignColumns(figures(certificate)).map(toLine),
    '',
    ...diagram(certificate),
    ...groupLines(certificate),
    ...nextSteps(certificate).map((step) => `\n${palette.note('next')}: ${step}`),
  ].join('\n')}\n`;
}

function checkLines({ checks }: Certificate, palette: Palette): string[] {
  const rows = alignColumns(checks.map(checkCells));
  return rows.map(([outcome = '', ...cells], index) =>
    toLine([(checks[index]?.passed ? palette.good : palette.bad)(outcome), ...cells]),
  );
}

/** The groups that the judge is least calibrated for, first. */
function groupLines({ labels: { groups = [] } }: Certificate): string[] {
  if (groups.length === 0) return [];
  const gap = ({ confidence = 0, accuracy = 0 }: (typeof groups)[number]) => Math.abs(confidence - accuracy);
  const shown = [...groups].sort((a, b) => gap(b) - gap(a)).slice(0, MOST_GROUPS);
  const rows = shown.map(({ group, rows: count, confidence = 0, accuracy = 0 }) => [
    escapeLine(group),
    String(count),
    figure(confidence),
    figure(accuracy),
  ]);
  const more = groups.length - shown.length;
  return [
    '',
    ...alignColumns([['group', 'rows', 'confidence', 'accuracy'], ...rows]).map(toLine),
    ...(more > 0 ? [`  ${more} more; --format json has them all`] : []),
  ];
}
