import { callsOf } from '../../artifacts/test-suite/calls-of.ts';
import type { SuiteCall, TestSuite } from '../../artifacts/test-suite/model.ts';
import { InputError } from '../../errors.ts';
import { type CallTimes, limitOf } from './make-call.ts';

/**
 * Refuses each `max_ms` that no answer can break, because the call is given up before.
 * @param times how long calls may take: as the suite says, and as the command line says. The longer counts, so that a
 *   hurried run does not refuse a suite that is right
 * @throws InputError with all of them
 */
export function refuseIdleLimits(suite: TestSuite, times: readonly CallTimes[]): void {
  const { file, locate, setup, tests, teardown } = suite;
  const calls: SuiteCall[] = [...setup, ...tests.flatMap((test) => callsOf<SuiteCall>(test)), ...teardown];
  const idle = calls.flatMap((call) => {
    const limit = times.reduce((most, each) => Math.max(most, limitOf(call, each)), 0);
    if (call.expect.maxMs === undefined || call.expect.maxMs < limit) return [];
    const path = [...call.path, 'expect', 'max_ms'];
    const message = `is never exceeded: the call is given up after ${limit} ms`;
    const help = 'write a smaller number, or a longer `max_time` below `defaults`';
    return [{ file, position: locate(path), path, message, help }];
  });
  if (idle.length > 0) throw new InputError(idle);
}
