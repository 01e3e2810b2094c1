import type { SuggestReport } from '../../features/gateway/suggest/suggest-schema.ts';
import { defaultStatePath } from '../../features/gateway/suggest/suggestions-file.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { shellCommand } from '../shell-command.ts';
import { formatSuggestions } from './suggestions.ts';

/** Formats the suggestions for people, with the next commands to run. */
export function formatSuggest(report: SuggestReport, palette: Palette): string {
  const { suggestions, records, minSupport, state, ruleSet } = report;
  const head = `${plural(suggestions.length, 'suggestion')} from ${plural(records, 'record')}`;
  const about = `rule set ${ruleSet}, saved in ${state}, each with a support of ${minSupport} or more`;
  return [
    `${palette.bold(head)}${againInWords(report)}\n${palette.quiet(escapeForTerminal(about))}\n${cutInWords(report)}`,
    suggestions.length === 0 ? noneFound(report) : formatSuggestions(suggestions, palette),
    ...(suggestions[0] ? [nextSteps(suggestions[0].id, report)] : []),
  ].join('\n');
}

function againInWords({ accepted, dismissed }: SuggestReport): string {
  const again = [
    ...(accepted > 0 ? [`${accepted} accepted before`] : []),
    ...(dismissed > 0 ? [`${dismissed} dismissed before`] : []),
  ];
  return again.length === 0 ? '' : `; ${again.join(' and ')}`;
}

function cutInWords({ cut }: SuggestReport): string {
  return cut.length === 0 ? '' : `some ${cut.join(' and ')} were left out: the log names too many\n`;
}

function noneFound({ accepted, dismissed, minSupport }: SuggestReport): string {
  const isNew = accepted + dismissed > 0 ? 'new ' : '';
  return `no ${isNew}suggestion has a support of ${minSupport} or more${minSupport > 1 ? ': try a lower --min-support' : ''}\n`;
}

function nextSteps(id: string, { ruleSet, state }: SuggestReport): string {
  const kept = state === defaultStatePath(ruleSet) ? [] : ['--state', state];
  const command = (verb: string) =>
    shellCommand(['mcptest', 'gateway', 'suggestions', verb, id, '--policies', ruleSet, ...kept]);
  return `${command('accept')}\n${command('dismiss')}\n`;
}
