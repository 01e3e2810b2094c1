import type { Cassette, RecordedCall, Usage } from '../model.ts';

/** What a chat has in order: a message of the user, a reply that calls tools, or one that does not. */
export type Reply =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly NumberedCall[] }
  | { readonly kind: 'text'; readonly text: string };

/** A call, and an id for it that no other call of the recording has. */
export interface NumberedCall {
  readonly call: RecordedCall;
  readonly id: string;
}

/** The messages of a recording. Calls of one reply stay together; a last reply that is empty stays too. */
export function repliesOf({ turns, caveats }: Cassette): Reply[] {
  const replies: Reply[] = [];
  let count = 0;
  for (const { user, tool_calls, final_response } of turns) {
    if (user !== undefined) replies.push({ kind: 'user', text: user });
    let group: NumberedCall[] = [];
    for (const call of tool_calls) {
      const last = group.at(-1)?.call;
      const isSame = last !== undefined && call.parallel !== undefined && last.parallel === call.parallel;
      if (!isSame) {
        group = [];
        replies.push({ kind: 'calls', calls: group });
      }
      group.push({ call, id: `call_${count++}` });
    }
    if (final_response !== undefined) replies.push({ kind: 'text', text: final_response });
  }
  if (caveats?.includes('answered-nothing')) replies.push({ kind: 'text', text: '' });
  return replies;
}

/** A result as text: any other value as JSON. */
export function resultText({ result }: RecordedCall): string | null {
  if (result === undefined) return null;
  return typeof result === 'string' ? result : JSON.stringify(result);
}

/** The input tokens as most programs count them: with those that came from a cache or were written to one. */
export function wholeInput({ input_tokens, cache_read_tokens = 0, cache_write_tokens = 0 }: Usage): number {
  return input_tokens + cache_read_tokens + cache_write_tokens;
}
