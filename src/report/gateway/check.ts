import type { RuleSetCheck } from '../../features/gateway/check/check-schema.ts';
import { RULE_SET_SEVERITIES } from '../../features/gateway/check/findings.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';

/** The findings of a lint, for people and for editors that read `file:line: severity: message`. */
export function formatRuleSetCheck({ ruleSet, findings, counts }: RuleSetCheck, palette: Palette): string {
  const path = escapeLine(ruleSet);
  if (findings.length === 0) return `${path}: no findings\n`;
  const lines = findings.map(({ code, severity, policy, line, message, help }) => {
    const painted = palette[RULE_SET_SEVERITIES[severity].tone](severity);
    const said = escapeForTerminal(`rule \`${policy}\`: ${message}`);
    const first = `${path}:${line}: ${painted}: ${said} ${palette.quiet(`[${code}]`)}\n`;
    return help === undefined ? first : `${first}  help: ${escapeForTerminal(help)}\n`;
  });
  const { error, warning, note } = counts;
  const parts = [plural(error, 'error'), plural(warning, 'warning'), plural(note, 'note')];
  return `${lines.join('')}\n${plural(findings.length, 'finding')}: ${parts.join(', ')}\n`;
}
