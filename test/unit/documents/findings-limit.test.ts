import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/load.ts';

describe('the first findings of many', () => {
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
    expect(lines).toMatch(/more findings in this file are not shown; the limit is 25$/);
  });
});
