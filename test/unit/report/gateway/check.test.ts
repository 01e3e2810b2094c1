import { describe, expect, it } from 'vitest';
import type { RuleSetCheck } from '../../../../src/features/gateway/check/check-schema.ts';
import { formatRuleSetCheck } from '../../../../src/report/gateway/check.ts';
import { loadPalette } from '../../../../src/report/palette.ts';

const plain = await loadPalette(false);
const CHECK: RuleSetCheck = {
  schema_version: 'mcptest.dev/gateway-check/v1',
  ruleSet: 'p\n.yml',
  findings: [],
  counts: { error: 0, warning: 0, note: 0 },
};

describe('the findings of a lint', () => {
  it('are none', () => {
    expect(formatRuleSetCheck(CHECK, plain)).toBe('p\\n.yml: no findings\n');
  });

  it('are lines that an editor reads, with their help below', () => {
    const finding = { policy: 'a\u001b', line: 3, message: 'is so' };
    const report = formatRuleSetCheck(
      {
        ...CHECK,
        findings: [
          { ...finding, code: 'never-open', severity: 'error', help: 'do so' },
          { ...finding, code: 'switched-off', severity: 'note' },
        ],
        counts: { error: 1, warning: 0, note: 1 },
      },
      plain,
    );
    expect(report).toBe(
      'p\\n.yml:3: error: rule `a\\u001b`: is so [never-open]\n  help: do so\n' +
        'p\\n.yml:3: note: rule `a\\u001b`: is so [switched-off]\n' +
        '\n2 findings: 1 error, 0 warnings, 1 note\n',
    );
  });
});
