import type { SuiteCheck } from '../../features/scenario/check/check-schema.ts';
import type { SuiteFindingSeverity } from '../../features/scenario/check/findings.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Tone } from '../../text/tone.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';

const TONES = { error: 'bad', warning: 'caution' } as const satisfies Record<SuiteFindingSeverity, Tone>;

/** The findings of a lint, for people and for editors that read `file:line: severity: message`. */
export function formatSuiteCheck({ suite, findings, counts }: SuiteCheck, palette: Palette): string {
  const path = escapeLine(suite);
  if (findings.length === 0) return `${path}: no findings\n`;
  const lines = findings.map(({ code, severity, scenario, line, message, help }) => {
    const said = escapeForTerminal(`scenario \`${scenario}\`: ${message}`);
    const first = `${path}:${line}: ${palette[TONES[severity]](severity)}: ${said} ${palette.quiet(`[${code}]`)}\n`;
    return help === undefined ? first : `${first}  help: ${escapeForTerminal(help)}\n`;
  });
  const { error, warning } = counts;
  const total = `${plural(findings.length, 'finding')}: ${plural(error, 'error')}, ${plural(warning, 'warning')}`;
  return `${lines.join('')}\n${total}\n`;
}
