import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../../../src/diagnostic.ts';
import { InputError } from '../../../../../src/errors.ts';
import { readCalls } from '../../../../../src/features/gateway/calls/read-calls.ts';
import {
  contradictedByRegistry,
  refuseUnclear,
} from '../../../../../src/features/gateway/calls/refuse-unclear.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';

const FILE = parseRuleSet(
  `version: "1"
servers: [{ name: db, environment: production, host: db.corp.com }]
policies:
  - { name: a, toolPattern: "*", action: deny, context: { resource: { environment: { anyOf: [staging] } } } }
`,
  'rules.yml',
);

const NO_REGISTRY = parseRuleSet(
  '[{ name: a, toolPattern: "*", action: deny, context: { resource: { environment: { anyOf: [production] } } } }]',
  'rules.yml',
);

const refusals = (call: object, trustForwarded = false, file = FILE): string[] => {
  try {
    refuseUnclear(readCalls(JSON.stringify({ tool: 'x', ...call }), 'c'), { ...file, trustForwarded });
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.map((each) => formatDiagnostic(each));
  }
};

describe('a call that no rule can be tried on', () => {
  it.each([
    [{ resource: { environment: 'Production' } }, 'did you mean `production`?'],
    [{ resource: { environment: 'production ' } }, 'did you mean `production`?'],
    [{ resource: { environment: 'ＳＴＡＧＩＮＧ' } }, 'did you mean `staging`?'],
    [{ resource: { environment: 'PROD' } }, 'did you mean `production`?'],
    [{ resource: { environment: 'stage' } }, 'did you mean `staging`?'],
    [{ resource: { environment: 'produktion' } }, 'did you mean `production`?'],
    [{ resource: { environment: 'prd' } }, 'that the rule set names: `production`, `staging`'],
    [{ server: 'DB' }, 'did you mean `db`?'],
    [{ resource: { host: 'https://corp.com' } }, '`https://corp.com` is not a host name'],
    [{ resource: { host: 'corp.com:x' } }, '`corp.com:x` is not a host name'],
    [{ ip: '10.0.0.1, 192.0.2.1' }, 'is a list of addresses'],
    [{ ip: '10.0.0.0/8' }, 'is not an IP address'],
    [{ ip: '10.0.1' }, 'is not an IP address'],
    [{ ip: '0x0a.0.0.1' }, 'is not an IP address'],
    [{ ip: '10.0.0.1:99999' }, 'is not an IP address'],
    [{ ip: '10.0.0.1 192.0.2.1' }, 'is not an IP address'],
    [{ ip: 'for=10.0.0.1' }, 'is not an IP address'],
    [{ ip: '１０.0.0.1' }, 'is not an IP address'],
    [{ ip: '[fe80::zz]:80' }, 'is not an IP address'],
  ])('is refused: %j', (call, message) => {
    expect(refusals(call).join()).toContain(message);
  });

  it.each([
    { resource: { environment: 'production' } },
    { resource: { environment: 'qa' } },
    { resource: { environment: 'production2' } },
    { resource: { environment: 'preproduction' } },
    { ip: 'unknown' },
    { ip: '' },
    { server: '' },
    { resource: { environment: '', type: '', host: '' }, agent: { mlThreatClass: '' } },
    { resource: { host: 'bücher.example:443' } },
    { server: 'db' },
    { server: 'other' },
    { ip: '10.0.0.1:443' },
  ])('is not one with: %j', (call) => {
    expect(refusals(call)).toEqual([]);
  });

  it('is refused in the same way where there is no registry', () => {
    expect(refusals({ resource: { environment: 'staging' } }, false, NO_REGISTRY)).toEqual([]);
    expect(refusals({ resource: { environment: 'PROD' } }, false, NO_REGISTRY).join()).toContain(
      'did you mean `production`?',
    );
  });

  it.each(['unknown, 192.0.2.1', ', 192.0.2.1', '10.0.0.1/8, 192.0.2.1', '10.0.0.1:70000,1.1.1.1'])(
    'is refused with a list whose first is not an address: %s',
    (ip) => {
      expect(refusals({ ip }, true).join()).toContain('the first of the list, is not an IP address');
    },
  );

  it.each(['10.0.0.1:443, 192.0.2.1', '[2001:db8::1]:80,192.0.2.1', ' 10.0.0.1 ,x'])(
    'may have a list whose first has a port: %s',
    (ip) => {
      expect(refusals({ ip }, true)).toEqual([]);
    },
  );

  it('may have a list of addresses where the first is trusted', () => {
    expect(refusals({ ip: '10.0.0.1, 192.0.2.1' }, true)).toEqual([]);
  });
});

it('warns where a call and the registry differ', () => {
  const calls = readCalls(
    JSON.stringify({ tool: 'x', server: 'db', resource: { environment: 'dev', host: 'DB.corp.com.:5432' } }),
    'c',
  );
  expect(contradictedByRegistry(calls, FILE).map(({ message }) => message)).toEqual([
    'the call says `dev`, but the server `db` is registered with `production`, which wins',
  ]);
});
