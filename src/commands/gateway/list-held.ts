import type { Diagnostic } from '../../diagnostic.ts';
import { attempt } from '../../errors.ts';
import { type HeldEntry, stateOf } from '../../features/gateway/enforce/held-state.ts';
import type { Instant } from '../../time/instant.ts';
import { append } from '../../values/append.ts';
import type { HeldCalls } from './held-calls.ts';

/** Held calls, and what is wrong with those that cannot be read. */
export interface HeldList {
  readonly entries: readonly HeldEntry[];
  readonly problems: readonly Diagnostic[];
}

const OPEN: readonly string[] = ['pending', 'approved', 'denied'];

/** Lists the calls that wait for a decision or whose decision has not been used yet, or all. */
export async function listHeld(calls: HeldCalls, now: Instant, all: boolean): Promise<HeldList> {
  const entries: HeldEntry[] = [];
  const problems: Diagnostic[] = [];
  for (const id of calls.ids()) {
    const read = await attempt(() => calls.find(id));
    if ('problems' in read) append(problems, read.problems);
    else if (read.value && (all || OPEN.includes(stateOf(read.value, now)))) entries.push(read.value);
  }
  return { entries, problems };
}
