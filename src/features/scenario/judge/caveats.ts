import type { Cassette } from '../../../artifacts/cassette/model.ts';
import type { EnvelopeMember } from '../suite/envelope-members.ts';
import type { Scenario } from '../suite/scenario.ts';

/** The members of the envelope that do not depend on the calls of a run. */
const ON_REPLIES: ReadonlySet<string> = new Set<EnvelopeMember>([
  'turns',
  'refusals',
  'final_responses',
  'model',
  'tokens',
  'usage',
  'cost_micros',
]);

/**
 * Whether a scenario would prove nothing about a run in which the agent acted through text: it checks calls, and none was
 * recorded, whatever the agent did. A scenario without any check judges calls by its transitions.
 */
export function dependsOnCalls(scenario: Scenario): boolean {
  const { forbidden, golden, expectState, expectUnchanged, expect, escalation } = scenario;
  if (forbidden.length > 0 || golden || expectState.length > 0 || expectUnchanged !== undefined) return true;
  if (expect.length === 0) return true;
  return expect.some(({ target }) => {
    const member = target[0]?.key ?? '';
    if (member === 'escalations') return escalation.tools.length > 0;
    return !ON_REPLIES.has(member);
  });
}

/** Whether the agent of a run acted through text, so that its calls were not recorded. */
export function actsInText({ caveats = [] }: Pick<Cassette, 'caveats'>): boolean {
  return caveats.includes('acts-in-text');
}
