import { describe, expect, it } from 'vitest';
import { decide, REVIEW_MARKER } from '../../../src/exec-policy/decide.ts';
import { DECISION_CONTEXTS, DECISION_REASONS, TOOL_CLASS_NAMES } from '../../../src/exec-policy/model.ts';

describe('decide', () => {
  it.each([
    ['ReadOnly', 'Execute', 'Execute', 'Execute'],
    ['ReadOnlyPresumed', 'Execute', 'Execute', 'Execute'],
    ['Mutating', 'ExecuteOnce', 'ExecuteOnce', 'ExecuteOnce'],
    ['Destructive', 'Refuse', 'GenerateOnly', 'ExecuteOnce'],
    ['Unknown', 'Refuse', 'GenerateOnly', 'ExecuteOnce'],
    ['Conflict', 'Refuse', 'GenerateOnly', 'ExecuteOnce'],
  ] as const)(
    'of %s is %s live, %s where a test can be written, %s when told',
    (toolClass, live, generate, told) => {
      expect(decide(toolClass, { context: 'live' }).kind).toBe(live);
      expect(decide(toolClass, { context: 'generate' }).kind).toBe(generate);
      for (const context of DECISION_CONTEXTS) {
        expect(decide(toolClass, { context, executeDestructive: true }).kind).toBe(told);
      }
    },
  );

  it.each(['false', 'true', 1, {}, null])(
    'does not let a destructive tool run with %j, which is not `true`',
    (told) => {
      expect(decide('Destructive', { executeDestructive: told as never }).kind).toBe('Refuse');
    },
  );

  it('refuses an unknown class, whatever is allowed', () => {
    for (const toolClass of ['Safe', '', 'constructor', undefined]) {
      expect(decide(toolClass as never, { executeDestructive: true, context: 'generate' })).toEqual({
        kind: 'Refuse',
        reason: 'no-class',
        canRepeat: false,
      });
    }
  });

  it('defaults to the live context, without executeDestructive', () => {
    expect(decide('Destructive')).toEqual({ kind: 'Refuse', reason: 'destructive', canRepeat: false });
    expect(decide('Mutating')).toEqual({ kind: 'ExecuteOnce', reason: 'mutating', canRepeat: false });
    expect(decide('ReadOnly').reason).toBe('read-only');
    expect(decide('ReadOnlyPresumed').reason).toBe('read-only-presumed');
  });

  it.each([
    ['Destructive', 'destructive-allowed', 'removes or destroys something'],
    ['Mutating', 'not-shown-to-read-allowed', 'nothing shows that the tool only reads'],
    ['Unknown', 'not-shown-to-read-allowed', 'nothing shows that the tool only reads'],
    ['Conflict', 'conflict-allowed', 'contradicts the read-only declaration'],
  ] as const)('says truly why %s is let run', (toolClass, reason, words) => {
    expect(decide(toolClass, { executeDestructive: true, strict: true })).toEqual({
      kind: 'ExecuteOnce',
      reason,
      canRepeat: false,
    });
    expect(DECISION_REASONS[reason]).toContain(words);
    expect(DECISION_REASONS[reason]).toContain('--execute-destructive lets');
  });

  it('in strict mode runs only read-only tools without executeDestructive', () => {
    expect(decide('Mutating', { context: 'live', strict: true })).toEqual({
      kind: 'Refuse',
      reason: 'not-shown-to-read',
      canRepeat: false,
    });
    expect(decide('Mutating', { context: 'live', strict: true, executeDestructive: true }).kind).toBe(
      'ExecuteOnce',
    );
  });

  it('repeats only what runs freely', () => {
    for (const toolClass of TOOL_CLASS_NAMES) {
      for (const context of DECISION_CONTEXTS) {
        for (const executeDestructive of [true, false]) {
          const { kind, canRepeat } = decide(toolClass, { context, executeDestructive });
          expect(canRepeat).toBe(kind === 'Execute');
        }
      }
    }
  });

  it('marks tests with the words of the spec', () => {
    expect(REVIEW_MARKER).toBe('# review before first run');
  });
});
