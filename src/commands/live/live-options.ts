import { InputError } from '../../errors.ts';
import { DEFAULT_KNOBS, type ExecutionKnobs } from '../../exec-policy/scheduler.ts';
import type { TargetOptions } from '../../mcp/target.ts';
import { readDuration } from '../output.ts';

/** The flags of every command that talks to a server, see `withTarget` and `withPolicy` of the command line. */
export interface LiveOptions extends TargetOptions {
  readonly timeout?: string;
  readonly executeDestructive?: true;
  readonly strict?: true;
  readonly maxCalls?: number;
  readonly concurrency?: number;
  /** Milliseconds. */
  readonly callDelay?: number;
}

/** The longest time that a timer of Node can wait. */
const LONGEST = 2 ** 31 - 1;

/** The time for the start and for each answer, in milliseconds. @throws InputError */
export function readTimeout({ timeout }: LiveOptions): number {
  const duration = readDuration('--timeout', timeout, '30s');
  if (duration > 0 && duration <= LONGEST) return duration;
  throw new InputError({
    message: `--timeout must be from 1s to 24d, found \`${timeout}\``,
    help: 'write it like 30s or 2m',
  });
}

/** What may be called, and how. Source: "Policy knobs and defaults" of the execution safety policy. */
export function readPolicy(options: LiveOptions): ExecutionKnobs & { readonly strict: boolean } {
  const { maxCalls, concurrency, callDelay } = { ...DEFAULT_KNOBS, ...options };
  return {
    executeDestructive: options.executeDestructive === true,
    strict: options.strict === true,
    maxCalls,
    concurrency,
    callDelay,
  };
}
