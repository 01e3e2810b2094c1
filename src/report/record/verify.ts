import type { VerifiedRequest, VerifyReport } from '../../features/record/verify-schema.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';

/** Formats how the answers of a server differ from a tape, for people: a line a request, and one a place that differs. */
export function formatVerify(report: VerifyReport, palette: Palette): string {
  const { tape, server, counts, accepted, notes, requests } = report;
  const lines = requests.flatMap((request) => linesOf(request, palette));
  const sent = requests.length - counts.skipped;
  const all = `${counts.same} of ${plural(sent, 'request')} answered as recorded`;
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  const verdict = accepted
    ? palette.good('same')
    : sent === 0
      ? palette.caution('nothing sent')
      : palette.bad('differs');
  return `${escapeLine(tape)} against ${escapeForTerminal(server)}\n\n${lines.map((line) => `${line}\n`).join('')}\n${verdict}: ${all}${skipped}\n${notes.map((note) => `note: ${escapeForTerminal(note)}\n`).join('')}`;
}

const TONES = { same: 'good', differs: 'bad', 'no-answer': 'bad', skipped: 'caution' } as const;

function linesOf(
  { method, name, outcome, reason, differences }: VerifiedRequest,
  palette: Palette,
): string[] {
  const what = escapeForTerminal(name === undefined ? method : `${method} ${clip(name)}`);
  const why = reason === undefined ? '' : `: ${escapeForTerminal(reason)}`;
  return [
    `${palette[TONES[outcome]](outcome.padEnd('no-answer'.length))}  ${what}${why}`,
    ...differences.map((each) => {
      const [was, is] = [shown('recorded' in each, each.recorded), shown('now' in each, each.now)];
      return `             ${escapeForTerminal(clip(each.path, 120))}: recorded ${was}, now ${is}`;
    }),
  ];
}

function shown(isThere: boolean, value: unknown): string {
  return isThere ? escapeForTerminal(clip(JSON.stringify(value))) : 'nothing';
}
