import type { ValuePath } from '../diagnostic.ts';
import { isObject } from '../values/own-property.ts';
import { type Compiled, type CompileFault, nonJsonFault, unknownName } from './fault.ts';
import { GUARD_NAMES, GUARDS, type GuardName, type GuardOperands } from './guard-table.ts';
import { mayEqual, mayHaveSameElements } from './may-equal.ts';
import { parseArgumentPath } from './parse-path.ts';
import { isPathFault } from './path.ts';
import { show } from './show.ts';
import { readSource, type ValueSource } from './value-source.ts';

/** A condition on one value: every test must hold. */
export interface Guard {
  readonly tests: readonly GuardTest[];
}

interface GuardTest {
  readonly name: GuardName;
  /** An argument is read each time the guard is tested. */
  readonly expected: ValueSource;
}

/**
 * Compiles a guard of `when` or `args`: an object is always a guard, anything else a literal to equal.
 * Spec (scenario worlds): "`when` guards".
 */
export function compileGuard(value: unknown): Compiled<Guard> {
  return isObject(value) ? compileObject(value, GUARD_NAMES, true) : literal(value);
}

/**
 * Compiles a value of `expect_state`. An object is a guard only if all its keys are guard names, or it is `{absent:
 * true}`; otherwise it is a literal to equal. There is no call, so `from_arg` has no arguments to read.
 * Spec (scenario worlds): "`expect_state`".
 */
export function compileExpectation(value: unknown): Compiled<Guard> {
  if (!isObject(value)) return literal(value);
  const keys = Object.keys(value);
  if (keys.length === 1 && typeof value.absent === 'boolean') {
    const exists: GuardTest = { name: 'exists', expected: { kind: 'literal', value: !value.absent } };
    return { kind: 'compiled', value: { tests: [exists] } };
  }
  const isGuard = keys.length > 0 && keys.every((key) => Object.hasOwn(GUARDS, key));
  return isGuard ? compileObject(value, GUARD_NAMES, false) : literal(value);
}

/**
 * Whether a value passes a guard. Undefined is a missing value.
 * @param args the arguments of the call; a test that compares with a missing argument fails
 */
export function holds(guard: Guard, actual: unknown, args?: unknown): boolean {
  for (const test of guard.tests) if (!passes(test, actual, args)) return false;
  return true;
}

/** How a guard judges a value. `unclear`: the value, or the argument to compare it with, has a type that it cannot judge. */
export type GuardVerdict = 'holds' | 'fails' | 'unclear';

/**
 * Judges a value where a failure would let something pass, as in a forbidden rule: a text where numbers are compared, a
 * text that looks like the expected number, and a missing argument to compare with are `unclear`, not failures.
 * Spec (scenario worlds): "`forbidden` first".
 */
export function judgeGuard(guard: Guard, actual: unknown, args?: unknown): GuardVerdict {
  let verdict: GuardVerdict = 'holds';
  for (const test of guard.tests) {
    if (passes(test, actual, args)) continue;
    if (!isUnclear(test, actual, args)) return 'fails';
    verdict = 'unclear';
  }
  return verdict;
}

function isUnclear({ name, expected }: GuardTest, actual: unknown, args: unknown): boolean {
  const value = readSource(expected, args);
  if (value === undefined) return true;
  if (actual === undefined) return false;
  if (GUARDS[name].takes === 'number') return typeof value !== 'number' || typeof actual !== 'number';
  if (name === 'eq') return mayEqual(actual, value);
  // a command may be a list of its words
  if (name === 'contains') return typeof actual !== 'string';
  if (name === 'unordered') return mayHaveSameElements(actual, value as readonly unknown[]);
  return name === 'one_of' && (value as readonly unknown[]).some((each) => mayEqual(actual, each));
}

/** Explains why a guard does not hold: what was found, what was expected. Call it only for a guard that fails. */
export function explain(guard: Guard, actual: unknown, args?: unknown): string {
  const failed = guard.tests.filter((test) => !passes(test, actual, args));
  return `found ${show(actual)}, expected ${failed.map((test) => expectation(test, args)).join(' and ')}`;
}

