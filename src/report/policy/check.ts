import type { PolicyCheck } from '../../features/policy/check-schema.ts';
import { FINDING_SEVERITIES } from '../../features/policy/findings.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';

/** The findings of a lint, for people and for editors that read `file:line:column: severity: message`. */
export function formatPolicyCheck(check: PolicyCheck, palette: Palette): string {
  const path = escapeLine(check.policy.path);
  if (check.findings.length === 0) return `${path}: no findings\n`;
  const lines = check.findings.map(({ code, severity, line, column, message, help }) => {
    const painted = palette[FINDING_SEVERITIES[severity].tone](severity);
    const first = `${path}:${line}:${column}: ${painted}: ${escapeForTerminal(message)} ${palette.quiet(`[${code}]`)}\n`;
    return help === undefined ? first : `${first}  help: ${escapeForTerminal(help)}\n`;
  });
  const { error, warning } = check.counts;
  const total = `${plural(check.findings.length, 'finding')}: ${plural(error, 'error')}, ${plural(warning, 'warning')}`;
  return `${lines.join('')}\n${total}\n`;
}
