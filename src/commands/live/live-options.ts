import { InputError } from '../../errors.ts';
import type { CallBudget } from '../../exec-policy/call-budget.ts';
import { DEFAULT_KNOBS, type ExecutionKnobs } from '../../exec-policy/scheduler.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Reconnects } from '../../live/bounded-fetch.ts';
import { readDuration } from '../../time/duration.ts';
import type { SERVER_FLAGS } from './flags.ts';

/** The options of every command that talks to a server. */
export type LiveOptions = OptionsOf<typeof SERVER_FLAGS>;

/** The longest time that a Node timer can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Returns the time limit for the start and for each answer, in milliseconds. @throws InputError */
export function readTimeout({ timeout }: LiveOptions): number {
  const duration = readDuration('--timeout', timeout, '30s');
  if (duration > 0 && duration <= LONGEST) return duration;
  throw new InputError({
    message: `--timeout must be from 1s to 24d, found \`${timeout}\``,
    help: 'write it like 30s or 2m',
  });
}

/** Reads what may be called, and how. Spec (execution safety): "Policy knobs and defaults". */
export function readPolicy(options: LiveOptions): ExecutionKnobs & { readonly strict: boolean } {
  return {
    executeDestructive: options.executeDestructive === true,
    strict: options.strict === true,
    maxCalls: options.maxCalls ?? DEFAULT_KNOBS.maxCalls,
    concurrency: options.concurrency ?? DEFAULT_KNOBS.concurrency,
    callDelay: options.callDelay ?? DEFAULT_KNOBS.callDelay,
  };
}

/** The shortest pause before a stream of events is opened again, even if calls need no pause. In milliseconds. */
const LEAST_PAUSE = 100;

/** Makes the requests that reopen a stream of events count as calls, with the pause between calls. */
export function reconnectsOf({ callDelay }: ExecutionKnobs, budget: CallBudget): Reconnects {
  return {
    pause: Math.max(LEAST_PAUSE, callDelay),
    acquire: () => budget.acquire().kind === 'Slot',
  };
}
