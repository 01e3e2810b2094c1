import { ask } from './api.ts';
import { button, byId, type Content, decision, fill, make } from './dom.ts';
import { refreshRules } from './rules.ts';
import type { Suggestion } from './shapes.ts';
import { attempt, tell } from './status.ts';

const PATH = '/api/policy-suggestions';

/** Lets the button work that looks for suggestions. */
export function openSuggestions(): void {
  byId('suggest').addEventListener('click', () =>
    attempt(async () => {
      tell('the logs are read');
      await ask('POST', `${PATH}/generate`, {});
      const count = await refreshSuggestions();
      tell(count === 0 ? 'the logs suggest nothing new' : `${count} suggestions`);
    }),
  );
}

/** Shows the open suggestions, and returns their number. */
export async function refreshSuggestions(): Promise<number> {
  const { body } = await ask<{ readonly suggestions: readonly Suggestion[] }>('GET', PATH);
  const list = byId('suggestion-list');
  if (body.suggestions.length === 0)
    fill(list, make('p', { class: 'quiet' }, 'There is no open suggestion.'));
  else fill(list, body.suggestions.map(card));
  return body.suggestions.length;
}

function card(suggestion: Suggestion): Content {
  const { id, summary, support, rule, disables, note, backtest } = suggestion;
  return make(
    'article',
    { tabindex: '-1', 'aria-labelledby': `suggestion-${id}` },
    make('h3', { id: `suggestion-${id}` }, summary),
    make(
      'p',
      {},
      rule.enabled === false
        ? []
        : [decision(rule.action), ' ', make('code', {}, rule.toolPattern), ` as ${rule.name}`],
    ),
    disables.length === 0 ? [] : make('p', {}, `switches off ${disables.map(({ name }) => name).join(', ')}`),
    make(
      'p',
      { class: 'quiet' },
      `${support} records support it; ${backtest.flipped} of ${backtest.total} decisions would have flipped`,
    ),
    note === undefined ? [] : make('p', { class: 'caution' }, note),
    make(
      'p',
      { class: 'actions' },
      button('Accept', `Accept: ${summary}`, 'primary', () => settle(suggestion, 'accepted')),
      ' ',
      button('Dismiss', `Dismiss: ${summary}`, 'danger', () => settle(suggestion, 'dismissed')),
    ),
  );
}

async function settle({ id, summary }: Suggestion, status: 'accepted' | 'dismissed'): Promise<void> {
  await attempt(async () => {
    await ask('PATCH', `${PATH}/${id}`, { status });
    tell(`${status}: ${summary}`, 'good');
  });
  await attempt(async () => {
    await refreshRules();
    await refreshSuggestions();
  });
  byId('suggestions-title').focus();
}
