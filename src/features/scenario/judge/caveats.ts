import { wordsOf } from '../../../artifacts/cassette/events/notes.ts';
import type { Cassette } from '../../../artifacts/cassette/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
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

/** Why a run with parts that look like calls and are not read cannot be judged, in words that name them. */
export function unreadOf({ unread = [] }: Pick<Cassette, 'unread'>): Pick<Diagnostic, 'message' | 'help'>[] {
  if (unread.length === 0) return [{ message: 'cannot be judged: parts that look like calls are not read' }];
  return unread.map((parts) => {
    const { message, help } = wordsOf(parts);
    return { message: `cannot be judged: ${message}`, ...(parts.why !== 'unread-calls' && { help }) };
  });
}

/** Whether the agent of a run acted through text, so that its calls were not recorded. */
export function actsInText({ caveats = [] }: Pick<Cassette, 'caveats'>): boolean {
  return caveats.includes('acts-in-text');
}
