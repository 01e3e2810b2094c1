import type { ValuePath } from '../../../diagnostic.ts';
import { agreeing, type Contradictions } from '../../../documents/contradictions.ts';
import { present } from '../../../values/own-property.ts';
import { answerOf, isSet } from '../events/answer.ts';
import { parseArgs } from '../events/args.ts';
import type { Notes } from '../events/notes.ts';
import type { RecordedCall } from '../model.ts';
import type { WrittenCall } from './written.ts';

type Args = Readonly<Record<string, unknown>>;

/** The place of a call: the path of its list, and its index. They are joined only when there is a fault to report. */
type Place = readonly [list: ValuePath, index: number];

/**
 * Converts a call to its canonical form. A call that is spelt canonically stays the same object and gets its defaults.
 * Two spellings with different values are a contradiction, since neither can be relied on.
 */
export function settleCall(
  call: WrittenCall,
  place: Place,
  contradictions: Contradictions,
  notes: Notes,
): RecordedCall {
  if (!isSpeltCanonically(call)) return respell(call, place, contradictions, notes);
  if (call.unanswered) notes.add('unanswered');
  refuseAnswered(call, place, contradictions);
  refuseRead(call, place, contradictions);
  if (call.args === undefined) call.args = {};
  if (call.is_error === undefined) {
    if (call.result === undefined && !call.unanswered) notes.add('no-result');
    call.is_error = false;
  }
  return call as RecordedCall;
}

function isSpeltCanonically(call: WrittenCall): boolean {
  const { args, arguments: args2, input, isError, error, result } = call;
  return (
    typeof args !== 'string' &&
    args2 === undefined &&
    input === undefined &&
    isError === undefined &&
    error === undefined &&
    flagOf(result) === undefined
  );
}

function respell(
  call: WrittenCall,
  place: Place,
  contradictions: Contradictions,
  notes: Notes,
): RecordedCall {
  const { name, server, raw_args, error, result, unanswered, abandoned, agent, parallel } = call;
  if (unanswered) notes.add('unanswered');
  refuseAnswered(call, place, contradictions);
  const isError = settleFlag(call, place, contradictions);
  if (raw_args !== undefined) refuseRead({ ...call, is_error: isError ?? false }, place, contradictions);
  if (isError === undefined && error === undefined && result === undefined && !unanswered)
    notes.add('no-result');
  return {
    name,
    ...(server !== undefined && { server }),
    args: settleArgs(call, place, contradictions),
    ...(raw_args !== undefined && { raw_args }),
    is_error: isError ?? false,
    ...answerOf(result, error),
    ...present({ unanswered, abandoned, agent, parallel }),
  };
}

/** Rejects a call without an answer that has one. */
function refuseAnswered(call: WrittenCall, place: Place, contradictions: Contradictions): void {
  if (!call.unanswered) return;
  if (call.result === undefined && !isSet(call.error) && !call.is_error && !call.isError) return;
  contradictions.add([...place.flat(), 'unanswered'], 'is given in addition to an answer', 'keep only one');
}

/**
 * Rejects arguments that are said not to parse, but do, or are given in another form too, or were not refused: what the
 * agent asked for would be hidden from every condition on arguments.
 */
function refuseRead(call: WrittenCall, place: Place, contradictions: Contradictions): void {
  const { raw_args: raw, is_error, args, arguments: args2, input } = call;
  if (raw === undefined) return;
  const at = [...place.flat(), 'raw_args'];
  const isGiven = [args, args2, input].some(
    (given) => given !== undefined && (typeof given === 'string' || Object.keys(given).length > 0),
  );
  if (isGiven) contradictions.add(at, 'is given in addition to arguments', 'keep only one');
  if (parseArgs(raw).fault === undefined) contradictions.add(at, 'can be parsed', 'write it as `args`');
  if (is_error) return;
  contradictions.add(at, 'is given for a call that did not fail', 'mark the call with `is_error: true`');
}

function settleFlag(call: WrittenCall, place: Place, contradictions: Contradictions): boolean | undefined {
  // `error: null` means no error, but does not contradict a flag. Anything else is an error, even false, 0 and empty
  // text: taking those for no error could let a failed call count as one that worked
  const failed = isSet(call.error) ? true : undefined;
  const flags = [call.is_error, call.isError, failed, flagOf(call.result)];
  const stated = flags.find((flag) => flag !== undefined);
  if (flags.every((flag) => flag === undefined || flag === stated)) return stated;
  const paths = [['is_error'], ['isError'], ['error'], ['result', 'isError']];
  return agreeing(
    paths.map((path, index) => [[...place.flat(), ...path], flags[index]]),
    contradictions,
  );
}

function settleArgs(call: WrittenCall, place: Place, contradictions: Contradictions): Args {
  let settled: Args | undefined;
  for (const key of ['args', 'arguments', 'input'] as const) {
    const value = call[key];
    if (value === undefined) continue;
    const { args, fault } = typeof value === 'string' ? parseArgs(value) : { args: value };
    if (fault !== undefined) contradictions.add([...place.flat(), key], fault);
    else if (settled && JSON.stringify(args) !== JSON.stringify(settled)) {
      contradictions.add([...place.flat(), key], 'differs from the arguments under the other key');
    } else settled = args;
  }
  return settled ?? {};
}

/** The `isError` flag of an MCP result; undefined when it has none. */
function flagOf(result: unknown): boolean | undefined {
  if (typeof result !== 'object' || result === null || !('isError' in result)) return undefined;
  return typeof result.isError === 'boolean' ? result.isError : undefined;
}
