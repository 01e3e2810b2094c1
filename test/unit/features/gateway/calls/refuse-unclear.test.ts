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

const refusals = (call: object, trustForwarded = false): string[] => {
  try {
    refuseUnclear(readCalls(JSON.stringify({ tool: 'x', ...call }), 'c'), { ...FILE, trustForwarded });
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
    [{ server: 'DB' }, 'did you mean `db`?'],
    [{ resource: { host: 'https://corp.com' } }, '`https://corp.com` is not a host name'],
    [{ resource: { host: 'corp.com:x' } }, '`corp.com:x` is not a host name'],
    [{ ip: '10.0.0.1, 192.0.2.1' }, 'is a list of addresses'],
  ])('is refused: %j', (call, message) => {
    expect(refusals(call).join()).toContain(message);
  });

  it.each([
    { resource: { environment: 'production' } },
    { resource: { environment: 'qa' } },
    { resource: { environment: '', type: '', host: '' }, agent: { mlThreatClass: '' } },
    { resource: { host: 'bücher.example:443' } },
    { server: 'db' },
    { server: 'other' },
    { ip: '10.0.0.1:443' },
  ])('is not one with: %j', (call) => {
    expect(refusals(call)).toEqual([]);
  });

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
