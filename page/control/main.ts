import { ask, useToken } from './api.ts';
import { byId, field } from './dom.ts';
import { lookForHeld, watchHeld } from './held.ts';
import { refreshHits, refreshRules } from './rules.ts';
import type { Status } from './shapes.ts';
import { attempt, tell } from './status.ts';
import { openSuggestions, refreshSuggestions } from './suggestions.ts';
import { openTrials } from './trials.ts';

/** Opens the page with the token that is in use. Somebody else, with other scopes, may have been here before. */
async function open(): Promise<void> {
  const { body } = await ask<Status>('GET', '/api/status');
  byId('rule-set').textContent = body.ruleSet;
  const may = (scope: string) => body.scopes.includes(scope);
  byId('held').hidden = !may('approvals');
  for (const id of ['rules', 'trials', 'suggestions']) byId(id).hidden = !may('policies:read');
  byId('suggest').hidden = !may('policies:write');
  byId('sign-in').hidden = true;
  byId('work').hidden = false;
  tell(`signed in as ${body.name}`);
  byId('title').focus();
  if (may('approvals')) void lookForHeld();
  if (!may('policies:read')) return;
  await refreshRules();
  await attempt(refreshHits);
  await refreshSuggestions();
}

/** Uses the key of the link, which is taken out of the address before anything else happens. */
function useLink(): void {
  const key = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  if (key === '') return;
  void attempt(async () => {
    const { body } = await ask<{ readonly token: string }>('POST', '/api/session', { key });
    useToken(body.token);
    await open();
  });
}

byId('sign-in-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const input = field('token');
  useToken(input.value.trim());
  input.value = '';
  void attempt(open);
});

document.addEventListener('signed-out', () => {
  byId('sign-in').hidden = false;
  byId('work').hidden = true;
});

byId('refresh').addEventListener('click', () =>
  attempt(async () => {
    await refreshRules();
    await refreshHits();
    tell('the rules and their hits are up to date');
  }),
);

openTrials();
openSuggestions();
watchHeld();
useLink();
// a link that is opened where the page is open already changes the address, and loads nothing
addEventListener('hashchange', useLink);
