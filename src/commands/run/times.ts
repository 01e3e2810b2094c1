import type { TestSuite } from '../../artifacts/test-suite/model.ts';
import { readWait } from '../../time/duration.ts';

/** How long things may take, in milliseconds. */
export interface Times {
  /** The start of a server, and each of its lists. */
  readonly start: number;
  readonly timeout: number;
  readonly maxTime: number;
}

/** A server may have to be downloaded first. */
const LEAST_START = 30_000;

/** Reads the limits of calls: those of the command line win over those of the suite. @throws InputError */
export function readTimes(
  options: { readonly timeout: string | undefined; readonly maxTime: string | undefined },
  defaults: TestSuite['defaults'],
): Times {
  const timeout =
    options.timeout === undefined ? (defaults.timeout ?? 30_000) : readWait('--timeout', options.timeout);
  const maxTime =
    options.maxTime === undefined ? (defaults.maxTime ?? 300_000) : readWait('--max-time', options.maxTime);
  return { start: Math.max(LEAST_START, timeout), timeout, maxTime: Math.max(timeout, maxTime) };
}
