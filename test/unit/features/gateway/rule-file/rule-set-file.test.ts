import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../../../src/diagnostic.ts';
import { attempt, InputError } from '../../../../../src/errors.ts';
import { readNewRules } from '../../../../../src/features/gateway/rule-file/new-rules.ts';
import { openRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-edit.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';

/** What a person is told of a rule set, one line for each finding and its help. */
function told(text: string): string[] {
  try {
    parseRuleSet(text, 'p.yml');
    return ['accepted'];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.flatMap((diagnostic) => formatDiagnostic(diagnostic).split('\n'));
  }
}

/** One rule with these further keys, in a list. */
const toldOf = (keys: string) => told(`- {name: a, toolPattern: t, action: deny, ${keys}}`);

const WITHOUT_RULES = '  help: without rules, write `default: deny`, or what else happens to every call';

const PLAIN = {
  name: 'a',
  toolPattern: 't',
  action: 'deny',
  riskThreshold: null,
  signalCategory: null,
  context: null,
  priority: 100,
  enabled: true,
};

describe('a rule set file', () => {
  it('fills in the defaults', () => {
    expect(
      parseRuleSet('version: "1"\npolicies:\n  - {name: a, toolPattern: t, action: deny}\n', 'p.yml'),
    ).toEqual({
      path: 'p.yml',
      rules: [{ ...PLAIN, line: 3 }],
      servers: [],
      agents: [],
      inspection: { disabled: [] },
    });
  });

  const ONE = '{"name":"a","toolPattern":"t","action":"deny"}';

  it.each([
    ['a comma at the end', `[${ONE},]`],
    ['a NUL', `[${ONE.replace('"a"', '"a\0"')}]`],
    ['a comment', `[${ONE}] # one`],
    ['a key without quotes', '{name: a, toolPattern: t, action: deny}'],
  ])('is JSON where its name and its beginning say so: not with %s', (_, text) => {
    expect(() => parseRuleSet(text, 'p.json')).toThrow();
    expect(() => openRuleSet(text, 'p.json')).toThrow();
    expect(() => readNewRules(text, 'p.json')).toThrow();
  });

  it('is YAML otherwise, whatever it looks like', () => {
    expect(parseRuleSet(`[${ONE},]`, 'p.yml').rules).toHaveLength(1);
    expect(parseRuleSet('name: a\ntoolPattern: t\naction: deny\n', 'p.json').rules).toHaveLength(1);
  });

  it('has a version that is text or a number', () => {
    for (const version of ['"1"', '1']) {
      expect(parseRuleSet(`{"version":${version},"policies":[${ONE}]}`, 'p.yml').rules).toHaveLength(1);
    }
    const wrong = attempt(() =>
      Promise.resolve().then(() => parseRuleSet(`{"version":2,"policies":[${ONE}]}`, 'p')),
    );
    return expect(wrong).resolves.toMatchObject({
      problems: [{ message: 'must be `"1"` or `1`, found `2`' }],
    });
  });

  it('is told of an empty name once', async () => {
    const text = ONE.replace('"a"', '""');
    const wrong = await attempt(() => Promise.resolve().then(() => parseRuleSet(text, 'p.json')));
    expect(wrong).toMatchObject({ problems: [{ message: 'must be non-empty text, found `""`' }] });
  });

  it('is a bare list too, as the API gives it', () => {
    const text = JSON.stringify(
      [{ ...PLAIN, id: 'x', description: 'd', createdAt: '2026-01-01T00:00:00Z' }],
      null,
      1,
    );
    expect(parseRuleSet(text, 'p.json').rules).toEqual([{ ...PLAIN, line: 2 }]);
  });

  it('is one bare policy too: the example of the source text', () => {
    const text = `{
      "name": "Approve prod DB writes off-hours",
      "toolPattern": "db.*",
      "action": "require_approval",
      "context": {
        "resource": { "environment": { "anyOf": ["production"] }, "type": { "anyOf": ["database"] } },
        "time": {
          "windows": [{ "days": [1, 2, 3, 4, 5], "start": "09:00", "end": "18:00" }],
          "tz": "America/New_York",
          "negate": true
        }
      },
      "priority": 50,
      "enabled": true
    }`;
    expect(parseRuleSet(text, 'p.json').rules).toEqual([
      {
        name: 'Approve prod DB writes off-hours',
        toolPattern: 'db.*',
        action: 'require_approval',
        riskThreshold: null,
        signalCategory: null,
        context: {
          resource: {
            environment: { anyOf: ['production'], negate: false },
            type: { anyOf: ['database'], negate: false },
          },
          time: {
            windows: [{ days: [1, 2, 3, 4, 5], start: '09:00', end: '18:00' }],
            tz: 'America/New_York',
            negate: true,
          },
        },
        priority: 50,
        enabled: true,
        line: 1,
      },
    ]);
  });

  it('has servers and settings of inspection', () => {
    const text = `version: 1
policies: [{name: a, toolPattern: t, action: allow, context: {mlThreatClass: {anyOf: [malware]}, agent: {labels: {anyOf: [x]}}, ip: {anyOf: ["::1"]}, time: {windows: [{start: "00:00", end: "24:00"}]}}}]
servers: [{name: pg, environment: production, type: database, host: db}, {name: x}]
inspection: {disabled: [pii.email]}`;
    expect(parseRuleSet(text, 'p.yml')).toMatchObject({
      servers: [{ name: 'pg', environment: 'production', type: 'database', host: 'db' }, { name: 'x' }],
      inspection: { disabled: ['pii.email'] },
      rules: [
        { context: { time: { windows: [{ start: '00:00', end: '24:00' }], tz: 'UTC', negate: false } } },
      ],
    });
  });
});

describe('a rule set file whose rules are all switched off', () => {
  const off = '{name: a, toolPattern: t, action: deny, enabled: false}';
  const read = (text: string) => () => parseRuleSet(text, 'p.yml', 'decides');

  it('decides no calls, unless it says what is done by default', () => {
    expect(read(`version: "1"\npolicies: [${off}]`)).toThrow(InputError);
    expect(read(`[${off}]`)).toThrow('every rule is switched off, so every call would be allowed');
    expect(read(off)).toThrow(InputError);
    expect(read(`version: "1"\npolicies: [${off}]\ndefault: allow`)).not.toThrow();
    expect(read(`[${off}, {name: b, toolPattern: t, action: deny}]`)).not.toThrow();
  });

  it('is read by whoever edits or compares it', () => {
    expect(told(`[${off}]`)).toEqual(['accepted']);
  });
});

describe('a rule set file without rules', () => {
  it('is read if it says what is done by default', () => {
    expect(parseRuleSet('version: "1"\npolicies: []\ndefault: deny', 'p.yml')).toMatchObject({
      rules: [],
      default: 'deny',
    });
  });
});

describe('a rule set file is refused', () => {
  it.each([
    ['', ['p.yml:1:1: error: the file is empty']],
    ['[]', ['p.yml:1:1: error: must be a non-empty list, found an empty list', WITHOUT_RULES]],
    [
      'version: "1"\npolicies: []',
      ['p.yml:2:11: error: policies: must be a non-empty list, found an empty list', WITHOUT_RULES],
    ],
    ['version: "1"', ['p.yml:1:1: error: policies: is missing; it must be a list']],
    [
      'policies: [{name: a, toolPattern: t, action: deny}]',
      ['p.yml:1:1: error: version: is missing; it must be `"1"` or `1`'],
    ],
    [
      'version: "2"\npolicies: [{name: a, toolPattern: t, action: deny}]',
      ['p.yml:1:10: error: version: must be `"1"` or `1`, found `"2"`'],
    ],
    ['rules', ['p.yml:1:1: error: must be a mapping, found `"rules"`']],
    [
      'version: "1"\npolcies: []',
      [
        'p.yml:1:1: error: policies: is missing; it must be a list',
        'p.yml:2:1: error: polcies: unknown key `polcies`',
        '  help: did you mean `policies`?',
      ],
    ],
  ])('%j', (text, findings) => {
    expect(told(text)).toEqual(findings);
  });

  it.each([
    ['acton: 1', ['[0].acton: unknown key `acton`', 'did you mean `action`?']],
    ['__proto__: {}', ['[0].__proto__: unknown key `__proto__`']],
    ['riskThreshold: 101', ['[0].riskThreshold: must be a whole number from 0 to 100, found `101`']],
    ['riskThreshold: -1', ['[0].riskThreshold: must be a whole number from 0 to 100, found `-1`']],
    ['riskThreshold: 1.5', ['[0].riskThreshold: must be a whole number from 0 to 100, found `1.5`']],
    ['riskThreshold: "80"', ['[0].riskThreshold: must be a whole number from 0 to 100, found `"80"`']],
    ['signalCategory: pi', ['found `"pi"`', 'did you mean `pii`?']],
    ['priority: 1.5', ['[0].priority: must be a whole number, found `1.5`']],
    ['enabled: yes', ['[0].enabled: must be `true` or `false`, found `"yes"`']],
    ['context: {}', ['[0].context: must be a mapping with at least one key, found an empty mapping']],
    ['context: {resource: {}}', ['[0].context.resource: must be a mapping with at least one key']],
    ['context: {agent: {}}', ['[0].context.agent: must be a mapping with at least one key']],
    ['context: {ip: {}}', ['[0].context.ip.anyOf: is missing; it must be a list']],
    ['context: {ip: {anyOf: []}}', ['[0].context.ip.anyOf: must be a non-empty list, found an empty list']],
    [
      'context: {ip: {anyOf: ["10.0.0.0/8"], negated: true}}',
      ['negated: unknown key', 'did you mean `negate`?'],
    ],
    [
      'context: {mlThreatClass: {anyOf: [malware], negate: true}}',
      ['mlThreatClass.negate: unknown key `negate`'],
    ],
    ['context: {mlThreatClass: {anyOf: [malwares]}}', ['did you mean `malware`?']],
    ['context: {resource: {type: {anyOf: [databse]}}}', ['did you mean `database`?']],
    [
      'context: {resources: {type: {anyOf: [database]}}}',
      ['unknown key `resources`', 'did you mean `resource`?'],
    ],
    [
      'context: {ip: {anyOf: [10.0.0.0/33]}}',
      [':66: error: [0].context.ip.anyOf[0]: `10.0.0.0/33` is not an IP address or network'],
    ],
    [
      'context: {ip: {anyOf: ["::1", 010.0.0.1]}}',
      ['[0].context.ip.anyOf[1]: `010.0.0.1` is not an IP address or network'],
    ],
    [
      'context: {resource: {host: {anyOf: ["a.com", "b.com:80"]}}}',
      ['host.anyOf[1]: `b.com:80` has a port', 'remove the port'],
    ],
  ])('%s', (keys, parts) => {
    const found = toldOf(keys).join('\n');
    for (const part of parts) expect(found).toContain(part);
  });

  it.each([
    ['{start: "9:00", end: "18:00"}', 'windows[0].start: must be a time of day like "09:00", found `"9:00"`'],
    [
      '{start: "24:00", end: "18:00"}',
      'windows[0].start: must be a time of day like "09:00", found `"24:00"`',
    ],
    ['{start: "09:60", end: "18:00"}', 'windows[0].start: must be a time of day'],
    [
      '{start: "09:00", end: "24:01"}',
      'windows[0].end: must be a time of day like "18:00", or "24:00", found `"24:01"`',
    ],
    ['{start: "09:00\\n", end: "24:00"}', 'windows[0].start: must be a time of day'],
    ['{start: "09:00"}', 'windows[0].end: is missing'],
    ['{start: "09:00", end: "18:00", days: []}', 'days: must be a non-empty list'],
    ['{start: "09:00", end: "18:00", days: [8]}', 'days[0]: must be a day from 0 to 7, found `8`'],
    ['{start: "09:00", end: "18:00", days: [-1]}', 'days[0]: must be a day from 0 to 7, found `-1`'],
    ['{start: "09:00", end: "18:00", days: [1.5]}', 'days[0]: must be a day from 0 to 7, found `1.5`'],
    ['{start: "09:00", end: "18:00", days: [Mon]}', 'days[0]: must be a day from 0 to 7, found `"Mon"`'],
  ])('a window %s', (window, part) => {
    expect(toldOf(`context: {time: {windows: [${window}]}}`).join('\n')).toContain(part);
  });

  it.each([
    ['America/New_Yorc', 'did you mean `America/New_York`?'],
    ['europe/berlim', 'did you mean `Europe/Berlin`?'],
    ['"+05:30"', 'write it like America/New_York, or UTC'],
  ])('a zone %s', (zone, help) => {
    const [message, second] = toldOf(
      `context: {time: {windows: [{start: "09:00", end: "18:00"}], tz: ${zone}}}`,
    );
    expect(message).toContain(
      `[0].context.time.tz: \`${zone.replaceAll('"', '')}\` is not an IANA time zone`,
    );
    expect(second).toBe(`  help: ${help}`);
  });

  it('a name that is too long, empty, or there twice', () => {
    const named = (name: string) =>
      told(JSON.stringify([{ name, toolPattern: 't', action: 'deny' }])).join('\n');
    expect(named('😀'.repeat(120))).toBe('accepted');
    expect(named('😀'.repeat(121))).toContain('must be text of 1 to 120 characters');
    expect(named('')).toContain('[0].name: must be non-empty text, found `""`');
    expect(named(' ')).toContain('[0].name: must be non-empty text');
    expect(
      told('- {name: a, toolPattern: t, action: deny}\n- {name: a, toolPattern: u, action: allow}'),
    ).toEqual([
      'p.yml:2:10: error: [1].name: `a` is already the name of the rule on line 1',
      '  help: give each rule its own name',
    ]);
    expect(
      told(
        'version: "1"\npolicies: [{name: a, toolPattern: t, action: deny}]\nservers: [{name: s}, {name: s}]',
      )[0],
    ).toBe('p.yml:3:29: error: servers[1].name: `s` is already the name of the server on line 3');
  });

  it('a detector that there is not', () => {
    const rules = 'version: "1"\npolicies: [{name: a, toolPattern: t, action: deny}]\n';
    expect(told(`${rules}inspection: {disabled: [pii.email, pii.emial]}`)).toEqual([
      'p.yml:3:36: error: inspection.disabled[1]: unknown detector `pii.emial`',
      '  help: did you mean `pii.email`?',
    ]);
  });

  it('a pattern that is empty or without end', () => {
    const of = (toolPattern: string) =>
      told(JSON.stringify([{ name: 'a', toolPattern, action: 'deny' }])).join('\n');
    expect(of('')).toContain('[0].toolPattern: must be non-empty text');
    expect(of('a*'.repeat(500))).toBe('accepted');
    expect(of(`${'a*'.repeat(500)}b`)).toContain('must be text of at most 1000 characters');
  });

  it.each([
    ['ip: 10.0.0.0/8', 'context.ip: must be a mapping', 'write it as `{ anyOf: [10.0.0.0/8] }`'],
    [
      'ip: [10.0.0.0/8, "::1"]',
      'context.ip: must be a mapping',
      'write it as `{ anyOf: [10.0.0.0/8, ::1] }`',
    ],
    ['agent: {labels: [bot]}', 'context.agent.labels: must be', 'write it as `{ anyOf: [bot] }`'],
    ['mlThreatClass: [malware]', 'context.mlThreatClass: must be', 'write it as `{ anyOf: [malware] }`'],
    ['resource: {type: }', 'context.resource.type: must be', 'write it as `{ anyOf: [...] }`'],
    ['resource: {host: []}', 'context.resource.host: must be', 'write it as `{ anyOf: [...] }`'],
    ['environment: {anyOf: [x]}', 'unknown key `environment`', 'did you mean `resource.environment`?'],
    ['labels: [x]', 'unknown key `labels`', 'did you mean `agent.labels`?'],
    ['agent: {id: {anyOf: [x]}}', 'unknown key `id`', 'rules cannot match `agent.id`'],
  ])('a context {%s}', (context, message, help) => {
    const [first, second] = toldOf(`context: {${context}}`);
    expect(first).toContain(message);
    expect(second).toContain(`  help: ${help}`);
  });

  it('with findings of the schema and others at once', () => {
    const time = (tz: string) => `context: {time: {windows: [{start: "09:00", end: "18:00"}], tz: ${tz}}}`;
    const found = told(
      `version: "1"
policies:
  - {name: a, toolPattern: t, acton: deny, ${time('Mars/Olympus')}}
  - {name: a, toolPattern: t, action: deny, context: {ip: {anyOf: [7, x]}, resource: {host: {anyOf: [a/b]}}}}
servers: [{name: s}, {name: s, kind: x}]
inspection: {disabled: [pii.emial, 7]}`,
    ).join('\n');
    for (const part of [
      'unknown key `acton`',
      '`Mars/Olympus` is not an IANA time zone',
      '`a` is already the name of the rule',
    ])
      expect(found).toContain(part);
    for (const part of [
      '`x` is not an IP address',
      '`a/b` is not a host name',
      '`s` is already the name',
      'unknown key `kind`',
    ])
      expect(found).toContain(part);
    expect(found).toContain('unknown detector `pii.emial`');
  });

  it('with all findings at once', () => {
    const network = 'context: {ip: {anyOf: [x]}}';
    const text = ['a', 'b', 'c']
      .map((name) => `- {name: ${name}, toolPattern: t, action: deny, ${network}}`)
      .join('\n');
    expect(told(text).filter((line) => line.includes('is not an IP address'))).toHaveLength(3);
  });
});

it('rejects an environment in two spellings, of which a rule would see only one', () => {
  const file = (one: string, other: string) => `version: "1"
servers: [{ name: db, environment: ${one} }]
policies:
  - { name: a, toolPattern: "*", action: deny, context: { resource: { environment: { anyOf: [${other}] } } } }
`;
  expect(() => parseRuleSet(file('production', 'Production'), 'r.yml')).toThrow(
    '`Production` is `production` in another spelling',
  );
  expect(parseRuleSet(file('production', 'production'), 'r.yml').rules).toHaveLength(1);
  expect(parseRuleSet(file('production', 'prod'), 'r.yml').rules).toHaveLength(1);
  expect(() => parseRuleSet(file('production', '" staging"'), 'r.yml')).toThrow(
    '` staging` begins or ends with a blank',
  );
});

it('rejects a server with a host that is not one', () => {
  const file = (host: string) =>
    `version: "1"\nservers: [{ name: db, host: "${host}" }]\npolicies: [{ name: a, toolPattern: "*", action: deny }]\n`;
  expect(() => parseRuleSet(file('https://a.com'), 'r.yml')).toThrow('is not a host name');
  expect(parseRuleSet(file('a.com:443'), 'r.yml').servers).toHaveLength(1);
});

it('tells how to write a constraint that is named with a dot, as the description of rules does', () => {
  const file = '[{ name: a, toolPattern: x, action: deny, context: { "resource.host": { anyOf: [a.b] } } }]';
  expect(() => parseRuleSet(file, 'r.yml')).toThrow('unknown key `resource.host`');
  try {
    parseRuleSet(file, 'r.yml');
  } catch (error) {
    expect((error as InputError).diagnostics[0]?.help).toContain('`resource: { host: { anyOf: [...] } }`');
  }
});
