import { afterEach, beforeEach, expect, it } from 'vitest';
import { ControlPlane } from '../../../../support/control-plane.ts';

let plane: ControlPlane;
beforeEach(() => {
  plane = new ControlPlane();
});
afterEach(() => plane.remove());

const ifMatch = async () => ({ 'if-match': await plane.etag() });
const AT = '/api/policies/no-deletes';

it('says that a request met a bug, changes nothing, and goes on', async () => {
  await plane.start('--change-log', plane.path('changes.ndjson'));
  const headers = await ifMatch();
  const { now } = plane;
  // no time: nothing can be recorded
  plane.now = Number.NaN;
  const answer = await plane.send('PATCH', AT, { body: { priority: 1 }, headers });
  expect([answer.status, answer.json.error.message]).toEqual([500, 'this is a bug in mcptest']);
  expect(plane.errors).toContain('note: a request met a bug in mcptest');
  expect(plane.errors).toContain('is not in the log of changes');
  plane.now = now;
  expect(await ifMatch()).toEqual(headers);
  expect((await plane.send('PATCH', AT, { body: { priority: 1 }, headers })).status).toBe(200);
});

it('without an audit log refuses what would read one', async () => {
  await plane.start();
  for (const [method, path, body] of [
    ['GET', '/api/policy-hits', undefined],
    ['POST', '/api/policies/backtest', { name: 'x', toolPattern: 'x', action: 'deny' }],
    ['POST', '/api/policy-suggestions/generate', {}],
  ] as const) {
    const { status, json } = await plane.send(method, path, { body });
    expect([path, status, json.error.message]).toEqual([path, 409, 'there is no audit log']);
  }
});

it('counts the records of each policy in whatever order they come, and those that no policy decided', async () => {
  const record = (more: object) => `${JSON.stringify({ tool: 'db.write', decision: 'deny', ...more })}\n`;
  plane.write(
    'log.ndjson',
    record({ policy: 'b', at: '2026-05-03T00:00:00Z' }) +
      record({ policy: 'a', at: '2026-04-01T00:00:00Z' }) +
      record({ policy: 'a', at: '2026-05-02T00:00:00Z' }) +
      record({ policy: 'a', at: '2026-05-01T00:00:00Z' }) +
      record({ at: '2026-05-04T00:00:00Z' }),
  );
  await plane.start('--audit-log', plane.path('log.ndjson'));
  expect((await plane.send('GET', '/api/policy-hits')).json).toEqual({
    records: 5,
    unreadable: 0,
    undecided: 1,
    hits: [
      { policy: 'a', records: 3, last: '2026-05-02T00:00:00Z' },
      { policy: 'b', records: 1, last: '2026-05-03T00:00:00Z' },
    ],
  });
});

it.each([
  ['tokens: []', 'token'],
  ['tokens: [{ name: a, token: "b c", scopes: [approvals] }]', 'token'],
  [
    'tokens: [{ name: a, token: abcdef, scopes: [approvals] }, { name: b, token: abcdef, scopes: [approvals] }]',
    'occurs twice',
  ],
  [
    'tokens: [{ name: a, token: abcdef, scopes: [approvals] }, { name: a, token: ghijkl, scopes: [approvals] }]',
    'a',
  ],
  ['tokens: [{ name: a, token: abcdef, scopes: [all] }]', 'policies:read'],
])('does not start with the tokens %s', async (text, message) => {
  plane.write('tokens.json', text);
  expect(await plane.start()).toBe(2);
  expect(plane.errors).toContain(message);
  expect(plane.errors).not.toContain('abcdef');
});
