import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL, ControlPlane, RULES, type Sent } from '../../../../support/control-plane.ts';
import { OPEN_API } from '../../../../support/open-api.ts';

/** Records from which a rule can be learnt: writes that were always approved. */
const LOG = Array.from({ length: 30 }, (_, index) =>
  JSON.stringify({
    at: `2026-05-${String((index % 28) + 1).padStart(2, '0')}T12:00:00Z`,
    tool: index % 3 === 0 ? 'gmail.send' : 'db.write',
    agent: { id: 'bot' },
    decision: index % 3 === 0 ? 'allow' : 'require_approval',
    ...(index % 3 !== 0 && { policy: 'Hold writes / db', approval: { state: 'approved' } }),
  }),
).join('\n');

const NEW = { name: 'No mail', toolPattern: 'gmail.*', action: 'deny' } as const;
const CALL = { tool: 'shop.delete_order', at: '2026-06-01T00:00:00Z', arguments: { id: 1 } };

let plane: ControlPlane;
beforeAll(async () => {
  plane = new ControlPlane();
  plane.write('log.ndjson', `${LOG}\n`);
  await plane.start('--audit-log', plane.path('log.ndjson'), '--change-log', plane.path('changes.ndjson'));
});
afterAll(() => plane.remove());

const status = async (method: string, path: string, sent?: Sent) =>
  (await plane.send(method, path, sent)).status;
const ifMatch = async () => ({ 'if-match': await plane.etag() });

/** The requests that carry a body, with one that is accepted. */
const BODIES = [
  ['POST', '/api/session', { key: 'x' }],
  ['POST', '/api/policies', NEW],
  ['PATCH', '/api/policies/no-deletes', { priority: 1 }],
  ['POST', '/api/policies/simulate', CALL],
  ['POST', '/api/policies/backtest', NEW],
  ['POST', '/api/policy-suggestions/generate', {}],
  ['PATCH', '/api/policy-suggestions/0123456789ab', { status: 'accepted' }],
  ['POST', '/api/approvals/0123456789abcdef', { decision: 'approve' }],
] as const;

