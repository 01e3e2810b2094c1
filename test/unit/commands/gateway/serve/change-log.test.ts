import { mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChangeLog } from '../../../../../src/commands/gateway/serve/change-log.ts';
import { Refusal } from '../../../../../src/commands/gateway/serve/refusal.ts';
import type { AuditFile, Ports } from '../../../../../src/ports.ts';
import { ControlPlane } from '../../../../support/control-plane.ts';

let plane: ControlPlane;
beforeEach(async () => {
  plane = new ControlPlane();
  await plane.start('--change-log', plane.path('changes.ndjson'));
});
afterEach(() => plane.remove());

const text = () => readFileSync(plane.path('changes.ndjson'), 'utf8');
const records = () =>
  text()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const rules = () => readFileSync(plane.path('policies.yml'), 'utf8');
const ifMatch = async () => ({ 'if-match': await plane.etag() });
const AT = '/api/policies/no-deletes';

it('has a change before it is made and after, with who made it, what was sent and the rule sets', async () => {
  const seen = await ifMatch();
  const { headers } = await plane.send('PATCH', AT, { body: { priority: 7 }, headers: seen });
  const [begun, done, ...others] = records();
  expect(begun).toEqual({
    id: begun.id,
    at: '2026-06-01T12:01:00Z',
    state: 'begun',
    by: 'ann',
    request: `PATCH ${AT}`,
    body: { priority: 7 },
    ruleSet: seen['if-match'].replaceAll('"', ''),
  });
  expect(done).toEqual({
    id: begun.id,
    at: '2026-06-01T12:01:00Z',
    state: 'done',
    by: 'ann',
    request: `PATCH ${AT}`,
    ruleSet: headers.get('etag')?.replaceAll('"', ''),
    status: 200,
  });
  expect(others).toEqual([]);
  expect(statSync(plane.path('changes.ndjson')).mode & 0o777).toBe(0o600);
});

it('has every refusal, whether it came before the change or with it', async () => {
  await plane.send('PATCH', AT, { token: null, body: {} });
  await plane.send('PATCH', AT, { body: {}, headers: { origin: 'http://evil.example' } });
  await plane.send('PATCH', AT, { token: 'token-of-reader', body: {} });
  await plane.send('PATCH', AT, { body: '{' });
  await plane.send('PATCH', AT, { body: { priority: 1 } });
  await plane.send('POST', '/api/approvals/0123456789abcdef', { body: { decision: 'approve' } });
  const told = records().map(({ state, by, status, why }) => [state, by, status, why?.split(': ')[0]]);
  expect(told).toEqual([
    ['refused', undefined, 401, 'the token is missing'],
    ['refused', undefined, 403, 'the request comes from another page, or is meant for another machine'],
    ['refused', 'ro', 403, 'the token lacks the scope `policies:write`'],
    ['refused', 'ann', 400, expect.any(String)],
    ['begun', 'ann', undefined, undefined],
    ['refused', 'ann', 428, 'If-Match is missing'],
    ['begun', 'ann', undefined, undefined],
    ['refused', 'ann', 404, expect.any(String)],
  ]);
});

it('has no request that changes nothing', async () => {
  await plane.send('GET', '/api/policies');
  await plane.send('POST', '/api/policies/simulate', { body: { tool: 'x' } });
  await plane.send('POST', '/api/policies/backtest', { body: {}, token: 'token-of-bob' });
  expect(text()).toBe('');
});

it('has no secret: neither the key of a link nor a token', async () => {
  const key = plane.link.split('#')[1] ?? '';
  const { json } = await plane.send('POST', '/api/session', { token: null, body: { key } });
  await plane.send('DELETE', AT, { token: json.token, headers: await ifMatch() });
  expect(records().map(({ state, by }) => [state, by])).toEqual([
    ['begun', undefined],
    ['done', undefined],
    ['begun', 'owner'],
    ['done', 'owner'],
  ]);
  expect(text()).not.toContain(key);
  expect(text()).not.toContain(json.token);
});

it('keeps no long body, and no more of a long path than it takes to see what was meant', async () => {
  await plane.send('PATCH', AT, { body: { description: 'x'.repeat(4097) }, headers: await ifMatch() });
  await plane.send('PATCH', `/api/policies/${'k'.repeat(600)}`, { body: {}, headers: await ifMatch() });
  expect(records()[0].body).toBeUndefined();
  expect(records()[2].request).toHaveLength(501);
});

