import type { Cassette, RecordedCall } from '../model.ts';

/** What a form cannot hold, as noun phrases in the plural, each once. */
export type Losses = ReadonlySet<string>;

/** The facts of a call or of a recording that the canonical form has. */
const CALL_FACTS = {
  server: 'servers of calls',
  agent: 'agents of calls',
  abandoned: 'marks of abandoned calls',
  raw_args: 'arguments that do not parse',
  error: 'errors next to results',
} as const satisfies Partial<Record<keyof RecordedCall, string>>;

const FACTS = {
  provider: 'the provider',
  prompt: 'the name of the prompt',
  recorded_at: 'the time of the recording',
  cost_micros: 'the cost',
} as const satisfies Partial<Record<keyof Cassette, string>>;

/** What a form holds of the facts that another may not hold. */
export interface Holds {
  readonly call: readonly (keyof typeof CALL_FACTS)[];
  readonly recording: readonly (keyof typeof FACTS)[];
}

/** Says which facts of a recording a form does not hold. */
export function lossesOf(cassette: Cassette, holds: Holds): Set<string> {
  const lost = new Set<string>();
  for (const [key, what] of Object.entries(FACTS) as [keyof typeof FACTS, string][]) {
    if (cassette[key] !== undefined && !holds.recording.includes(key)) lost.add(what);
  }
  if (cassette.turns.some(({ refused }) => refused)) lost.add('marks of refusals');
  const calls = cassette.turns.flatMap(({ tool_calls }) => tool_calls);
  for (const [key, what] of Object.entries(CALL_FACTS) as [keyof typeof CALL_FACTS, string][]) {
    if (!holds.call.includes(key) && calls.some((call) => call[key] !== undefined)) lost.add(what);
  }
  if (calls.some(({ result }) => result !== undefined && typeof result !== 'string')) {
    lost.add('results that are not text, which become JSON');
  }
  if (cassette.usage?.cache_write_tokens) lost.add('tokens written to a cache, which become input');
  if (cassette.caveats?.includes('unread-calls')) lost.add('the note that calls may be missing');
  return lost;
}
