import { ask, useToken } from './api.ts';
import { byId, field } from './dom.ts';
import { watchHeld } from './held.ts';
import { refreshHits, refreshRules } from './rules.ts';
import type { Status } from './shapes.ts';
import { attempt, tell } from './status.ts';
import { openSuggestions, refreshSuggestions } from './suggestions.ts';
import { openTrials } from './trials.ts';

/** The key of the link, which is taken out of the address before anything else happens. */
const key = location.hash.slice(1);
history.replaceState(null, '', location.pathname);

let isOpen = false;

/** Opens the page with the token that is in use. */
async function open(): Promise<void> {
  const { body } = await ask<Status>('GET', '/api/status');
  byId('rule-set').textContent = body.ruleSet;
  byId('sign-in').hidden = true;
  byId('work').hidden = false;
  const may = (scope: string) => body.scopes.includes(scope);
  byId('held').hidden = !may('approvals');
  for (const id of ['rules', 'trials', 'suggestions']) byId(id).hidden = !may('policies:read');
  byId('suggest').hidden = !may('policies:write');
  tell(`signed in as ${body.name}`);
  byId('title').focus();
  if (isOpen) return;
  isOpen = true;
  openTrials();
  openSuggestions();
  if (may('approvals')) watchHeld();
  if (!may('policies:read')) return;
  await refreshRules();
  await attempt(refreshHits);
  await refreshSuggestions();
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

if (key !== '') {
  void attempt(async () => {
    const { body } = await ask<{ readonly token: string }>('POST', '/api/session', { key });
    useToken(body.token);
    await open();
  });
}
