import type { SuiteCall } from '../../artifacts/test-suite/model.ts';
import { own } from '../../values/own-property.ts';
import type { CompiledCall, CompiledSuite, CompiledTest } from './compile-suite.ts';
import type { JudgedExchange } from './exchange.ts';
import { type CallFinding, judgeCall } from './judge-call.ts';
import { judgeDurations } from './judge-trials.ts';
import { OneCause } from './one-cause.ts';
import type { Snapshots } from './snapshots.ts';

/** A call of a suite that was made, and the tool as the server lists it, if it does. */
export interface AnsweredCall {
  readonly call: SuiteCall;
  readonly exchange: JudgedExchange;
  readonly tool: Readonly<Record<string, unknown>> | undefined;
}

/** What judges the answers of one run of a suite. */
export interface SuiteJudges {
  /** Says what is wrong with an answer, not with how long it took. */
  readonly answer: (answered: AnsweredCall) => Promise<readonly CallFinding[]>;
  /** Says whether the calls of all trials took too long. */
  readonly duration: (call: SuiteCall, durations: readonly number[]) => readonly CallFinding[];
  /** Says, at the end, why nothing was checked; undefined when something was. See {@link OneCause}. */
  readonly oneCause: () => string | undefined;
}

/** Returns the judges of a suite, for the calls of its model. */
export function suiteJudges(suite: CompiledSuite, snapshots: Snapshots): SuiteJudges {
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
    oneCause: () => causes.verdict,
  };
}

type Known = ReadonlyMap<SuiteCall, { readonly compiled: CompiledCall; readonly test?: CompiledTest }>;

function compiledCalls({ setup, tests, teardown }: CompiledSuite): Known {
  return new Map([
    ...[...setup, ...teardown].map((compiled) => [compiled.call, { compiled }] as const),
    ...tests.flatMap((test) =>
      [test, ...test.before, ...test.verify, ...test.after].map(
        (compiled) => [compiled.call, { compiled, test }] as const,
      ),
    ),
  ]);
}
