import { showBare } from '../../assertions/show.ts';
import type { MadeCall } from './run-model.ts';
import type { ResultCall } from './run-result.ts';

/** The most calls of a test that the report shows with what was sent and what came, and the most characters of the former. */
const MOST_SHOWN = 20;
const LONGEST_ARGUMENTS = 1000;

/** Writes the calls of a test, as its report has them. */
export function toCalls(calls: readonly MadeCall[]): ResultCall[] {
  let shown = 0;
  return calls.map((made) => {
    const { phase, server, request, outcome, duration, answer, findings } = made;
    const name = request.kind === 'resource' ? request.uri : request.name;
    const call = { phase, server, kind: request.kind, name, outcome, duration_ms: rounded(duration) };
    if (answer === undefined || shown === MOST_SHOWN) return call;
    shown++;
    return {
      ...call,
      ...(request.kind !== 'resource' && { arguments: showBare(request.args, LONGEST_ARGUMENTS) }),
      expected: findings.map(({ message }) => message),
      answer,
    };
  });
}

/** Rounds milliseconds to thousandths, so that a report stays short. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
