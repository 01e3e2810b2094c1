import { describe, expect, it } from 'vitest';
import { listOf } from '../../../../src/features/gateway/rule-file/rule-list.ts';
import { parseRuleSet } from '../../../../src/features/gateway/rule-file/rule-set-file.ts';
import { formatRules } from '../../../../src/report/gateway/policies.ts';
import { loadPalette } from '../../../../src/report/palette.ts';

const shown = async (rules: readonly object[], isColoured = false) => {
  const written = rules.map((rule, index) => ({
    name: `r${index}`,
    toolPattern: 'x',
    action: 'deny',
    ...rule,
  }));
  const list = listOf(parseRuleSet(JSON.stringify(written), 'p.json'));
  return formatRules(list, await loadPalette(isColoured));
};

describe('a list of rules', () => {
  it('is in the order of evaluation, and says what each fires on and where it is', async () => {
    const constraints = {
      ip: { anyOf: ['::1'] },
      time: { windows: [{ start: '09:00', end: '18:00' }] },
      resource: { environment: { anyOf: ['a'] }, type: { anyOf: ['other'] }, host: { anyOf: ['h'] } },
      agent: { labels: { anyOf: ['l'] } },
      mlThreatClass: { anyOf: ['malware'] },
    };
    const all = 'ip, time, resource.environment, resource.type, resource.host, agent.labels, mlThreatClass';
    expect(
      await shown([
        { riskThreshold: 80, signalCategory: 'pii' },
        { priority: 5, action: 'allow', enabled: false },
        { priority: 7, context: constraints },
      ]),
    ).toBe(
      [
        '  priority  action       tools  rule  fires on                where',
        '  5         allow (off)  x      r1    -                       p.json:1',
        `  7         deny         x      r2    ${all}  p.json:1`,
        '  100       deny         x      r0    risk >= 80, pii signal  p.json:1',
        '',
        '3 rules, 1 of them off',
        '',
      ].join('\n'),
    );
    expect(await shown([{}])).toContain('\n1 rule\n');
  });

  it('paints actions, and a rule that is off as a whole', async () => {
    const [, on, off] = (await shown([{}, { enabled: false }], true)).split('\n');
    expect(on).toContain('  100       \u001b[31mdeny');
    expect(off).toMatch(/^\u001b\[2m {2}100 .*\u001b\[22m$/);
  });
});