describe('every operation', () => {
  const operations = Object.entries(OPEN_API.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'no-deletes')] as const,
    ),
  );

  it.each(operations)('%s %s needs a token, its scope and its origin', async (method, path) => {
    if (path !== '/api/session') {
      expect(await status(method, path, { token: null })).toBe(401);
      expect(await status(method, path, { token: 'token-of-anne-all' })).toBe(401);
      expect(await status(method, path, { token: null, headers: { authorization: `Basic ${ALL}` } })).toBe(
        401,
      );
      expect(await status(method, path, { token: null, headers: { cookie: `token=${ALL}` } })).toBe(401);
    }
    for (const origin of ['http://evil.example', 'http://localhost:1', 'null', 'https://127.0.0.1']) {
      expect(await status(method, path, { headers: { origin } })).toBe(403);
    }
    const authorization = `Bearer ${ALL}`;
    expect(await plane.raw(method, path, { authorization, host: 'evil.example' })).toBe(403);
    expect(await plane.raw(method, path, { authorization, 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  it.each([
    [
      'token-of-reader',
      ['POST', '/api/policies'],
      ['DELETE', '/api/policies/no-deletes'],
      ['PATCH', '/api/policies/no-deletes'],
      ['POST', '/api/policy-suggestions/generate'],
      ['PATCH', '/api/policy-suggestions/0123456789ab'],
      ['GET', '/api/approvals'],
      ['GET', '/api/approvals/0123456789abcdef'],
      ['POST', '/api/approvals/0123456789abcdef'],
    ],
    [
      'token-of-writer',
      ['GET', '/api/policies'],
      ['GET', '/api/policies/no-deletes'],
      ['POST', '/api/policies/simulate'],
      ['POST', '/api/policies/backtest'],
      ['GET', '/api/policy-hits'],
      ['GET', '/api/policy-suggestions'],
      ['GET', '/api/approvals'],
    ],
    ['token-of-bob', ['GET', '/api/policies'], ['POST', '/api/policies'], ['POST', '/api/policies/simulate']],
  ] as const)('refuses %s what is beyond its scopes', async (token, ...requests) => {
    for (const [method = '', path = ''] of requests) {
      const answer = await plane.send(method, path, { token, headers: await ifMatch() });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(answer.json.error.message).toContain('lacks the scope');
    }
    expect((await plane.send('GET', '/api/status', { token })).status).toBe(200);
  });

  it.each(BODIES)('%s %s takes nothing but a JSON body of bounded length', async (method, path, body) => {
    const headers = await ifMatch();
    const text = JSON.stringify(body);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json-patch+json',
      '',
    ]) {
      expect(await status(method, path, { body: text, headers: { ...headers, 'content-type': type } })).toBe(
        415,
      );
    }
    expect(
      await status(method, path, { body: text, headers: { ...headers, 'content-encoding': 'gzip' } }),
    ).toBe(415);
    expect(await status(method, path, { body: `"${'x'.repeat(4 * 2 ** 20)}"`, headers })).toBe(413);
    for (const bad of [
      '{',
      '[]',
      'null',
      '{"a":1,"a":1}',
      '{"__proto__":{}}',
      `${'['.repeat(600)}`,
      new Uint8Array([0x22, 0xff, 0x22]),
    ]) {
      expect(await status(method, path, { body: bad, headers })).toBe(400);
    }
  });

  it('refuses a query that it does not know', async () => {
    for (const path of [
      '/api/approvals?al=true',
      '/api/approvals?all=1',
      '/api/policy-suggestions?state=open',
    ]) {
      expect(await status('GET', path)).toBe(400);
    }
  });

  it('keeps nothing, and lets no page frame or guess what it answers', async () => {
    const { headers } = await plane.send('GET', '/api/policies');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers other paths and methods with 404 and 405', async () => {
    expect(await status('GET', '/api')).toBe(404);
    expect(await status('GET', '/api/policies/a/b')).toBe(404);
    const { status: code, headers } = await plane.send('PUT', '/api/policies');
    expect([code, headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect(
      await status('OPTIONS', '/api/policies', { headers: { 'access-control-request-method': 'POST' } }),
    ).toBe(405);
  });
});

describe('the page', () => {
  it('gets a token that may do everything, once for each link', async () => {
    const key = plane.link.split('#')[1];
    const { json } = await plane.send('POST', '/api/session', { token: null, body: { key } });
    expect(plane.link.split('#')[1]).not.toBe(key);
    const { json: known } = await plane.send('GET', '/api/status', { token: json.token });
    expect(known).toMatchObject({ name: 'owner', scopes: ['policies:read', 'policies:write', 'approvals'] });
    expect(await status('POST', '/api/session', { token: null, body: { key } })).toBe(401);
    expect(await status('POST', '/api/session', { token: null, body: {} })).toBe(400);
  });
});

describe('trying rules out', () => {
  it('decides a call, and says which policy and why', async () => {
    const { json } = await plane.send('POST', '/api/policies/simulate', { body: CALL });
    expect(json).toMatchObject({ decision: 'deny', matchedPolicy: 'No deletes', risk: 25 });
    expect(json.trace).toHaveLength(2);
    const request = {
      method: 'tools/call',
      params: { name: 'db.write', arguments: { key: 'AKIAIOSFODNN7EXAMPLE' } },
    };
    const held = await plane.send('POST', '/api/policies/simulate', { body: request });
    expect(held.json).toMatchObject({ decision: 'require_approval', signals: [{ category: 'secret' }] });
    expect(held.text).not.toContain('AKIAIOSFODNN7EXAMPLE');
    expect(await status('POST', '/api/policies/simulate', { body: [CALL] })).toBe(400);
    expect(await status('POST', '/api/policies/simulate', { body: { tool: 'x', ip: '10.0.0' } })).toBe(400);
  });

  it('decides nothing under a rule set without rules', async () => {
    plane.write('policies.yml', 'version: "1"\npolicies: []\n');
    expect(await status('POST', '/api/policies/simulate', { body: CALL })).toBe(409);
    plane.write('policies.yml', RULES);
  });

  it('backtests a draft, and says what would flip', async () => {
    for (const body of [NEW, [NEW], { draft: NEW, samples: 1, failOnLoosen: true, maxFlips: 3 }]) {
      const { json } = await plane.send('POST', '/api/policies/backtest', { body });
      expect(json).toMatchObject({ total: 30, flipped: 10, tightening: 10, draft: 'the body' });
    }
    const off = await plane.send('POST', '/api/policies/backtest', { body: { ...NEW, enabled: false } });
    expect(off.json.asIfEnabled).toEqual(['No mail']);
    const without = { remove: ['Hold writes / db'], failOnLoosen: true };
    expect((await plane.send('POST', '/api/policies/backtest', { body: without })).json).toMatchObject({
      loosening: 20,
      gate: { passed: false },
    });
  });

  it('refuses a backtest of nothing, of a missing rule, and of an empty time', async () => {
    const backtest = (body: object) => status('POST', '/api/policies/backtest', { body });
    expect(await backtest({ remove: [] })).toBe(400);
    expect(await backtest({ draft: NEW, since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' })).toBe(
      400,
    );
    expect(await backtest({ draft: NEW, since: '2027-01-01T00:00:00Z' })).toBe(422);
    expect(await backtest({ remove: ['No such rule'] })).toBe(409);
  });

  it('counts how often each policy decided', async () => {
    const { json } = await plane.send('GET', '/api/policy-hits');
    expect(json).toEqual({
      records: 30,
      unreadable: 0,
      undecided: 10,
      hits: [{ policy: 'Hold writes / db', records: 20, last: '2026-05-27T12:00:00Z' }],
    });
  });

  it('says when a log cannot be read', async () => {
    plane.write('log.ndjson', '');
    for (const [method, path, body] of [
      ['GET', '/api/policy-hits', undefined],
      ['POST', '/api/policies/backtest', NEW],
      ['POST', '/api/policy-suggestions/generate', undefined],
    ] as const) {
      expect(await status(method, path, { body })).toBe(409);
    }
    plane.write('log.ndjson', `${LOG}\n`);
  });
});

describe('suggestions', () => {
  it('are found, accepted into the rule set, and dismissed for good', async () => {
    const found = await plane.send('POST', '/api/policy-suggestions/generate', { body: { minSupport: 5 } });
    expect(found.status).toBe(200);
    const [first, second] = found.json.suggestions;
    const path = (id: string) => `/api/policy-suggestions/${id}`;
    const settle = async (id: string, to: string) =>
      plane.send('PATCH', path(id), { body: { status: to }, headers: await ifMatch() });
    expect((await settle(second.id, 'dismissed')).json.status).toBe('dismissed');
    const accepted = await settle(first.id, 'accepted');
    expect(accepted.json).toMatchObject({ id: first.id, status: 'accepted' });
    expect(accepted.headers.get('etag')).toBe(await plane.etag());
    expect((await settle(first.id, 'dismissed')).status).toBe(409);
    expect((await settle('0123456789ab', 'accepted')).status).toBe(404);
    const open = (await plane.send('GET', '/api/policy-suggestions')).json.suggestions;
    const all = (await plane.send('GET', '/api/policy-suggestions?all=true')).json.suggestions;
    expect(all).toHaveLength(open.length + 2);
    const stale = { 'if-match': found.headers.get('etag') ?? '' };
    expect(await status('PATCH', path(second.id), { body: { status: 'accepted' }, headers: stale })).toBe(
      412,
    );
    expect((await settle(second.id, 'accepted')).json.warnings).toEqual([
      `the suggestion \`${second.id}\` was dismissed before`,
    ]);
  });

  it('are not found in an empty time, nor in a file that is damaged', async () => {
    const body = { since: '2027-01-01T00:00:00Z' };
    expect(await status('POST', '/api/policy-suggestions/generate', { body })).toBe(422);
    plane.write('policies.yml.suggestions.json', '{');
    expect(await status('GET', '/api/policy-suggestions')).toBe(409);
    expect(
      await status('PATCH', '/api/policy-suggestions/0123456789ab', {
        body: { status: 'dismissed' },
        headers: await ifMatch(),
      }),
    ).toBe(409);
  });
});

describe('policies', () => {
  it('are created, read, changed and removed, or not', async () => {
    plane.write('policies.yml', RULES);
    const at = '/api/policies/no-deletes';
    const statuses: Record<string, unknown> = {};
    const tell = async (method: string, path: string, body?: object, headers: Sent['headers'] = {}) => {
      const answer = await status(method, path, { body, headers });
      statuses[`${method} ${path}`] = [...((statuses[`${method} ${path}`] as number[]) ?? []), answer];
    };
    await tell('GET', at);
    await tell('GET', '/api/policies/x');
    for (const method of ['GET', 'DELETE']) await tell(method, '/api/policies/%e0');
    await tell('PATCH', '/api/policies/%e0', NEW);
    for (const headers of [{}, { 'if-match': '"0"' }, await ifMatch()]) {
      await tell('POST', '/api/policies', NEW, headers);
    }
    await tell('POST', '/api/policies', NEW, await ifMatch());
    for (const headers of [{}, { 'if-match': '"0"' }, await ifMatch()])
      await tell('PATCH', at, { priority: 3 }, headers);
    await tell('PATCH', at, { name: 'No mail' }, await ifMatch());
    await tell('PATCH', '/api/policies/x', { priority: 3 }, await ifMatch());
    for (const headers of [{}, { 'if-match': '"0"' }, await ifMatch()])
      await tell('DELETE', at, undefined, headers);
    await tell('DELETE', at, undefined, await ifMatch());
    await tell('PATCH', '/api/policy-suggestions/0123456789ab', { status: 'accepted' });
    plane.write('policies.yml', RULES.replace('- name: Hold', '- id: no-deletes\n    name: Hold'));
    for (const method of ['GET', 'DELETE']) await tell(method, at, undefined, await ifMatch());
    plane.write('policies.yml', RULES);
    expect(statuses).toEqual({
      'GET /api/policies/no-deletes': [200, 409],
      'GET /api/policies/x': [404],
      'GET /api/policies/%e0': [400],
      'DELETE /api/policies/%e0': [400],
      'PATCH /api/policies/%e0': [400],
      'POST /api/policies': [428, 412, 201, 409],
      'PATCH /api/policies/no-deletes': [428, 412, 200, 409],
      'PATCH /api/policies/x': [404],
      'DELETE /api/policies/no-deletes': [428, 412, 204, 404, 409],
      'PATCH /api/policy-suggestions/0123456789ab': [428],
    });
  });
});

describe('held calls', () => {
  it('are listed, shown with the reasons, approved and denied; the second is told', async () => {
    const [one, two] = [plane.hold(), plane.hold({ tool: 'db.write', arguments: { table: 'b' } })];
    const { json } = await plane.send('GET', '/api/approvals', { token: 'token-of-bob' });
    expect(json.approvals.map(({ id }: { id: string }) => id).sort()).toEqual([one, two].sort());
    const shown = await plane.send('GET', `/api/approvals/${one}`);
    expect(shown.json).toMatchObject({ state: 'pending', now: { decision: 'require_approval' } });
    expect(shown.json.now.trace.length).toBeGreaterThan(0);
    const decide = (id: string, decision: string) =>
      plane.send('POST', `/api/approvals/${id}`, { body: { decision }, token: 'token-of-bob' });
    expect((await decide(one, 'approve')).json).toMatchObject({ state: 'approved', by: 'bob' });
    const second = await decide(one, 'deny');
    expect(second.status).toBe(409);
    expect(second.json.error.message).toContain('was approved by `bob`');
    expect((await decide(two, 'deny')).json).toMatchObject({ state: 'denied', by: 'bob' });
    expect((await decide('..%2f..%2fetc', 'approve')).status).toBe(404);
    expect((await decide('0123456789abcdef', 'approve')).status).toBe(404);
    expect((await decide(one, 'maybe')).status).toBe(400);
  });

  it('of a hundred deciders have one, whichever way they come', async () => {
    const id = plane.hold({ arguments: { table: 'race' } });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        status('POST', `/api/approvals/${id}`, { body: { decision: index % 2 ? 'approve' : 'deny' } }),
      ),
    );
    expect(answers.filter((each) => each === 200)).toHaveLength(1);
    expect(answers.filter((each) => each === 409)).toHaveLength(99);
  });

  it('that expired can no longer be decided', async () => {
    const id = plane.hold({ arguments: { table: 'late' } });
    plane.now += 3_600_000;
    expect(await status('POST', `/api/approvals/${id}`, { body: { decision: 'approve' } })).toBe(409);
    expect((await plane.send('GET', '/api/approvals')).json.approvals).toEqual([]);
    expect((await plane.send('GET', '/api/approvals?all=true')).json.approvals.length).toBeGreaterThan(2);
  });

  it('that are damaged are named, and cannot be decided', async () => {
    const id = plane.hold({ arguments: { table: 'damaged' } });
    plane.write(`approvals/${id}.json`, '{');
    expect((await plane.send('GET', '/api/approvals')).json.unreadable).toHaveLength(1);
    expect(await status('GET', `/api/approvals/${id}`)).toBe(409);
    expect(await status('POST', `/api/approvals/${id}`, { body: { decision: 'approve' } })).toBe(409);
    expect(await status('GET', '/api/approvals/%e0')).toBe(400);
    expect(await status('GET', '/api/approvals/0123456789abcdef')).toBe(404);
  });

  it('are not read from a folder that others can open', async () => {
    chmodSync(plane.path('approvals'), 0o755);
    expect(await status('GET', '/api/approvals')).toBe(409);
    chmodSync(plane.path('approvals'), 0o700);
  });
});

it('opens no page whose changes could not be recorded', async () => {
  plane.failWriting('changes.ndjson');
  const key = plane.link.split('#')[1];
  expect(await status('POST', '/api/session', { token: null, body: { key } })).toBe(409);
});

it('has given every response of the OpenAPI document but the one for a bug', async () => {
  expect(plane.conformance.unseen().filter((each) => !each.endsWith(' 500'))).toEqual([]);
});
