import { FAMILIES, type Family } from '../../features/scan/core/rule.ts';
import type { RuleList } from '../../features/scan/rule-list-schema.ts';
import type { Palette } from '../palette.ts';
import { TONES } from './words.ts';

/** Formats the list of rules for people, by family. */
export function formatRules({ rules }: RuleList, palette: Palette): string {
  const parts = (Object.keys(FAMILIES) as Family[]).map((family) => {
    const rows = rules
      .filter((rule) => rule.family === family)
      .map(({ id, severity, title, false_alarms: alarms }) => {
        const measured = alarms ? `, in ${alarms.found} of ${alarms.of} harmless tools` : '';
        return `  ${palette.bold(id)}  ${palette[TONES[severity]](severity)}${measured}\n    ${title}\n`;
      });
    return `${family}: ${FAMILIES[family]}\n${rows.join('')}`;
  });
  return parts.join('\n');
}
