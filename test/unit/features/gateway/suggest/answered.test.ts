import { describe, expect, it } from 'vitest';
import { answered, HOLD_ALL, mined, record } from '../../../../support/traffic.ts';

const denied = (records: readonly object[], rules: readonly object[] = [HOLD_ALL]) =>
  mined(rules, records, { kind: 'always-denied' });
const approved = (records: readonly object[], rules: readonly object[] = [HOLD_ALL]) =>
  mined(rules, records, { kind: 'always-approved' });
const patterns = (found: ReturnType<typeof mined>) => found.map(({ rule }) => rule.toolPattern).sort();

describe('tools whose held calls ended alike', () => {
  it('need the support that is asked for', () => {
    expect(denied(answered('t', 'denied', 5))).toHaveLength(1);
    expect(denied(answered('t', 'denied', 4))).toEqual([]);
    expect(approved(answered('t', 'approved', 4))).toEqual([]);
  });

  it('ended otherwise with one call that did', () => {
    const five = answered('t', 'approved', 5);
    expect(approved([...five, ...answered('t', 'denied', 1)])).toEqual([]);
    expect(approved([...five, ...answered('t', 'expired', 1)])).toEqual([]);
    expect(approved([...five, record('t')])).toHaveLength(1);
    expect(denied([...answered('t', 'denied', 5), ...answered('t', 'approved', 1)])).toEqual([]);
  });

  it('say how many expired, and do not claim that they were denied', () => {
    const [found] = denied([...answered('t', 'denied', 5), ...answered('t', 'expired', 3)]);
    expect(found).toMatchObject({
      summary: '`t`: 5 held calls, all denied; 3 more expired',
      evidence: { calls: 8, denied: 5, expired: 3, unanswered: 0, tools: 1 },
      rule: { description: '5 held calls were denied by hand, and 3 expired' },
    });
    expect(denied(answered('t', 'denied'))[0]?.rule.description).toBe(
      '5 held calls were denied by hand, and none ended differently',
    );
    expect(denied(answered('t', 'expired', 9))).toEqual([]);
  });

  it('are not to be denied when a call went through unasked', () => {
    expect(denied([...answered('t', 'denied'), record('t', { decision: 'allow' })])).toEqual([]);
    expect(approved([...answered('t', 'approved'), record('t', { decision: 'allow' })])).toHaveLength(1);
  });

  it('count only what the rules still ask', () => {
    const half = { ...HOLD_ALL, context: { agent: { labels: { anyOf: ['ci'] } } } };
    const unasked = answered('t', 'approved', 9);
    const asked = answered('t', 'approved', 4).map((each) => ({ ...each, agent: { labels: ['ci'] } }));
    expect(approved([...unasked, ...asked], [half])).toEqual([]);
    expect(approved([...unasked, ...asked, ...asked.slice(1, 2)], [half])).toHaveLength(1);
    const deny = { name: 'Deny', toolPattern: 't', action: 'deny' };
    expect(denied(answered('t', 'denied'), [HOLD_ALL, deny])).toEqual([]);
  });

  it('do not count more than were answered so', () => {
    const open = Array.from({ length: 9 }, (_, hour) => record('t', {}, hour));
    expect(approved([...open, ...answered('t', 'approved', 4)])).toEqual([]);
    expect(denied([...open, ...answered('t', 'denied', 4)])).toEqual([]);
  });

  it('are taken together where every tool that the pattern covers ended so', () => {
    const two = [...answered('a.x', 'denied', 3), ...answered('a.y', 'denied', 3)];
    expect(patterns(denied(two))).toEqual(['a.*']);
    expect(patterns(denied([...two, record('a.z', { decision: 'allow' })]))).toEqual([]);
    const more = [...two, ...answered('a.x', 'denied', 2), record('a.z', { decision: 'allow' })];
    expect(patterns(denied(more))).toEqual(['a.x']);
  });

  it('are covered by the longest pattern of the most tools', () => {
    const tools = ['a.b.x', 'a.b.y', 'c.x', 'c.y', 'c.z'];
    expect(patterns(denied(tools.flatMap((tool) => answered(tool, 'denied'))))).toEqual(['a.b.*', 'c.*']);
  });

  it('get no pattern of a name with a star, which would cover more', () => {
    expect(denied(answered('a*b', 'denied'))).toEqual([]);
    const starred = ['a*.x', 'a*.y'].flatMap((tool) => answered(tool, 'denied'));
    expect(denied(starred)).toEqual([]);
    // the part before the star may be shared all the same
    const inside = ['a.b*', 'a.c*'].flatMap((tool) => answered(tool, 'denied'));
    expect(patterns(denied(inside))).toEqual(['a.*']);
  });
});

