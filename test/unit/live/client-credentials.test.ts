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

it('says that no token was given, without the secret', async () => {
  const refused = reach({ secret: 'wrong-secret' });
  await expect(refused).rejects.toThrow(/refused the connection: no access token: /);
  await expect(refused).rejects.not.toThrow('wrong-secret');
});

it('sends the secret to no other authorization server than the one that was named', async () => {
  await expect(reach({ issuer: 'https://auth.example.com' })).rejects.toThrow(/no access token: /);
  expect(guarded.asked).toEqual([]);
});
