import { describe, expect, it } from 'vitest';
import type { TimedCall } from '../../../../../src/features/gateway/rules/attributes.ts';
import type { RegisteredServer, Rule, RuleContext } from '../../../../../src/features/gateway/rules/model.ts';
import { callOf, MONDAY_NOON, ruleSetOf } from '../../../../support/rule-sets.ts';

const SERVERS: RegisteredServer[] = [
  { name: 'pg', environment: 'production', type: 'database', host: 'DB.corp.com:5432' },
  { name: 'bare' },
];

function compiled(fields: Partial<Rule>) {
  const [only] = ruleSetOf([fields], SERVERS).rules;
  if (!only) throw new Error('the rule is not there');
  return only;
}

const list = <T extends string>(negate: boolean, ...anyOf: T[]) => ({ anyOf, negate });
const matches = (context: RuleContext, call: Partial<TimedCall>) =>
  compiled({ context }).matches(callOf(call));

describe.each([
  [
    'ip',
    { ip: list(false, '10.0.0.0/8') },
    { ip: list(true, '10.0.0.0/8') },
    { ip: '10.1.2.3' },
    { ip: '192.0.2.1' },
  ],
  [
    'resource.environment',
    { resource: { environment: list(false, 'production', 'staging') } },
    { resource: { environment: list(true, 'production', 'staging') } },
    { resource: { environment: 'staging' } },
    { resource: { environment: 'test' } },
  ],
  [
    'resource.type',
    { resource: { type: list(false, 'database') } },
    { resource: { type: list(true, 'database') } },
    { resource: { type: 'database' } },
    { resource: { type: 'something new' } },
  ],
  [
    'resource.host',
    { resource: { host: list(false, '*.corp.com') } },
    { resource: { host: list(true, '*.corp.com') } },
    { resource: { host: 'Db.Corp.com.:5432' } },
    { resource: { host: 'evilcorp.com' } },
  ],
  [
    'agent.labels',
    { agent: { labels: list(false, 'CI', 'straße') } },
    { agent: { labels: list(true, 'CI', 'straße') } },
    { agent: { labels: ['x', 'STRASSE'] } },
    { agent: { labels: ['c', 'cicd'] } },
  ],
] satisfies [string, RuleContext, RuleContext, Partial<TimedCall>, Partial<TimedCall>][])(
  '%s',
  (name, context, negated, inside, outside) => {
    it('holds for what is in the list, and negated for what is not', () => {
      expect([matches(context, inside), matches(context, outside)]).toEqual([true, false]);
      expect([matches(negated, inside), matches(negated, outside)]).toEqual([false, true]);
    });

    it('is in no list when it is absent', () => {
      for (const call of [{}, { resource: {} }, { agent: {} }, { server: 'bare' }, { server: 'nobody' }]) {
        expect([matches(context, call), matches(negated, call)]).toEqual([false, true]);
      }
    });

    it('is lacking when it is absent and all else matches', () => {
      expect(compiled({ context }).lacks(callOf())).toEqual([name]);
      expect(compiled({ context: negated }).lacks(callOf())).toEqual([name]);
      expect(compiled({ context }).lacks(callOf(inside))).toEqual([]);
      expect(compiled({ context }).lacks(callOf(outside))).toEqual([]);
      expect(compiled({ context, toolPattern: 'other' }).lacks(callOf())).toEqual([]);
      const never = { windows: [{ start: '00:00', end: '24:00' }], tz: 'UTC', negate: true };
      expect(compiled({ context: { ...context, time: never } }).lacks(callOf())).toEqual([]);
    });
  },
);

describe('an ip', () => {
  it('that is no address counts as absent', () => {
    const context = { ip: list(true, '10.0.0.0/8') };
    expect(matches(context, { ip: '010.0.0.1' })).toBe(true);
    expect(compiled({ context }).lacks(callOf({ ip: '010.0.0.1' }))).toEqual(['ip']);
    expect(compiled({ context }).lacks(callOf({ ip: '10.0.0.1, 192.0.2.1' }))).toEqual(['ip']);
  });

  it.each(['10.0.0.1:443', ' 10.0.0.1 ', '[::ffff:10.0.0.1]:443', '::ffff:10.0.0.1', '[::ffff:a00:1%eth0]'])(
    'is the address that it contains: %j',
    (ip) => {
      expect(matches({ ip: list(false, '10.0.0.0/8') }, { ip })).toBe(true);
    },
  );
});

describe('the labels of an agent', () => {
  it.each([
    ['CI', 'ci'],
    ['ci', 'Ci'],
    ['ÉTÉ', 'été'],
    ['ΣΑΣ', 'σας'],
  ])('%s is %s', (wanted, label) => {
    expect(matches({ agent: { labels: list(false, wanted) } }, { agent: { labels: [label] } })).toBe(true);
  });

  it('may be known to be none', () => {
    const context = { agent: { labels: list(true, 'ci') } };
    expect(matches(context, { agent: { labels: [] } })).toBe(true);
    expect(compiled({ context }).lacks(callOf({ agent: { labels: [] } }))).toEqual([]);
  });
});

