import type { TestSuite } from '../../artifacts/test-suite/model.ts';
import { InputError } from '../../errors.ts';
import { readDuration } from '../../time/duration.ts';

/** How long things may take, in milliseconds. */
export interface Times {
  /** The start of a server, and each of its lists. */
  readonly start: number;
  readonly timeout: number;
  readonly maxTime: number;
}

/** A server may have to be downloaded first. */
const LEAST_START = 30_000;

/** The longest time that a Node timer can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Reads the limits of calls: those of the command line win over those of the suite. @throws InputError */
export function readTimes(
  options: { readonly timeout: string | undefined; readonly maxTime: string | undefined },
  defaults: TestSuite['defaults'],
): Times {
  const timeout =
    options.timeout === undefined ? (defaults.timeout ?? 30_000) : limit('--timeout', options.timeout);
  const maxTime =
    options.maxTime === undefined ? (defaults.maxTime ?? 300_000) : limit('--max-time', options.maxTime);
  return { start: Math.max(LEAST_START, timeout), timeout, maxTime: Math.max(timeout, maxTime) };
}

function limit(flag: string, given: string): number {
  const duration = readDuration(flag, given, given);
  if (duration > 0 && duration <= LONGEST) return duration;
  throw new InputError({
    message: `${flag} must be from 1ms to 24d, found \`${given}\``,
    help: 'write it like 30s or 2m',
  });
}