describe('the rule that holds what was always approved', () => {
  const only = { name: 'Hold t', toolPattern: 't', action: 'require_approval' };

  it('goes where it held these tools alone, and always in vain', () => {
    expect(approved(answered('t', 'approved'), [only])[0]).toMatchObject({ disables: ['Hold t'] });
  });

  it.each([
    ['holds another tool', answered('u', 'approved', 1)],
    ['was right once', answered('u', 'denied', 1)],
    ['holds a tool that no rule can name', answered('u'.repeat(2000), 'approved', 1)],
    [
      'holds more tools than are remembered',
      Array.from({ length: 60 }, (_, n) => answered(`u${n}`, 'approved', 1)).flat(),
    ],
  ])('stays where it %s', (_, others) => {
    const found = approved([...answered('t', 'approved'), ...others]).find(
      ({ rule }) => rule.toolPattern === 't',
    );
    expect(found?.disables).toEqual([]);
    expect(found?.note).toContain('has no effect while `Hold all` holds these calls');
  });

  it.each([
    ['its pattern covers tools that no one has called', 'prod.*', ['prod.status']],
    ['its pattern covers all tools', '*', ['prod.status']],
    [
      'its pattern is as wide as the suggestion, but may cover a tool that writes',
      'prod.*',
      ['prod.a', 'prod.b'],
    ],
    ['its pattern is wider than the suggestion', 'prod.*', ['prod.get_a', 'prod.get_b']],
    [
      'only a noun that may go on shows that its tools read',
      'prod.node_stats_*',
      ['prod.node_stats_a', 'prod.node_stats_b'],
    ],
  ])('stays where %s', (_, toolPattern, tools) => {
    const hold = { name: 'Hold', toolPattern, action: 'require_approval' };
    const found = approved(
      tools.flatMap((tool) => answered(tool, 'approved')),
      [hold],
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ disables: [], note: expect.stringContaining('narrow that rule') });
  });

  it('goes where its pattern covers only tools that read, and the suggestion names as many', () => {
    const hold = { name: 'Hold', toolPattern: 'prod.get_*', action: 'require_approval' };
    const seen = ['prod.get_a', 'prod.get_b'].flatMap((tool) => answered(tool, 'approved'));
    expect(approved(seen, [hold])[0]).toMatchObject({
      rule: { toolPattern: 'prod.get_*' },
      disables: ['Hold'],
    });
  });

  it('stays where one of several is needed', () => {
    const ci = {
      ...only,
      name: 'Hold ci',
      toolPattern: '*',
      context: { agent: { labels: { anyOf: ['ci'] } } },
      priority: 1,
    };
    const byCi = (tool: string, state: string, count: number) =>
      answered(tool, state, count).map((each) => ({ ...each, agent: { labels: ['ci'] } }));
    const records = [...answered('t', 'approved'), ...byCi('t', 'approved', 2), ...byCi('u', 'denied', 1)];
    const [found] = approved(records, [only, ci]);
    expect(found?.disables).toEqual([]);
    expect(found?.note).toContain('while `Hold ci` holds');
  });

  it('stays where nobody has answered what it held', () => {
    const ci = { ...only, name: 'Hold ci', context: { agent: { labels: { anyOf: ['ci'] } } }, priority: 1 };
    const waiting = record('t', { agent: { labels: ['ci'] } });
    const [found] = approved([...answered('t', 'approved'), waiting], [only, ci]);
    expect(found).toMatchObject({ disables: [], note: expect.stringContaining('while `Hold ci` holds') });
  });
});