describe('the registry of servers', () => {
  const context = {
    resource: {
      environment: list(false, 'production'),
      type: list(false, 'database' as const),
      host: list(false, 'db.corp.com'),
    },
  };

  it('says what the call does not', () => {
    expect(matches(context, { server: 'pg' })).toBe(true);
    expect(matches(context, { server: 'bare' })).toBe(false);
    expect(matches(context, { server: '__proto__' })).toBe(false);
    expect(compiled({ context }).lacks(callOf({ server: 'pg' }))).toEqual([]);
    expect(compiled({ context }).lacks(callOf({ server: 'bare' }))).toHaveLength(3);
  });

  it('overrules what the call says of itself', () => {
    for (const environment of ['staging', '', 'Production']) {
      expect(matches(context, { server: 'pg', resource: { environment } })).toBe(true);
    }
    const other = { environment: 'staging', type: 'other', host: 'elsewhere.example' };
    expect(matches(context, { server: 'pg', resource: other })).toBe(true);
    expect(matches(context, { server: 'bare', resource: other })).toBe(false);
  });
});

describe('a value of a call that is in no list of the table', () => {
  const context = { resource: { environment: list(false, 'production') } };

  it.each(['Production', ' production', 'ＰＲＯＤＵＣＴＩＯＮ', ''])(
    'is unknown in a log, not another environment: %j',
    (environment) => {
      expect(compiled({ context }).lacks(callOf({ resource: { environment } }))).toEqual([
        'resource.environment',
      ]);
    },
  );

  it.each(['https://db.corp.com/', 'db.corp.com:port', 'x@db.corp.com', 'xn--zzzzzz', ' '])(
    'is unknown in a log, not another host: %j',
    (host) => {
      const hosts = { resource: { host: list(true, 'db.corp.com') } };
      expect(compiled({ context: hosts }).lacks(callOf({ resource: { host } }))).toEqual(['resource.host']);
    },
  );
});

describe('mlThreatClass', () => {
  const context: RuleContext = { mlThreatClass: { anyOf: ['jailbreak', 'malware'] } };

  it('needs an assessment of one of the classes', () => {
    expect(matches(context, { agent: { mlThreatClass: 'malware' } })).toBe(true);
    expect(matches(context, { agent: { mlThreatClass: 'prompt_injection' } })).toBe(false);
    expect(matches(context, { agent: { mlThreatClass: 'unheard of' } })).toBe(false);
  });

  it('never holds without an assessment, and is then lacking', () => {
    expect(matches(context, {})).toBe(false);
    expect(compiled({ context }).lacks(callOf())).toEqual(['agent.mlThreatClass']);
  });
});

describe('a time', () => {
  const windows = [{ days: [1], start: '09:00', end: '18:00' }];

  it('is the one on the wall, when the call was made', () => {
    expect(matches({ time: { windows, tz: 'UTC', negate: false } }, {})).toBe(true);
    expect(matches({ time: { windows, tz: 'UTC', negate: true } }, {})).toBe(false);
    expect(matches({ time: { windows, tz: 'Asia/Tokyo', negate: false } }, {})).toBe(false);
    expect(
      matches(
        { time: { windows, tz: 'America/New_York', negate: false } },
        { at: MONDAY_NOON + 9 * 3_600_000 },
      ),
    ).toBe(true);
    expect(compiled({ context: { time: { windows, tz: 'UTC', negate: false } } }).lacks(callOf())).toEqual(
      [],
    );
  });
});

describe('what a rule lacks', () => {
  it('is a signal or a risk too', () => {
    const both = compiled({ signalCategory: 'pii', riskThreshold: 10 });
    expect(both.lacks(callOf())).toEqual(['signals', 'risk']);
    expect(both.lacks(callOf({ signals: [] }))).toEqual([]);
    expect(both.lacks(callOf({ signals: [{ category: 'pii' }] }))).toEqual(['risk']);
    expect(both.lacks(callOf({ signals: [{ category: 'pii' }], risk: 0 }))).toEqual([]);
  });

  it('is nothing when what is known already rules it out', () => {
    const context = { ip: list(false, '10.0.0.0/8'), resource: { environment: list(false, 'production') } };
    expect(
      compiled({ context, signalCategory: 'pii' }).lacks(callOf({ resource: { environment: 'test' } })),
    ).toEqual([]);
    expect(
      compiled({ context, signalCategory: 'pii' }).lacks(callOf({ resource: { environment: 'production' } })),
    ).toEqual(['ip', 'signals']);
  });
});

it('must meet all constraints of a context', () => {
  const context: RuleContext = {
    ip: list(false, '10.0.0.0/8'),
    agent: { labels: list(false, 'ci') },
    resource: { environment: list(true, 'production') },
  };
  const call = { ip: '10.0.0.1', agent: { labels: ['ci'] }, resource: { environment: 'test' } };
  expect(matches(context, call)).toBe(true);
  expect(matches(context, { ...call, ip: '11.0.0.1' })).toBe(false);
  expect(matches(context, { ...call, agent: { labels: ['dev'] } })).toBe(false);
  expect(matches(context, { ...call, resource: { environment: 'production' } })).toBe(false);
});
