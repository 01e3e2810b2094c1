import { runInNewContext } from 'node:vm';

/** Far more time than any machine needs for a task of a fraction of a second, however slow and busy it is. */
const LONGEST_MS = 100_000;

/**
 * Runs a function that would hang if its time grew faster than its input, and stops it then: the timeout of a test
 * cannot stop a test that never awaits. The input must be so large that only a hang can reach the limit.
 * @throws if it hangs
 */
export function mustEnd<T>(run: () => T): T {
  return runInNewContext('run()', { run }, { timeout: LONGEST_MS });
}
