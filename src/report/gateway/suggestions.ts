import type { Suggestion, SuggestionsFile } from '../../features/gateway/suggest/suggestions-file.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Tone } from '../../text/tone.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';

const TONES = { open: 'note', accepted: 'good', dismissed: 'quiet' } as const satisfies Record<
  Suggestion['status'],
  Tone
>;

/** Formats the suggestions stored for a rule set, for people. */
export function formatSuggestionsFile({ suggestions }: SuggestionsFile, palette: Palette): string {
  return formatSuggestions(suggestions, palette);
}

/** Formats suggestions for people: the evidence, the effect of the rule in a backtest, and the rule. */
export function formatSuggestions(suggestions: readonly Suggestion[], palette: Palette): string {
  if (suggestions.length === 0) return 'no suggestions\n';
  return suggestions.map((suggestion) => formatSuggestion(suggestion, palette)).join('\n');
}

function formatSuggestion(suggestion: Suggestion, palette: Palette): string {
  const { id, kind, status, summary, evidence, rule, disables, note, backtest } = suggestion;
  const isSwitchedOff = rule.enabled === false;
  const lines = [
    ['evidence', counts(evidence)],
    ['backtest', backtestInWords(backtest)],
    ...(isSwitchedOff ? [] : [['rule', JSON.stringify(rule)]]),
    ...disables.map(({ name }) => ['switch off', name]),
    ...(note === undefined ? [] : [['note', note]]),
  ];
  const mark = status === 'open' ? '' : ` ${palette[TONES[status]](status)}`;
  const head = `${palette.bold(id)} ${palette.quiet(`[${kind}]`)}${mark} ${escapeForTerminal(summary)}`;
  return `${head}\n${lines
    .map(([label = '', text = '']) => `  ${palette.quiet(label.padEnd(10))}  ${escapeForTerminal(text)}\n`)
    .join('')}`;
}

function counts(evidence: Suggestion['evidence']): string {
  return Object.entries(evidence)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function backtestInWords({ total, flipped, loosening, tightening, unknown }: Suggestion['backtest']): string {
  return `${plural(total, 'record')}: ${plural(flipped, 'flip')} (${loosening} loosen, ${tightening} tighten), ${unknown} unknown`;
}
