import type { RuleList } from '../../features/gateway/rule-file/rule-list-schema.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { alignColumns, toLine } from '../table.ts';
import { DECISION_TONES } from './decision-tones.ts';

type Entry = RuleList['policies'][number];

/** Formats the rules for people: one line for each rule, in the order of evaluation. */
export function formatRules({ ruleSet, policies: rules }: RuleList, palette: Palette): string {
  const titles = ['priority', 'action', 'tools', 'rule', 'fires on', 'where'];
  const [head = [], ...rows] = alignColumns([titles, ...rules.map((rule) => cellsOf(rule, ruleSet))]);
  const lines = rules.map(({ action, enabled }, index) => {
    const [priority = '', verdict = '', ...rest] = rows[index] ?? [];
    if (!enabled) return `${palette.quiet(toLine([priority, verdict, ...rest]))}\n`;
    return `${toLine([priority, palette[DECISION_TONES[action]](verdict), ...rest])}\n`;
  });
  const off = rules.filter(({ enabled }) => !enabled).length;
  const total = `${plural(rules.length, 'rule')}${off > 0 ? `, ${off} of them off` : ''}`;
  return `${palette.quiet(toLine(head))}\n${lines.join('')}\n${total}\n`;
}

function cellsOf(rule: Entry, ruleSet: string): string[] {
  return [
    String(rule.priority),
    rule.enabled ? rule.action : `${rule.action} (off)`,
    clip(rule.toolPattern),
    rule.name,
    conditionsOf(rule),
    `${ruleSet}:${rule.line}`,
  ].map(escapeForTerminal);
}

function conditionsOf({ riskThreshold, signalCategory, context }: Entry): string {
  const conditions = [
    ...(riskThreshold === null ? [] : [`risk >= ${riskThreshold}`]),
    ...(signalCategory === null ? [] : [`${signalCategory} signal`]),
    ...context,
  ];
  return conditions.length === 0 ? '-' : conditions.join(', ');
}
