import { callsOf } from '../../artifacts/test-suite/calls-of.ts';
import type { SuiteCall } from '../../artifacts/test-suite/model.ts';
import { own } from '../../values/own-property.ts';
import type { CompiledCall, CompiledSuite, CompiledTest } from './compile-suite.ts';
import { judgeCall } from './judge-call.ts';
import { judgeDurations } from './judge-durations.ts';
import { type Keeping, keepAnswer } from './kept-answer.ts';
import { OneCause } from './one-cause.ts';
import type { RunJudges } from './run-model.ts';
import type { Snapshots } from './snapshots.ts';

/** What judges the answers of one run of a suite. */
export interface SuiteJudges extends RunJudges {
  /** Says, at the end, why nothing was checked; undefined when something was. See {@link OneCause}. */
  readonly oneCause: () => string | undefined;
}

/**
 * Returns the judges of a suite, for the calls of its model.
 * @param keeping undefined where there is one combination, so that no answer is compared
 */
export function suiteJudges(
  suite: CompiledSuite,
  snapshots: Snapshots,
  keeping: Keeping | undefined,
): SuiteJudges {
  const known = compiledCalls(suite);
  const compiledOf = (call: SuiteCall) => {
    const found = known.get(call);
    if (!found) throw new TypeError('the call is not one of the suite');
    return found;
  };
  const causes = new OneCause();
  return {
    async answer({ call, exchange, tool }) {
      const { compiled, test } = compiledOf(call);
      causes.take(compiled, exchange);
      const findings = await judgeCall(compiled, exchange, tool && own(tool, 'outputSchema'));
      return [...findings, ...snapshots.judge(compiled, test, exchange)];
    },
    duration: (call, durations) => judgeDurations(compiledOf(call).compiled, durations),
    keep: (judged) => keeping && keepAnswer(compiledOf(judged.call).compiled, judged, keeping),
    oneCause: () => causes.verdict,
  };
}

type Known = ReadonlyMap<SuiteCall, { readonly compiled: CompiledCall; readonly test?: CompiledTest }>;

function compiledCalls({ setup, tests, teardown }: CompiledSuite): Known {
  return new Map([
    ...[...setup, ...teardown].map((compiled) => [compiled.call, { compiled }] as const),
    ...tests.flatMap((test) =>
      callsOf<CompiledCall>(test).map((compiled) => [compiled.call, { compiled, test }] as const),
    ),
  ]);
}
