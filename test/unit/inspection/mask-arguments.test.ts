import { describe, expect, it } from 'vitest';
import { maskArguments } from '../../../src/inspection/mask-arguments.ts';

const KEY = `AKIA${'QWERTYUIOPASDFGH'}`;
const MASKED = '[AK…GH (20 characters)]';

function masked(args: Record<string, unknown>, disabled: readonly string[] = []): unknown {
  return maskArguments({ tool: 't', arguments: args }, { disabled });
}

describe('masking arguments', () => {
  it('returns arguments as they are when nothing is found, and none for none', () => {
    const args = { table: 'users', rows: [1, true, null] };
    expect(masked(args)).toBe(args);
    expect(maskArguments({ tool: 't' }, { disabled: [] })).toBeUndefined();
  });

  it('masks what is found and keeps the rest of the text', () => {
    expect(masked({ note: `use ${KEY} now`, rows: 3 })).toEqual({ note: `use ${MASKED} now`, rows: 3 });
  });

  it('masks every match in a text, not only the first', () => {
    expect(masked({ note: `${KEY} and ${KEY}` })).toEqual({ note: `${MASKED} and ${MASKED}` });
  });

  it('masks keys, and keeps the values of keys that are masked alike', () => {
    expect(masked({ a: { [KEY]: 1, [`${KEY.slice(0, -3)}XGH`]: 2 } })).toEqual({
      a: { [MASKED]: 1, [`${MASKED} 2`]: 2 },
    });
  });

  it('masks in lists and objects at any depth, and numbers', () => {
    expect(masked({ a: [{ b: [KEY] }], card: 4111111111111111 })).toEqual({
      a: [{ b: [MASKED] }],
      card: '[41…11 (16 characters)]',
    });
  });

  it('masks a text whole when something is found only after decoding it', () => {
    const hidden = Buffer.from(`the key is ${KEY}, keep it`).toString('base64');
    const result = JSON.stringify(masked({ note: `see ${hidden}` }));
    expect(result).not.toContain(hidden.slice(4, -4));
  });

  it('masks the words of a command line', () => {
    const result = JSON.stringify(masked({ command: 'git', args: ['push', '--force', 'origin', 'main'] }));
    expect(result).not.toContain('--force');
  });

  it('masks a text whole that is too long to be inspected', () => {
    const long = `${'x '.repeat(40_000)}${KEY}`;
    expect(masked({ note: long })).toEqual({ note: 'x …x  (80020 characters)' });
  });

  it('ends where inspection ended', () => {
    const args = { list: Array.from({ length: 10_001 }, (_, index) => `v${index}`), key: KEY };
    const result = masked(args) as { list: string[] };
    expect(JSON.stringify(result)).not.toContain(KEY);
    expect(Object.keys(result)).toEqual(['list']);
    expect(result.list.at(-1)).toBe('(not inspected, and left out)');
    expect(result.list.length).toBeLessThanOrEqual(10_001);
  });

  it('ends at arguments that are nested too deeply', () => {
    let deep: unknown = KEY;
    for (let level = 0; level < 80; level++) deep = [deep];
    expect(JSON.stringify(masked({ deep }))).not.toContain(KEY);
  });

  it('leaves what detectors find that are switched off', () => {
    const args = { to: 'ann@example.org' };
    expect(masked(args)).not.toEqual(args);
    expect(masked(args, ['pii.email'])).toEqual(args);
  });

  it('keeps `__proto__` as a key', () => {
    const args = JSON.parse(`{"__proto__": {"key": "${KEY}"}}`);
    expect(JSON.stringify(masked(args))).toBe(`{"__proto__":{"key":"${MASKED}"}}`);
  });
});