function passes({ name, expected }: GuardTest, actual: unknown, args: unknown): boolean {
  const value = readSource(expected, args);
  // an argument can be text: `7 >= "5"` would hold
  if (value === undefined || (GUARDS[name].takes === 'number' && typeof value !== 'number')) return false;
  return GUARDS[name].holds(actual, value as never);
}

function expectation({ name, expected }: GuardTest, args: unknown): string {
  const inWords = (value: unknown) => GUARDS[name].expectation(value as never);
  if (expected.kind === 'literal') return inWords(expected.value);
  const value = readSource(expected, args);
  const argument = expected.text === '' ? 'the arguments' : `the argument \`${expected.text}\``;
  return value === undefined ? `${argument}, which is missing` : `${inWords(value)} (${argument})`;
}

function literal(value: unknown): Compiled<Guard> {
  const fault = nonJsonFault(value, []);
  if (fault) return { kind: 'faulty', faults: [fault] };
  return { kind: 'compiled', value: { tests: [{ name: 'eq', expected: { kind: 'literal', value } }] } };
}

function compileObject(
  guard: Record<string, unknown>,
  names: readonly GuardName[],
  hasCall: boolean,
): Compiled<Guard> {
  const keys = Object.keys(guard);
  if (keys.length === 0) {
    const help = `use \`eq: {}\` to compare with an empty object; guards: ${names.join(', ')}`;
    return { kind: 'faulty', faults: [{ path: [], message: 'an empty guard checks nothing', help }] };
  }
  const tests: GuardTest[] = [];
  const faults: CompileFault[] = [];
  for (const key of keys) {
    const result = Object.hasOwn(GUARDS, key)
      ? compileOperand(key as GuardName, guard[key], hasCall)
      : unknownGuard(key, names);
    if ('message' in result) faults.push(result);
    else tests.push({ name: key as GuardName, expected: result });
  }
  if (faults.length > 0) return { kind: 'faulty', faults };
  return { kind: 'compiled', value: { tests } };
}

function unknownGuard(key: string, names: readonly GuardName[]): CompileFault {
  const fault = unknownName('guard', key, names, []);
  if (key === 'from_arg') return { ...fault, help: 'use `eq: {from_arg: ...}` to compare with an argument' };
  if (key === 'absent') return { ...fault, help: 'write `exists: false`' };
  return fault;
}

function compileOperand(name: GuardName, operand: unknown, hasCall: boolean): ValueSource | CompileFault {
  const { takes, fromArgument } = GUARDS[name];
  if (fromArgument && isObject(operand) && Object.hasOwn(operand, 'from_arg')) {
    return compileArgument(operand, [name], hasCall);
  }
  const fault = nonJsonFault(operand, [name]);
  if (fault) return fault;
  if (!OPERANDS[takes].fits(operand)) {
    return { path: [name], message: `must be ${OPERANDS[takes].expectation}, found ${show(operand)}` };
  }
  return { kind: 'literal', value: operand };
}

const OPERANDS: Readonly<
  Record<keyof GuardOperands, { fits: (operand: unknown) => boolean; expectation: string }>
> = {
  value: { fits: () => true, expectation: 'a value' },
  number: { fits: (operand) => typeof operand === 'number', expectation: 'a number' },
  list: { fits: (operand) => Array.isArray(operand) && operand.length > 0, expectation: 'a non-empty list' },
  text: { fits: (operand) => typeof operand === 'string' && operand !== '', expectation: 'non-empty text' },
  flag: { fits: (operand) => typeof operand === 'boolean', expectation: '`true` or `false`' },
};

function compileArgument(
  operand: Record<string, unknown>,
  at: ValuePath,
  hasCall: boolean,
): ValueSource | CompileFault {
  const path = [...at, 'from_arg'];
  const text = operand.from_arg;
  const other = Object.keys(operand).find((key) => key !== 'from_arg');
  if (other !== undefined) return unknownName('key', other, ['from_arg'], at);
  if (!hasCall) return { path, message: 'there is no call here, so no argument can be read' };
  if (typeof text !== 'string') {
    return { path, message: `must be the path of an argument, found ${show(text)}` };
  }
  const parsed = parseArgumentPath(text);
  if (isPathFault(parsed)) return { path, message: parsed.message, help: parsed.help };
  return { kind: 'argument', path: parsed, text };
}
