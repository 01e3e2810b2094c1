import { describe, expect, it } from 'vitest';
import { firstOfMany } from '../../../src/artifacts/findings-limit.ts';
import { type Diagnostic, sortDiagnostics } from '../../../src/diagnostic.ts';
import { refusal } from '../../support/load.ts';

const at = (line: number, column: number): Diagnostic => ({
  file: 'f',
  position: { line, column },
  message: 'm',
});

describe('the first findings of many', () => {
  it.each([
    ['in order', [at(1, 1), at(1, 2), at(2, 1)]],
    ['the last line first', [at(2, 1), at(1, 9)]],
    ['the last column first', [at(1, 9), at(1, 2), at(1, 3)]],
    ['without a position', [{ file: 'f', message: 'm' }]],
    ['some without a position', [{ file: 'f', message: 'm' }, at(1, 1), { file: 'f', message: 'm' }]],
  ])('%s end with a line that says there are more, sorted or not', (_, shown) => {
    const all = firstOfMany(shown);
    expect(all.slice(0, -1)).toEqual(shown);
    const more = 'there is more of this kind; only 25 findings are shown';
    expect(all.at(-1)).toMatchObject({ file: 'f', message: more });
    expect(sortDiagnostics(all).at(-1)?.message).toBe(more);
  });

  it.each([1, 24, 25])('do not end so when they are all: %s', async (count) => {
    const checks = Array.from({ length: count }, () => ({ id: 'a', status: 'BAD' }));
    expect((await refusal('conformance-report', checks)).split('\n')).toHaveLength(count);
    const contradiction = await refusal('model-compat', {
      summary: { total: 3, pass: 1, drift: 0, fail: 0 },
    });
    expect(contradiction).toBe(
      'f.json:1:21: error: summary.total: is 3, but pass, drift and fail add up to 1',
    );
  });

  it('are those of keys, too', async () => {
    const counts = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]));
    const lines = await refusal('evidence', { grades: { security_severity_counts: counts } });
    expect(lines.match(/unknown key/g)).toHaveLength(25);
    expect(lines).toMatch(/there is more of this kind; only 25 findings are shown$/);
  });
});
