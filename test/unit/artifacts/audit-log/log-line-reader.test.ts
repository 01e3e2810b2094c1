import { describe, expect, it } from 'vitest';
import { LogLineReader } from '../../../../src/artifacts/audit-log/log-line-reader.ts';

const whole = {
  tool: 'db.write',
  at: '2026-06-01T12:00:00Z',
  id: 'call "1"',
  agent: { id: 'ana', labels: ['ci'], mlThreatClass: 'jailbreak' },
  ip: '10.0.0.1',
  server: 'warehouse',
  resource: { environment: 'production', type: 'database', host: 'db.corp.com' },
  risk: 40,
  signals: [{ category: 'pii' }],
  decision: 'require_approval',
  approval: { state: 'expired' },
  policy: 'By hand',
};
const read = { ...whole, at: Date.UTC(2026, 5, 1, 12) };

describe('a reader of lines', () => {
  it('reads every key, from one line to the next', () => {
    const reader = new LogLineReader();
    const line = JSON.stringify(whole);
    expect(reader.read(line)).toEqual(read);
    expect(reader.read(line)).toEqual(read);
    expect(reader.read('{"tool":"t","at":"2026-06-01T12:00:00Z","decision":"deny"}')).toEqual({
      tool: 't',
      at: read.at,
      decision: 'deny',
    });
  });

  it.each(Object.keys(whole).filter((key) => !['tool', 'at', 'decision'].includes(key)))(
    'knows %s to be missing, and takes null for that',
    (key) => {
      const reader = new LogLineReader();
      const { [key as 'ip']: _, ...rest } = read;
      expect(reader.read(JSON.stringify({ ...whole, [key]: undefined }))).toEqual(rest);
      expect(reader.read(JSON.stringify({ ...whole, [key]: null }))).toEqual(rest);
    },
  );

  it.each([
    'tool',
    'at',
    'id',
    'ip',
    'server',
    'decision',
    'policy',
    'risk',
    'agent',
    'resource',
    'arguments',
  ])('finds a fault in %s', (key) =>
    expect(new LogLineReader().read(JSON.stringify({ ...whole, [key]: [7] }))).toBeUndefined(),
  );

  it('does not keep arguments, but that there were some', () => {
    const { arguments: kept } =
      new LogLineReader().read(JSON.stringify({ ...whole, arguments: { a: 1 } })) ?? {};
    expect(kept).toEqual({});
  });
});
