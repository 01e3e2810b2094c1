import { ask, sawRules } from './api.ts';
import { button, byId, type Content, decision, fill, make, table } from './dom.ts';
import type { Hits, Policy, Status } from './shapes.ts';
import { attempt, tell } from './status.ts';

let hits: Hits | undefined;
let hasLogs = false;

/** Shows the rules, and how often each decided. */
export async function refreshRules(): Promise<void> {
  const { body: status } = await ask<Status>('GET', '/api/status');
  hasLogs = status.auditLogs.length > 0;
  fill(byId('faults'), status.faults.length === 0 ? [] : faults(status));
  await showRules();
}

/** Counts again how often each rule decided. */
export async function refreshHits(): Promise<void> {
  if (!hasLogs) return;
  hits = (await ask<Hits>('GET', '/api/policy-hits')).body;
  await showRules();
}

async function showRules(): Promise<void> {
  const { body: policies, etag } = await ask<readonly Policy[]>('GET', '/api/policies');
  sawRules(etag);
  const list = byId('rule-list');
  if (policies.length === 0) return fill(list, make('p', { class: 'quiet' }, 'There are no rules yet.'));
  fill(
    list,
    table(
      'Rules in the order of evaluation',
      ['rule', 'tools', 'decision', 'hits', 'last', 'state'],
      policies.map((policy) => [
        [
          policy.name,
          policy.description === undefined ? [] : make('div', { class: 'quiet' }, policy.description),
        ],
        [make('code', {}, policy.toolPattern), conditions(policy)],
        decision(policy.action),
        ...countsOf(policy),
        toggle(policy),
      ]),
    ),
  );
}

function faults({ ruleSet, faults: found }: Status): Content {
  return make(
    'div',
    { class: 'banner', role: 'alert' },
    make('strong', {}, `${ruleSet} is faulty. The rules from before stay in force.`),
    make(
      'ul',
      {},
      found.map((fault) => make('li', {}, fault)),
    ),
  );
}

function conditions({ signalCategory, riskThreshold, context, priority }: Policy): Content {
  const found = [
    ...(signalCategory === null ? [] : [`${signalCategory} signals`]),
    ...(riskThreshold === null ? [] : [`risk ${riskThreshold} or more`]),
    ...(context === null ? [] : Object.keys(context).map((key) => `looks at ${key}`)),
    ...(priority === 100 ? [] : [`priority ${priority}`]),
  ];
  return found.length === 0 ? [] : make('div', { class: 'quiet' }, found.join(', '));
}

function countsOf({ name }: Policy): readonly [string, string] {
  if (!hasLogs) return ['no log', '–'];
  if (!hits) return ['…', '…'];
  const found = hits.hits.find(({ policy }) => policy === name);
  return [String(found?.records ?? 0), found?.last ? new Date(found.last).toLocaleDateString() : '–'];
}

function toggle({ id, name, enabled }: Policy): HTMLElement {
  const word = enabled ? 'Switch off' : 'Switch on';
  return make(
    'div',
    {},
    enabled ? 'on ' : 'off ',
    button(word, `${word} ${name}`, 'small', async () => {
      await attempt(async () => {
        await ask('PATCH', `/api/policies/${encodeURIComponent(id ?? name)}`, { enabled: !enabled });
        tell(`${name} is ${enabled ? 'off' : 'on'}`, 'good');
      });
      await attempt(refreshRules);
      byId('rules-title').focus();
    }),
  );
}
