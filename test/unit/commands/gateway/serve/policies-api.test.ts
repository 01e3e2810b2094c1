import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ControlPlane, RULES } from '../../../../support/control-plane.ts';

let plane: ControlPlane;
beforeEach(async () => {
  plane = new ControlPlane();
  await plane.start();
});
afterEach(() => plane.remove());

const rules = () => readFileSync(plane.path('policies.yml'), 'utf8');
const ifMatch = async () => ({ 'if-match': await plane.etag() });
const NEW = { name: 'No mail', toolPattern: 'gmail.*', action: 'deny' } as const;

describe('reading policies', () => {
  it('returns them in the order of evaluation, with all their defaults', async () => {
    const { status, json, headers } = await plane.send('GET', '/api/policies', { token: 'token-of-reader' });
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{64}"$/);
    expect(json).toEqual([
      {
        name: 'Hold writes / db',
        toolPattern: 'db.write',
        action: 'require_approval',
        riskThreshold: null,
        signalCategory: null,
        context: null,
        priority: 50,
        enabled: true,
      },
      expect.objectContaining({ id: 'no-deletes', name: 'No deletes', priority: 100 }),
    ]);
  });

  it('finds one by its id, and by its name if it has none', async () => {
    const one = (key: string) => plane.send('GET', `/api/policies/${encodeURIComponent(key)}`);
    expect((await one('no-deletes')).json.name).toBe('No deletes');
    expect((await one('Hold writes / db')).json.priority).toBe(50);
    expect((await one('No deletes')).status).toBe(404);
    expect((await one('__proto__')).status).toBe(404);
    expect((await plane.send('GET', '/api/policies/%zz')).status).toBe(400);
  });

  it('refuses a key that several policies have', async () => {
    plane.write('policies.yml', RULES.replace('- name: Hold', '- id: no-deletes\n    name: Hold'));
    expect((await plane.send('GET', '/api/policies/no-deletes')).status).toBe(409);
  });
});

