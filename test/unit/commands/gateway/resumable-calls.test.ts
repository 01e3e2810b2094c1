import { describe, expect, it } from 'vitest';
import { ResumableCalls } from '../../../../src/commands/gateway/resumable-calls.ts';
import { callToHold, HELD_AT } from '../../../support/held-samples.ts';

const approval = { state: 'approved', by: 'ann', at: HELD_AT } as const;
const until = HELD_AT + 1000;

describe('an approved call that its server answered with a question', () => {
  it('goes on once, with what the server wants back', () => {
    const calls = new ResumableCalls();
    calls.add(callToHold(), 'step-1', { approval, until });
    expect(calls.take(callToHold(), 'step-2', HELD_AT)).toBeUndefined();
    expect(calls.take(callToHold(), undefined, HELD_AT)).toBeUndefined();
    expect(calls.take(callToHold({ tool: 'db.drop' }), 'step-1', HELD_AT)).toBeUndefined();
    expect(calls.take(callToHold(), 'step-1', HELD_AT)).toEqual(approval);
    expect(calls.take(callToHold(), 'step-1', HELD_AT)).toBeUndefined();
  });

  it('does not go on after its time', () => {
    const calls = new ResumableCalls();
    calls.add(callToHold(), undefined, { approval, until });
    expect(calls.take(callToHold(), undefined, until)).toBeUndefined();
  });

  it('goes on as often as it was approved, and passes over what is too late', () => {
    const calls = new ResumableCalls();
    const bare = callToHold({ server: undefined, agent: undefined });
    const bob = { ...approval, by: 'bob' };
    calls.add(bare, undefined, { approval, until: HELD_AT });
    calls.add(bare, undefined, { approval: bob, until });
    calls.add(bare, undefined, { approval, until });
    expect(calls.take(bare, undefined, HELD_AT + 1)).toEqual(bob);
    expect(calls.take(bare, undefined, HELD_AT + 1)).toEqual(approval);
    expect(calls.take(bare, undefined, HELD_AT + 1)).toBeUndefined();
  });

  it('needs another approval when a thousand others wait', () => {
    const calls = new ResumableCalls();
    for (let step = 0; step <= 1000; step += 1) calls.add(callToHold(), `step-${step}`, { approval, until });
    expect(calls.take(callToHold(), 'step-0', HELD_AT)).toBeUndefined();
    expect(calls.take(callToHold(), 'step-1', HELD_AT)).toEqual(approval);
    expect(calls.take(callToHold(), 'step-1000', HELD_AT)).toEqual(approval);
  });
});
