import { describe, expect, it } from 'vitest';
import { formatDiagnostic, MOST_FINDINGS } from '../../../../../src/diagnostic.ts';
import { InputError } from '../../../../../src/errors.ts';
import { readCalls } from '../../../../../src/features/gateway/calls/read-calls.ts';

describe('a file of calls', () => {
  it.each([
    ['one call', '{\n "tool": "a"\n}\n', false, ['a']],
    ['a list of one', '[{"tool":"a"}]', true, ['a']],
    ['a list', '[{"tool":"a"}, {"tool":"b"}]', true, ['a', 'b']],
    ['a call a line', '{"tool":"a"}\n\n{"tool":"b","decision":"x"}\n', true, ['a', 'b']],
    [
      'numbers that no double holds',
      '{"tool":"a","arguments":{"id":12345678901234567890}}\n{"tool":"b"}',
      true,
      ['a', 'b'],
    ],
  ])('is read: %s', (_, text, many, tools) => {
    const file = readCalls(text, 'calls.json');
    expect({ many: file.many, tools: file.calls.map(({ tool }) => tool) }).toEqual({ many, tools });
  });

  it.each([
    ['{"tool":"a"}', true],
    ['{"tool":"a"}\r\n\n', true],
    ['{\n "tool": "a"\n}\n', false],
    ['[{"tool":"a"}]', false],
    ['{"tool":"a"}\n{"tool":"b"}', false],
  ])('may be one call a line with a single one: %j', (text, isOneLine) => {
    expect(readCalls(text, 'c')).toMatchObject({ isOneLine });
  });

  it.each([
    ['a line that is no JSON', '{"tool":"a"}\n{"tool":\n', [2]],
    ['lines that are no call', '{"tool":"a"}\n{"tol":"b"}\n\n{"tool":"c","risk":101}\n', [2, 2, 4]],
    ['an item that is no call', '[\n{"tool":"a"},\n7]', [3]],
    ['one call without a tool', '{}', [1]],
    ['an empty list', '[]', [undefined]],
    ['nothing', '', [1]],
  ])('is refused with its lines: %s', (_, text, lines) => {
    try {
      readCalls(text, 'calls.json');
    } catch (error) {
      const { diagnostics } = error as InputError;
      expect(diagnostics.map(({ position }) => position?.line)).toEqual(lines);
      return;
    }
    throw new Error('it was read');
  });

  it('is refused with no more findings than anybody reads', () => {
    try {
      readCalls('{"tool":1}\n'.repeat(1000), 'c');
    } catch (error) {
      // one more than are shown, so that the reader is told that there are more
      expect((error as InputError).diagnostics).toHaveLength(MOST_FINDINGS + 1);
      return;
    }
    throw new Error('it was read');
  });
});

