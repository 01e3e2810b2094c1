import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';
import { ALL, ControlPlane, RULES } from '../../../../support/control-plane.ts';
import { builtProgram } from '../../../../support/packed.ts';

let plane: ControlPlane;
beforeEach(() => {
  plane = new ControlPlane();
});
afterEach(() => plane.remove());

const rules = () => readFileSync(plane.path('policies.yml'), 'utf8');
const ifMatch = async () => ({ 'if-match': await plane.etag() });

describe('after a restart', () => {
  it('rules, held calls and decisions are as they were; links and the tokens of pages have ended', async () => {
    await plane.start();
    const [one, two] = [plane.hold(), plane.hold({ tool: 'other.write' })];
    const key = plane.link.split('#')[1];
    const { json } = await plane.send('POST', '/api/session', { token: null, body: { key } });
    await plane.send('POST', `/api/approvals/${one}`, { body: { decision: 'approve' }, token: json.token });
    await plane.send('PATCH', '/api/policies/no-deletes', {
      body: { priority: 7 },
      headers: await ifMatch(),
    });
    const link = plane.link.split('#')[1];
    const before = [await plane.etag(), (await plane.send('GET', '/api/approvals')).json];
    expect(await plane.stop()).toBe(0);

    await plane.start();
    expect([await plane.etag(), (await plane.send('GET', '/api/approvals')).json]).toEqual(before);
    expect((await plane.send('GET', '/api/status', { token: json.token })).status).toBe(401);
    const old = await plane.send('POST', '/api/session', { token: null, body: { key: link } });
    expect(old.status).toBe(401);
    const again = await plane.send('POST', `/api/approvals/${one}`, { body: { decision: 'deny' } });
    expect(again.status).toBe(409);
    expect((await plane.send('POST', `/api/approvals/${two}`, { body: { decision: 'deny' } })).status).toBe(
      200,
    );
  });
});

describe('a server that is killed while it writes', () => {
  it('leaves a whole rule set, whole decisions and a log of whole lines, and the next one goes on', async () => {
    const program = await builtProgram();
    // the program has the clock of the machine
    plane.now = Date.now();
    const times = { created: plane.now, expires: plane.now + 900_000 };
    const held = Array.from({ length: 20 }, (_, index) => plane.hold({ ...times, tool: `t${index}` }));
    const argv = [
      ...[
        'gateway',
        'serve',
        '--policies',
        plane.path('policies.yml'),
        '--token-file',
        plane.path('tokens.json'),
      ],
      ...['--approvals-dir', plane.path('approvals'), '--change-log', plane.path('changes.ndjson')],
    ];
    for (const answersBeforeTheEnd of [1, 6, 14]) {
      const server = spawn(process.execPath, [...program, ...argv], { stdio: ['ignore', 'ignore', 'pipe'] });
      const exited = once(server, 'exit');
      const [line] = await once(createInterface(server.stderr), 'line');
      plane.origin = /^listening on (\S+)$/.exec(line)?.[1] ?? expect.unreachable(line);
      let answers = 0;
      const send = async (id: string, index: number) => {
        const change = { name: `n${answersBeforeTheEnd}-${index}`, toolPattern: 'x', action: 'deny' };
        await plane.send('POST', '/api/policies', { body: change, headers: await ifMatch() });
        await plane.send('POST', `/api/approvals/${id}`, { body: { decision: 'approve' } });
        answers += 1;
        if (answers >= answersBeforeTheEnd) server.kill('SIGKILL');
      };
      // what is on the way when it is killed has no answer
      await Promise.allSettled(held.map(send));
      expect((await exited)[1]).toBe('SIGKILL');
      const text = rules();
      expect(text.startsWith(RULES)).toBe(true);
      expect(() => parseRuleSet(text, 'policies.yml')).not.toThrow();
    }
    const lines = readFileSync(plane.path('changes.ndjson'), 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    const records = lines.map((each) => JSON.parse(each));
    const begun = new Map(records.filter(({ state }) => state === 'begun').map((each) => [each.id, each]));
    for (const { id, state } of records) if (state === 'done') expect(begun.has(id)).toBe(true);

    await plane.start();
    const { json } = await plane.send('GET', '/api/approvals?all=true');
    expect(json.unreadable).toEqual([]);
    const approved = records.filter(
      ({ state, request }) => state === 'done' && request.includes('/approvals/'),
    );
    expect(approved.length).toBeGreaterThan(0);
    for (const { request } of approved) {
      expect(plane.held.verdictOn(request.split('/').at(-1))).toMatchObject({
        verdict: 'approved',
        by: 'ann',
      });
    }
    const added = await plane.send('POST', '/api/policies', {
      token: ALL,
      body: { name: 'after', toolPattern: 'y', action: 'deny' },
      headers: await ifMatch(),
    });
    expect(added.status).toBe(201);
    expect(rules()).toContain('name: after\n');
    const left = readdirSync(plane.folder).filter((name) => name.endsWith('.lock'));
    expect(left).toEqual([]);
  });
});
