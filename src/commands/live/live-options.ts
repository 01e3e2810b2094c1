import { InputError } from '../../errors.ts';
import type { CallBudget } from '../../exec-policy/call-budget.ts';
import { DEFAULT_KNOBS, type ExecutionKnobs } from '../../exec-policy/knobs.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Reconnects } from '../../live/bounded-fetch.ts';
import { type ProtocolChoice, readProtocol } from '../../mcp/protocol.ts';
import { readDuration, readWait } from '../../time/duration.ts';
import type { SERVER_FLAGS } from './flags.ts';

/** The options of every command that talks to a server. */
export type LiveOptions = OptionsOf<typeof SERVER_FLAGS>;

/** Returns the time limit for the start and for each answer, in milliseconds. @throws InputError */
export function readTimeout({ timeout }: Pick<LiveOptions, 'timeout'>): number {
  return readWait('--timeout', timeout ?? '30s');
}

/**
 * Returns which protocol to speak with one server at a time.
 * @throws InputError for a value that is unknown, and for `both`: one list of tools is written
 */
export function readOneProtocol({ protocol }: Pick<LiveOptions, 'protocol'>): ProtocolChoice {
  const choice = readProtocol(protocol);
  if (choice !== 'both') return choice;
  throw new InputError({
    message: '--protocol both is for probe, scaffold and run; this command speaks one protocol at a time',
    help: 'run the command twice, with --protocol legacy and with --protocol modern',
  });
}

/** The longest pause between two calls. */
const LONGEST_PAUSE = 3_600_000;

/** Returns the pause between calls, in milliseconds. A bare number is milliseconds. @throws InputError */
function readCallDelay({ callDelay }: LiveOptions): number {
  const text = callDelay !== undefined && /^\d+$/.test(callDelay) ? `${callDelay}ms` : callDelay;
  const delay = readDuration('--call-delay', text, `${DEFAULT_KNOBS.callDelay}ms`);
  if (delay <= LONGEST_PAUSE) return delay;
  throw new InputError({
    message: `--call-delay must be from 0ms to 1h, found \`${callDelay}\``,
    help: 'write it like 100ms or 2s',
  });
}

/** Reads what may be called, and how. Spec (execution safety): "Policy knobs and defaults". */
export function readPolicy(options: LiveOptions): ExecutionKnobs & { readonly strict: boolean } {
  return {
    executeDestructive: options.executeDestructive === true,
    strict: options.strict === true,
    maxCalls: options.maxCalls ?? DEFAULT_KNOBS.maxCalls,
    concurrency: options.concurrency ?? DEFAULT_KNOBS.concurrency,
    callDelay: readCallDelay(options),
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
