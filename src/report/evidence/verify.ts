import { CHECK_NAMES, type CheckName, REASONS, type Reason } from '../../features/evidence/verify/reasons.ts';
import type { EvidenceVerdict } from '../../features/evidence/verify/verdict-schema.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';
import { OUTCOME_TONES, remarksOn, whatWasChecked, wordOf } from './words.ts';

/** Formats a verdict as human-readable text: the headline, the scope and outcome of each check, then every reason. */
export function formatVerdict(verdict: EvidenceVerdict, palette: Palette): string {
  const { artifact, verified_at, checks, reasons } = verdict;
  const cells = CHECK_NAMES.map((name) => [name, wordOf(checks[name]), whatWasChecked(name, verdict)]);
  const [titles = [], ...rows] = alignColumns([
    ['check', 'result', 'what was checked'],
    ...cells.map((row) => row.map(escapeForTerminal)),
  ]);
  const lines = rows.map(([name = '', outcome = '', words = ''], index) => {
    const paint = palette[OUTCOME_TONES[checks[CHECK_NAMES[index] as CheckName]]];
    return toLine([name, paint(outcome), words]);
  });
  return [
    `${headline(verdict, palette)}\n`,
    palette.quiet(toLine([`sha256 ${artifact.sha256}, verified at ${verified_at}`])),
    '\n\n',
    [palette.quiet(toLine(titles)), ...lines, ''].join('\n'),
    formatReasons(reasons, palette),
  ].join('');
}

function headline(verdict: EvidenceVerdict, palette: Palette): string {
  const word = verdict.accepted ? palette.good('ACCEPTED') : palette.bad('REJECTED');
  const remarks = remarksOn(verdict);
  const remark = remarks.length > 0 ? `  ${palette.caution(remarks.join('; '))}` : '';
  return `${palette.bold(word)}  ${nameOf(verdict.artifact)}${remark}`;
}

/** Returns the name of a file for a headline. */
export function nameOf({ path }: { readonly path: string }): string {
  return path === '-' ? 'standard input' : escapeLine(path);
}

/** Lists the reasons, each with its help. Empty when there are none. */
export function formatReasons(reasons: readonly Reason[], palette: Palette): string {
  if (reasons.length === 0) return '';
  const lines = reasons.map(
    ({ code, message }) =>
      `${toLine([escapeForTerminal(message), palette.quiet(`[${code}]`)])}\n      help: ${REASONS[code].help}\n`,
  );
  return `\n${palette.bold(palette.bad('rejected because:'))}\n${lines.join('')}`;
}
