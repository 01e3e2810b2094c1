import { ask } from './api.ts';
import { button, byId, decision, fill, make, table } from './dom.ts';
import type { ApprovalsReport, Held, HeldWithTrace } from './shapes.ts';
import { attempt, tell } from './status.ts';

/** How often the page looks for held calls, in milliseconds. */
const PACE = 2000;

/** The calls that are shown, as text: nothing is drawn again while it stays the same, so that the focus stays. */
let shown = '';
let waiting: ReadonlySet<string> | undefined;

/** Looks for held calls now and again, while somebody can see them. */
export function watchHeld(): void {
  setInterval(() => {
    const isShown = byId('held').closest('[hidden]') === null;
    if (isShown && document.visibilityState === 'visible') void lookForHeld();
  }, PACE);
}

/** Looks for held calls once. */
export function lookForHeld(): Promise<void> {
  return attempt(refreshHeld);
}

/** Shows the calls that are held now. */
async function refreshHeld(): Promise<void> {
  const { body } = await ask<ApprovalsReport>('GET', '/api/approvals');
  const text = JSON.stringify(body);
  if (text === shown) return;
  shown = text;
  const pending = body.approvals.filter(({ state }) => state === 'pending');
  announce(pending);
  const focused = document.activeElement?.closest('[data-call]')?.getAttribute('data-call');
  const open = new Set([...document.querySelectorAll('[data-call] details[open]')].map(callOf));
  const list = byId('held-list');
  fill(
    list,
    body.approvals.map(card),
    body.unreadable.map((problem) => make('p', { class: 'bad' }, problem)),
  );
  if (list.childElementCount === 0) fill(list, make('p', { class: 'quiet' }, 'No call waits.'));
  byId('held-count').textContent = pending.length === 0 ? '' : String(pending.length);
  document.title = `${pending.length === 0 ? '' : `(${pending.length}) `}mcptest gateway`;
  for (const details of list.querySelectorAll('details')) if (open.has(callOf(details))) details.open = true;
  keepFocus(focused);
}

function callOf(element: Element): string | null | undefined {
  return element.closest('[data-call]')?.getAttribute('data-call');
}

/** A call that was decided keeps the focus on its card, so that the keyboard goes on from there. */
function keepFocus(id: string | null | undefined): void {
  if (!id || document.activeElement !== document.body) return;
  const card = document.querySelector<HTMLElement>(`[data-call="${CSS.escape(id)}"]`);
  (card ?? byId('held-title')).focus();
}

function announce(pending: readonly Held[]): void {
  const now = new Set(pending.map(({ id }) => id));
  const before = waiting;
  waiting = now;
  const fresh = before && pending.filter(({ id }) => !before.has(id));
  if (!fresh || fresh.length === 0) return;
  const names = fresh.map(({ tool }) => tool).join(', ');
  tell(fresh.length === 1 ? `a call waits: ${names}` : `${fresh.length} calls wait: ${names}`);
}

function card(held: Held): HTMLElement {
  const { id, tool, state, server, agent, policy, reason, by } = held;
  const where = [server && `server ${server}`, agent && `agent ${agent}`].filter(Boolean).join(', ');
  const name = make('h3', { id: `call-${id}` }, make('code', {}, tool), ' ', decision(state));
  return make(
    'article',
    { 'data-call': id, tabindex: '-1', 'aria-labelledby': `call-${id}`, class: state },
    name,
    make('p', { class: 'quiet' }, where === '' ? 'server and agent unknown' : where, ` · ${when(held)}`),
    make(
      'p',
      {},
      policy === null ? 'Held by default: ' : ['Held by ', make('strong', {}, policy), ': '],
      reason,
    ),
    held.arguments === undefined
      ? make('p', { class: 'quiet' }, 'Arguments: none, or too many to be shown')
      : make(
          'pre',
          { 'aria-label': 'arguments, masked', tabindex: '0' },
          JSON.stringify(held.arguments, null, 2),
        ),
    by === undefined
      ? []
      : make('p', { class: 'quiet' }, `${state} by ${by}; the client has not used it yet`),
    why(held),
    state === 'pending' ? choices(held) : [],
  );
}

function when({ created, usable_until: until, state }: Held): string {
  const time = (text: string) => new Date(text).toLocaleTimeString();
  return `held at ${time(created)}, ${state === 'pending' ? 'can be decided' : 'usable'} until ${time(until)}`;
}

function choices({ id, tool }: Held): HTMLElement {
  const decide = (verdict: 'approve' | 'deny') => async () => {
    await attempt(async () => {
      await ask('POST', `/api/approvals/${encodeURIComponent(id)}`, { decision: verdict });
      const isApproved = verdict === 'approve';
      tell(isApproved ? `approved: ${tool} may run once` : `denied: ${tool}`, isApproved ? 'good' : 'bad');
    });
    await lookForHeld();
  };
  return make(
    'p',
    { class: 'actions' },
    button('Approve once', `Approve once: ${tool}`, 'primary', decide('approve')),
    ' ',
    button('Deny', `Deny ${tool}`, 'danger', decide('deny')),
  );
}

/** Why it is held, rule by rule. Asked for when somebody wants to know. */
function why({ id, trace: matched = [] }: Held): HTMLElement {
  const place = make('div', {});
  const details = make(
    'details',
    {},
    make('summary', {}, 'Why? The rules, one by one'),
    matched.length === 0
      ? []
      : table(
          'Rules that matched when it was held',
          ['rule', 'because'],
          matched.map(({ policy, because }) => [policy, because]),
        ),
    place,
  );
  details.addEventListener('toggle', () => {
    if (!details.open || place.childElementCount > 0) return;
    void attempt(async () => {
      const { body } = await ask<HeldWithTrace>('GET', `/api/approvals/${encodeURIComponent(id)}`);
      const { now } = body;
      fill(
        place,
        make('p', {}, 'The rules now say ', decision(now.decision), ` ${now.reason}`),
        make(
          'p',
          { class: 'quiet' },
          'What detectors found is masked here, so a rule on signals may read differently.',
        ),
        trace(now.trace),
      );
    });
  });
  return details;
}

/** Shows what each rule says of a call. */
export function trace(entries: HeldWithTrace['now']['trace']): HTMLElement {
  return table(
    'All rules, as they are now',
    ['rule', 'matches', 'because'],
    entries.map(({ policy, matched, because }) => [policy, matched ? 'yes' : 'no', because]),
  );
}