it('is not filled by strangers: what comes too fast is counted', async () => {
  for (let sent = 0; sent < 103; sent++) await plane.send('DELETE', AT, { token: null });
  expect(records()).toHaveLength(100);
  await plane.send('PATCH', AT, { body: { priority: 3 }, headers: await ifMatch() });
  expect(records().map(({ leftOut }) => leftOut)[100]).toBe(3);
  plane.now += 60_000;
  await plane.send('DELETE', AT, { token: null });
  expect(records()).toHaveLength(103);
  expect(records()[102].leftOut).toBeUndefined();
});

it('that cannot be written lets nothing be changed', async () => {
  await plane.stop();
  const { now } = plane;
  expect(await plane.start('--change-log', '/dev/full')).toBe(2);
  await plane.start('--change-log', plane.path('changes.ndjson'));
  expect(plane.now).toBe(now);
  const seen = await ifMatch();
  const before = rules();
  plane.failWriting('changes.ndjson');
  const id = plane.hold();
  const key = plane.link.split('#')[1];
  for (const [method, path, body] of [
    ['PATCH', AT, { priority: 1 }],
    ['DELETE', AT, undefined],
    ['POST', `/api/approvals/${id}`, { decision: 'approve' }],
    ['POST', '/api/session', { key }],
  ] as const) {
    const { status, json } = await plane.send(method, path, { body, headers: seen });
    expect([method, path, status]).toEqual([method, path, 409]);
    expect(json.error.message).toContain('changes.ndjson');
  }
  expect(rules()).toBe(before);
  expect(plane.held.verdictOn(id)).toBeUndefined();
  expect(plane.link.split('#')[1]).toBe(key);
  expect(plane.errors).toContain('is not in the log of changes: cannot be written');
});

it('is a file of its own, whatever its path is called', async () => {
  await plane.stop();
  plane.write('audit.ndjson', '');
  symlinkSync('audit.ndjson', plane.path('link.ndjson'));
  mkdirSync(plane.path('approvals'), { recursive: true, mode: 0o700 });
  const logs = ['--audit-log', plane.path('audit.ndjson'), '--state', plane.path('state.json')];
  for (const name of [
    'policies.yml',
    './audit.ndjson',
    'link.ndjson',
    'tokens.json',
    'state.json',
    'approvals',
  ]) {
    expect(await plane.start(...logs, '--change-log', `${plane.folder}/${name}`)).toBe(2);
    expect(plane.errors).toContain(`${name}: error: is an input of this command, and is left unchanged`);
  }
  // a log that is not there yet
  const state = ['--state', `${plane.folder}/./later.ndjson`, '--audit-log', plane.path('later.ndjson')];
  expect(await plane.start(...state)).toBe(2);
  expect(plane.errors).toContain('later.ndjson: error: is an input of this command');
  expect(await plane.start(...logs, '--change-log', plane.path('changes.ndjson'))).toBeUndefined();
});

it('is not filled by wrong keys either, and no begin is without its end', async () => {
  for (let sent = 0; sent < 103; sent++) {
    await plane.send('POST', '/api/session', { token: null, body: { key: 'guessed' } });
  }
  const begun = records().filter(({ state }) => state === 'begun');
  const refused = records().filter(({ state }) => state === 'refused');
  expect(begun).toHaveLength(100);
  expect(refused.map(({ id }) => id)).toEqual(begun.map(({ id }) => id));
  // the right one is recorded all the same
  await plane.send('POST', '/api/session', { token: null, body: { key: plane.link.split('#')[1] } });
  expect(records().slice(200)).toEqual([expect.objectContaining({ state: 'done', leftOut: 3 })]);
});

it('counts at its end what was left out after the last record', async () => {
  for (let sent = 0; sent < 103; sent++) await plane.send('DELETE', AT, { token: null });
  expect(await plane.stop()).toBe(0);
  expect(records().slice(100)).toEqual([{ at: '2026-06-01T12:01:00Z', state: 'closed', leftOut: 3 }]);
});

it('tells the count if it cannot be recorded', async () => {
  for (let sent = 0; sent < 101; sent++) await plane.send('DELETE', AT, { token: null });
  plane.failWriting('changes.ndjson');
  expect(await plane.stop()).toBe(0);
  expect(plane.errors).toContain('note: a count of 1 is not in the log of changes: ');
});

it('tells a failure of the server from a refusal', () => {
  const lines: string[] = [];
  const file = { append: (line: string) => lines.push(line), close() {} } as unknown as AuditFile;
  const ports = { systemTime: () => plane.now } as Ports;
  const request = { method: 'PATCH', url: AT, headers: {}, body: new Uint8Array(), isOurs: true };
  for (const status of [499, 500]) {
    new ChangeLog(file, () => 'x', ports).open(request)?.refused(new Refusal(status, 'why'));
  }
  expect(lines.map((line) => JSON.parse(line).state)).toEqual(['refused', 'failed']);
});
