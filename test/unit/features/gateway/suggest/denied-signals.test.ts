import { describe, expect, it } from 'vitest';
import { answered, HOLD_ALL, mined } from '../../../../support/traffic.ts';

const held = (tool: string, state: string, count = 5) =>
  answered(tool, state, count).map((each) => ({ ...each, signals: ['pii'] }));

const found = (records: readonly object[], rules: readonly object[] = [HOLD_ALL]) =>
  mined(rules, records, { kind: 'denied-signal' });

describe('a signal that keeps being denied', () => {
  it('needs the support that is asked for, of calls that the rules let through', () => {
    expect(found(held('t', 'denied', 5))).toHaveLength(1);
    expect(found(held('t', 'denied', 4))).toEqual([]);
    expect(found([...held('t', 'denied', 4), ...held('t', 'expired', 4)])).toEqual([]);
    const deny = { name: 'Deny pii', toolPattern: '*', action: 'deny', signalCategory: 'pii' };
    expect(found(held('t', 'denied', 5), [HOLD_ALL, deny])).toEqual([]);
  });

  it('was approved with one call that was', () => {
    expect(found([...held('t', 'denied'), ...held('t', 'approved', 1)])).toEqual([]);
  });

  it('is denied of the one tool, or of all', () => {
    expect(found(held('t', 'denied'))[0]?.rule).toMatchObject({ name: 'Deny pii in t', toolPattern: 't' });
    const two = [...held('t', 'denied'), ...held('u', 'denied', 1)];
    expect(found(two)[0]?.rule).toMatchObject({ name: 'Deny pii', toolPattern: '*' });
  });

  it.each(['*', 'a*b', 'x'.repeat(2000), ' '])(
    'is denied of all where a rule cannot name the tool: %.9s',
    (tool) => {
      const [proposal] = found([...held('t', 'denied'), ...held(tool, 'denied')]);
      expect(proposal?.rule.toolPattern).toBe('*');
      expect(found(held(tool, 'denied'))[0]?.rule.toolPattern).toBe('*');
    },
  );

  it('says how many expired', () => {
    expect(found([...held('t', 'denied'), ...held('t', 'expired', 2)])[0]).toMatchObject({
      summary: 'signal `pii` in `t`: 5 held calls were denied, none approved; 2 more expired',
      evidence: { denied: 5, expired: 2 },
    });
  });
});
