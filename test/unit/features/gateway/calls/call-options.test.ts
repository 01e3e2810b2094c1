import { describe, expect, it } from 'vitest';
import {
  type CallOptions,
  readAt,
  readCallOptions,
} from '../../../../../src/features/gateway/calls/call-options.ts';

const readGiven = (given: Partial<CallOptions>, file?: string) => readCallOptions(given as CallOptions, file);
const read = (given: Partial<CallOptions>) => readGiven(given)?.calls[0];

describe('a call on the command line', () => {
  it('has what is said of it, and nothing else', () => {
    expect(read({ tool: 'x' })).toEqual({ tool: 'x' });
    expect(
      read({
        tool: 'x',
        args: '{"a":{"__proto__":1}}',
        agent: 'bot',
        label: ['ci'],
        threat: 'malware',
        ip: '::1',
        server: 's',
        env: 'production',
        type: 'database',
        host: 'h',
        risk: 0,
        signal: ['pii', 'secret'],
      }),
    ).toEqual({
      tool: 'x',
      arguments: JSON.parse('{"a":{"__proto__":1}}'),
      agent: { id: 'bot', labels: ['ci'], mlThreatClass: 'malware' },
      ip: '::1',
      server: 's',
      resource: { environment: 'production', type: 'database', host: 'h' },
      risk: 0,
      signals: [{ category: 'pii' }, { category: 'secret' }],
    });
  });

  it.each(['a.com:443', '[::1]:80', 'A.com.', 'localhost'])('may have the host %s', (host) => {
    expect(read({ tool: 'x', host })).toEqual({ tool: 'x', resource: { host } });
  });

  it('is left to the file when that is given alone', () => {
    expect(readGiven({}, 'call.json')).toBeUndefined();
  });

  it.each([
    ['nothing', {}, 'no call given'],
    ['no tool', { env: 'production' }, '--env needs the tool that the call is for'],
    ['arguments that are no object', { tool: 'x', args: '[1]' }, '--args must be a JSON object'],
    ['arguments that are no JSON', { tool: 'x', args: '{"a":1,}' }, 'expected'],
    ['a key that occurs twice', { tool: 'x', args: '{"a":1,"a":2}' }, 'twice'],
    [
      'a URL for a host',
      { tool: 'x', host: 'https://a.com/b' },
      '--host must be a host name, found `https://a.com/b`',
    ],
    ['a pattern for a host', { tool: 'x', host: '*.a.com' }, '--host must be a host name'],
    ['a port alone for a host', { tool: 'x', host: ':80' }, '--host must be a host name'],
    ['what is no address', { tool: 'x', ip: '10.0.0.0/8' }, '--ip must be an IPv4 or IPv6 address'],
  ])('is refused with %s', (_, options, message) => {
    expect(() => read(options)).toThrow(message);
  });

  it('is refused beside a file', () => {
    expect(() => readGiven({ tool: 'x', risk: 0 }, 'call.json')).toThrow(
      '--call and --tool, --risk contradict each other',
    );
  });
});

describe('the time of a call', () => {
  it('is now unless it is given', () => {
    expect(readAt(undefined, 5)).toBe(5);
    expect(readAt('1970-01-01T00:00:01Z', 5)).toBe(1000);
    expect(() => readAt('yesterday', 5)).toThrow('--at must be an RFC 3339 time, found `yesterday`');
  });
});
