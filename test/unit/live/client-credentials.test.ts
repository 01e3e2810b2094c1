import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../../../src/live/connect.ts';
import { type GuardedServer, startGuardedServer } from '../../support/authorization-server.ts';

let guarded: GuardedServer;
beforeEach(async () => {
  guarded = await startGuardedServer('right-secret');
});
afterEach(() => guarded.close());

const { signal } = new AbortController();

function reach(credentials: object) {
  const all = { issuer: guarded.issuer, id: 'client', secret: 'right-secret', scope: 'read', ...credentials };
  const target = { kind: 'http', url: guarded.url, headers: {}, credentials: all } as const;
  return connect(target, { timeout: 20_000, signal });
}

it('gets one token for a session with the credentials of a program, and calls once', async () => {
  const connection = await reach({});
  const { outcome } = await connection.ask(
    { kind: 'tool', name: 'echo', args: { a: 1 } },
    { timeout: 20_000, maxTime: 20_000, answers: [] },
  );
  await connection.close();
  expect(outcome).toMatchObject({ result: { content: [{ text: '{"a":1}' }] } });
  expect(guarded.asked.map(({ form }) => new URLSearchParams(form).get('grant_type'))).toEqual([
    'client_credentials',
  ]);
  expect(new URLSearchParams(guarded.asked[0]?.form).get('scope')).toBe('read');
  expect(guarded.methods.filter((method) => method === 'tools/call')).toHaveLength(1);
});

const echo = (connection: Awaited<ReturnType<typeof reach>>, n: number) =>
  connection.ask(
    { kind: 'tool', name: 'echo', args: { n } },
    { timeout: 20_000, maxTime: 20_000, answers: [] },
  );
const callsMade = () => guarded.methods.filter((method) => method === 'tools/call').length;

it('gets another token when one expires in the middle of a session, and makes each call once', async () => {
  const connection = await reach({});
  const texts: unknown[] = [];
  for (let n = 0; n < 4; n++) {
    if (n % 2 === 1) guarded.expire();
    texts.push((await echo(connection, n)).outcome);
  }
  guarded.expire();
  const together = await Promise.all([4, 5, 6, 7].map((n) => echo(connection, n)));
  await connection.close();
  const outcomes = [...texts, ...together.map(({ outcome }) => outcome)];
  expect(outcomes).toMatchObject(
    Array.from({ length: 8 }, (_, n) => ({ result: { content: [{ text: `{"n":${n}}` }] } })),
  );
  expect(callsMade()).toBe(8);
  // one at the start, one for each expiry between calls, and at most one for each call in flight
  expect(guarded.asked.length).toBeGreaterThanOrEqual(4);
  expect(guarded.asked.length).toBeLessThanOrEqual(7);
});

it('reports a call as broken when no other token is given, and stops asking', async () => {
  const connection = await reach({});
  guarded.expire();
  guarded.refuse();
  const { outcome } = await echo(connection, 1);
  await connection.close();
  expect(outcome).toMatchObject({ kind: 'fault', fault: { kind: 'unauthorized' } });
  expect(JSON.stringify(outcome)).not.toContain('right-secret');
  expect(callsMade()).toBe(0);
  expect(guarded.asked.length).toBeLessThanOrEqual(4);
});

it('says that no token was given, without the secret', async () => {
  const refused = reach({ secret: 'wrong-secret' });
  await expect(refused).rejects.toThrow(/refused the connection: no access token: /);
  await expect(refused).rejects.not.toThrow('wrong-secret');
});

it('sends the secret to no other authorization server than the one that was named', async () => {
  await expect(reach({ issuer: 'https://auth.example.com' })).rejects.toThrow(/no access token: /);
  expect(guarded.asked).toEqual([]);
});
