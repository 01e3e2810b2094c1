import { runInNewContext } from 'node:vm';

/** What no machine needs, however slow and busy, for what takes a fraction of a second. */
const LONGEST_MS = 100_000;

/**
 * Runs what would hang if its time grew faster than its input, and ends it there: a test that never awaits cannot be
 * ended by its own timeout. The input has to be so large that nothing but a hang can reach the limit.
 * @throws when it hangs
 */
export function mustEnd<T>(run: () => T): T {
  return runInNewContext('run()', { run }, { timeout: LONGEST_MS });
}