/** What a person is told of one call, whether it is read or not. */
function told(call: object): string[] {
  try {
    return readCalls(JSON.stringify(call), 'c').warnings.map((warning) =>
      formatDiagnostic(warning, 'warning'),
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.map((each) => formatDiagnostic(each));
  }
}

describe('a key of a call that nothing reads', () => {
  it.each([
    [{ args: { a: 1 } }, 'args', 'arguments'],
    [{ argumets: {} }, 'argumets', 'arguments'],
    [{ input: [] }, 'input', 'arguments'],
    [{ resource: { enviroment: 'production' } }, 'enviroment', 'resource.environment'],
    [{ resource: { env: 'production' } }, 'env', 'resource.environment'],
    [{ environment: 'production' }, 'environment', 'resource.environment'],
    [{ agent: { label: ['a'] } }, 'label', 'agent.labels'],
    [{ type: 'database' }, 'type', 'resource.type'],
    [{ labels: ['a'] }, 'labels', 'agent.labels'],
    [{ agent: { threat: 'malware' } }, 'threat', 'agent.mlThreatClass'],
    [{ timestamp: '2026-06-01T12:00:00Z' }, 'timestamp', 'at'],
    [{ sourceIp: '10.0.0.1' }, 'sourceIp', 'ip'],
    [{ exepct: 'deny' }, 'exepct', 'expect'],
    [{ signals: [{ category: 'pii', severty: 'low' }] }, 'severty', 'signals[0].severity'],
  ])('is refused where it is surely meant to be another: %j', (keys, key, meant) => {
    const found = told({ tool: 'x', ...keys });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^c:1:\d+: error: /);
    expect(found[0]).toContain(`unknown key \`${key}\`\n  help: did you mean \`${meant}\`?`);
  });

  it.each([
    [{ session: 's' }],
    [{ type: 'tool_call' }],
    [{ args: {}, arguments: {} }],
    [{ source: 'a text is no resource' }],
    [{ agent: { id: 'a', version: 2 } }],
    [{ timestamp: '2026-06-01', at: '2026-06-01T12:00:00Z' }],
  ])('is told of otherwise: %j', (keys) => {
    const found = told({ tool: 'x', ...keys });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^c:1:\d+: warning: .*no rule looks at the key/);
  });

  it('is the tool, where that is missing', () => {
    expect(told({ name: 'x' })).toEqual([
      'c:1:1: error: tool: is missing; it must be text',
      'c:1:2: error: name: unknown key `name`\n  help: did you mean `tool`?',
    ]);
  });

  it('is told of once, however many calls have it', () => {
    const { warnings } = readCalls('{"tool":"a","session":1}\n'.repeat(9), 'c');
    expect(warnings).toHaveLength(1);
  });

  it('is that of a record, which may be misspelt', () => {
    expect(told({ tool: 'x', id: 'i', decision: 'deny', approval: {}, policy: 'p' })).toEqual([]);
  });
});

describe('a value that is in no list', () => {
  it.each([
    [{ ip: 'localhost' }, 'c:1:18: warning: ip: `localhost` is not an IP address, so it counts as absent'],
    [{ resource: { type: 'Database' } }, 'error: resource.type: must be one of `database`'],
    [{ signals: ['Secret'] }, 'did you mean `secret`?'],
    [{ signals: ['secrets'] }, 'did you mean `secret`?'],
    [{ signals: [{ category: 'Egress' }] }, 'did you mean `egress`?'],
    [{ signals: [{ category: 'pii', severity: 'High' }] }, 'did you mean `high`?'],
    [
      { agent: { mlThreatClass: 'Malware' } },
      'error: agent.mlThreatClass: must be one of `prompt_injection`',
    ],
  ])('is told of: %j', (keys, message) => {
    expect(told({ tool: 'x', ...keys }).join()).toContain(message);
  });
});

describe('a tools/call request', () => {
  const request = (params: object, beside: object = {}) => ({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params,
    ...beside,
  });

  it('is the call that it makes, with what stands beside it', () => {
    const text = JSON.stringify(
      request({ name: 'x', arguments: { a: 1 }, _meta: {} }, { agent: { id: 'b' }, expect: 'deny' }),
    );
    const { calls, warnings } = readCalls(text, 'c');
    expect(calls).toEqual([{ tool: 'x', arguments: { a: 1 }, agent: { id: 'b' }, expect: 'deny' }]);
    expect(warnings).toEqual([]);
  });

  it('is refused where it stands', () => {
    expect(told(request({ nam: 'x', argumets: {} }))).toEqual([
      'c:1:56: error: tool: is missing; it must be text',
      'c:1:57: error: params.nam: unknown key `nam`\n  help: did you mean `params.name`?',
      'c:1:67: error: params.argumets: unknown key `argumets`\n  help: did you mean `params.arguments`?',
    ]);
    expect(told(request({ name: 7 }))).toEqual([
      'c:1:64: error: tool: must be text, found `7`\n  help: put it in quotes: "7"',
    ]);
  });
});
