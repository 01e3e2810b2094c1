import type { TestSuite } from '../../artifacts/test-suite/model.ts';
import { readWait } from '../../time/duration.ts';

/** How long things may take, in milliseconds. */
export interface Times {
  /** The start of a server, and each of its lists. */
  readonly start: number;
  readonly timeout: number;
  readonly maxTime: number;
}

/** The flags that limit times. */
type TimeOptions = Readonly<Record<'timeout' | 'maxTime' | 'startTimeout', string | undefined>>;

/** A command line without them. */
export const NO_TIMES: TimeOptions = { timeout: undefined, maxTime: undefined, startTimeout: undefined };

/** A server may have to be downloaded first, however short its calls are. */
const LEAST_START = 30_000;

/** Reads the limits of calls: those of the command line win over those of the suite. @throws InputError */
export function readTimes(options: TimeOptions, defaults: TestSuite['defaults']): Times {
  const read = (flag: string, given: string | undefined, other: number) =>
    given === undefined ? other : readWait(flag, given);
  const timeout = read('--timeout', options.timeout, defaults.timeout ?? 30_000);
  const maxTime = read('--max-time', options.maxTime, defaults.maxTime ?? 300_000);
  const usual = defaults.startTimeout ?? Math.max(LEAST_START, timeout);
  const start = read('--start-timeout', options.startTimeout, usual);
  return { start, timeout, maxTime: Math.max(timeout, maxTime) };
}