describe('writing policies', () => {
  it('appends one, and keeps every byte that was there', async () => {
    const { status, headers, json } = await plane.send('POST', '/api/policies', {
      body: {
        ...NEW,
        id: 'a/b',
        description: 'why',
        context: { resource: { type: { anyOf: ['database'] } } },
      },
      headers: await ifMatch(),
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe('/api/policies/a%2Fb');
    expect(json).toMatchObject({ ...NEW, id: 'a/b', description: 'why', priority: 100, enabled: true });
    expect(rules().startsWith(RULES)).toBe(true);
    expect(headers.get('etag')).toBe(await plane.etag());
    expect((await plane.send('GET', '/api/policies/a%2Fb')).json).toEqual(json);
  });

  it('changes keys of one, and no other byte', async () => {
    const { status, json } = await plane.send('PATCH', '/api/policies/no-deletes', {
      body: {
        action: 'require_approval',
        enabled: false,
        context: { agent: { labels: { anyOf: ['ci', 'a, b'] } } },
      },
      headers: await ifMatch(),
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ action: 'require_approval', enabled: false });
    expect(rules()).toBe(
      RULES.replace(
        'action: deny\n',
        'action: require_approval\n    context: { agent: { labels: { anyOf: [ ci, "a, b" ] } } }\n    enabled: false\n',
      ),
    );
  });

  it('renames one, and answers at its new key', async () => {
    const { json, headers } = await plane.send('PATCH', '/api/policies/Hold%20writes%20%2F%20db', {
      body: { name: 'Writes', priority: 50 },
      headers: await ifMatch(),
    });
    expect(json.name).toBe('Writes');
    expect(rules()).toBe(RULES.replace('Hold writes / db', 'Writes'));
    expect((await plane.send('GET', '/api/policies/Writes')).headers.get('etag')).toBe(headers.get('etag'));
  });

  it('removes one, but not the last, without which every call would be allowed', async () => {
    const removed = await plane.send('DELETE', '/api/policies/no-deletes', { headers: await ifMatch() });
    expect(removed.status).toBe(204);
    expect(removed.headers.get('etag')).toBe(await plane.etag());
    expect(rules()).not.toContain('nobody deletes');
    const last = await plane.send('DELETE', '/api/policies/Hold%20writes%20%2F%20db', {
      headers: await ifMatch(),
    });
    expect(last.status).toBe(409);
    expect(last.json.error.message).toContain('is the only rule');
  });

  it.each([
    ['an unknown key', { ...NEW, acton: 'deny' }, 'acton'],
    ['a missing key', { name: 'x', action: 'deny' }, 'toolPattern'],
    [
      'an unknown time zone',
      { ...NEW, context: { time: { windows: [{ start: '09:00', end: '10:00' }], tz: 'Mars/Rim' } } },
      'Mars/Rim',
    ],
    ['a list', [NEW], 'must be a mapping'],
  ])('refuses %s', async (_, body, message) => {
    const { status, text } = await plane.send('POST', '/api/policies', { body, headers: await ifMatch() });
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(rules()).toBe(RULES);
  });

  it('refuses a change after which the policy would be faulty', async () => {
    for (const body of [{ action: 'maybe' }, { nme: 'x' }, { toolPattern: null }, { context: {} }]) {
      const answer = await plane.send('PATCH', '/api/policies/no-deletes', {
        body,
        headers: await ifMatch(),
      });
      expect(answer.status).toBe(400);
    }
    expect(rules()).toBe(RULES);
  });

  it('refuses a name and an id that are taken', async () => {
    for (const body of [
      { ...NEW, name: 'No deletes' },
      { ...NEW, id: 'no-deletes' },
    ]) {
      expect((await plane.send('POST', '/api/policies', { body, headers: await ifMatch() })).status).toBe(
        409,
      );
    }
    for (const body of [{ name: 'No deletes' }, { id: 'no-deletes' }]) {
      const answer = await plane.send('PATCH', '/api/policies/Hold%20writes%20%2F%20db', {
        body,
        headers: await ifMatch(),
      });
      expect(answer.status).toBe(409);
    }
    expect(rules()).toBe(RULES);
  });
});

describe('two editors', () => {
  it('are told when the rules have changed since they looked', async () => {
    const seen = await ifMatch();
    const first = await plane.send('PATCH', '/api/policies/no-deletes', {
      body: { priority: 7 },
      headers: seen,
    });
    const second = await plane.send('PATCH', '/api/policies/no-deletes', {
      body: { priority: 8 },
      headers: seen,
    });
    expect([first.status, second.status]).toEqual([200, 412]);
    expect(rules()).toContain('priority: 7');
    expect(rules()).not.toContain('priority: 8');
  });

  it('of which one edits the file by hand', async () => {
    const seen = await ifMatch();
    plane.write('policies.yml', `${RULES}# by hand\n`);
    expect((await plane.send('POST', '/api/policies', { body: NEW, headers: seen })).status).toBe(412);
    expect(rules()).toBe(`${RULES}# by hand\n`);
  });

  it('at the same moment lose nothing: each change is there or was refused', async () => {
    const seen = await ifMatch();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        plane.send('POST', '/api/policies', { body: { ...NEW, name: `n${index}` }, headers: seen }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(1);
    expect(answers.every(({ status }) => status === 201 || status === 412)).toBe(true);
    expect(rules()).toContain(`name: ${accepted[0]?.json.name}\n`);
  });

  it.each([
    ['no If-Match', {}, 428],
    ['another ETag', { 'if-match': '"abc"' }, 412],
    ['a wildcard, which would overwrite anything', { 'if-match': '*' }, 412],
  ])('who send %s are refused', async (_, headers, status) => {
    for (const [method, path, body] of [
      ['POST', '/api/policies', NEW],
      ['PATCH', '/api/policies/no-deletes', { priority: 1 }],
      ['DELETE', '/api/policies/no-deletes', undefined],
      ['PATCH', '/api/policy-suggestions/0123456789ab', { status: 'accepted' }],
    ] as const) {
      expect((await plane.send(method, path, { body, headers })).status).toBe(status);
    }
    expect(rules()).toBe(RULES);
  });
});

describe('a rule set that becomes faulty', () => {
  it('is not in force; the rules from before are, and nothing is written', async () => {
    const seen = await ifMatch();
    plane.write('policies.yml', 'policies: [');
    const list = await plane.send('GET', '/api/policies');
    expect(list.json).toHaveLength(2);
    const { json } = await plane.send('GET', '/api/status');
    expect(json.faults).toHaveLength(1);
    expect((await plane.send('POST', '/api/policies', { body: NEW, headers: seen })).status).toBe(412);
    expect(plane.errors).toContain('the rules from before stay in force');
    plane.write('policies.yml', RULES);
    expect((await plane.send('GET', '/api/status')).json.faults).toEqual([]);
    expect(plane.errors).toContain('is in order again');
    expect((await plane.send('POST', '/api/policies', { body: NEW, headers: seen })).status).toBe(201);
  });
});
