import type { SuiteCall, SuiteMask, SuiteTest, TestSuite } from '../../artifacts/test-suite/model.ts';
import { collectTestSuite } from '../../artifacts/test-suite/read.ts';
import type { Matcher } from '../../assertions/judgement.ts';
import { compileMatcher } from '../../assertions/matchers.ts';
import { isPathFault, type Path } from '../../assertions/path.ts';
import type { Pattern } from '../../assertions/regex.ts';
import { parseTarget } from '../../assertions/target.ts';
import type { ValuePath } from '../../diagnostic.ts';
import type { FaultList } from '../../documents/fault-list.ts';
import { pointerSegments } from '../../values/json-pointer.ts';
import { present } from '../../values/own-property.ts';
import { ENVELOPE_MEMBERS } from './envelope.ts';

/** One assertion on an answer. */
export interface CallAssertion {
  readonly target: Path;
  /** The target as written. */
  readonly text: string;
  readonly matcher: Matcher;
  readonly message?: string;
  /** Where it is in the suite. */
  readonly path: ValuePath;
}

/** What a mask takes out of a snapshot. */
export type CompiledMask =
  | { readonly kind: 'pointer'; readonly keys: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: Pattern };

/** A call whose expectations can be judged. */
export interface CompiledCall {
  readonly call: SuiteCall;
  readonly assertions: readonly CallAssertion[];
  readonly errorMessage?: Matcher;
  readonly masks: readonly CompiledMask[];
  /** Where its expectation is in the suite, if it has one. */
  readonly expectPath: ValuePath;
}

/** A test whose calls can be judged. */
export interface CompiledTest extends CompiledCall {
  readonly call: SuiteTest;
  readonly before: readonly CompiledCall[];
  readonly verify: readonly CompiledCall[];
  readonly after: readonly CompiledCall[];
}

/** A suite that can be run. */
export interface CompiledSuite {
  readonly suite: TestSuite;
  readonly setup: readonly CompiledCall[];
  readonly teardown: readonly CompiledCall[];
  readonly tests: readonly CompiledTest[];
}

/**
 * Reads a suite, and compiles its targets, matchers and masks.
 * Spec (suites and recording): "`mcptest run [SUITE…] [-- CMD…]`"
 * @throws InputError with every finding at once
 */
export async function compileSuite(source: string, file: string): Promise<CompiledSuite> {
  const { suite, faults } = collectTestSuite(source, file);
  const compiled = {
    suite,
    setup: await compileCalls(suite.setup, faults),
    teardown: await compileCalls(suite.teardown, faults),
    tests: await inTurn(suite.tests, (test) => compileTest(test, faults)),
  };
  faults.refuse();
  return compiled;
}

async function compileTest(test: SuiteTest, faults: FaultList): Promise<CompiledTest> {
  return {
    ...(await compileCall(test, faults)),
    call: test,
    before: await compileCalls(test.before, faults),
    verify: await compileCalls(test.verify, faults),
    after: await compileCalls(test.after, faults),
  };
}

function compileCalls(calls: readonly SuiteCall[], faults: FaultList): Promise<CompiledCall[]> {
  return inTurn(calls, (call) => compileCall(call, faults));
}

async function compileCall(call: SuiteCall, faults: FaultList): Promise<CompiledCall> {
  const { expect, path } = call;
  const at = [...path, 'expect'];
  const { message } = expect.error ?? {};
  const errorMessage =
    message === undefined ? undefined : await compileAt(message, [...at, 'error', 'message'], faults);
  return {
    call,
    assertions: await compileAssertions(expect.assertions, [...at, 'assertions'], faults),
    ...present({ errorMessage }),
    masks: await inTurn(expect.mask, (mask) => compileMask(mask, at, faults)),
    expectPath: at,
  };
}

async function compileAssertions(
  written: SuiteCall['expect']['assertions'],
  at: ValuePath,
  faults: FaultList,
): Promise<CallAssertion[]> {
  const assertions: CallAssertion[] = [];
  for (const [index, { target: text, matcher: source, message }] of written.entries()) {
    const path = [...at, index];
    const target = parseTarget(text, ENVELOPE_MEMBERS);
    if (isPathFault(target)) faults.fault([...path, 'target'], target.message, target.help);
    const matcher = await compileAt(source, [...path, 'matcher'], faults);
    if (isPathFault(target) || !matcher) continue;
    assertions.push({ target, text, matcher, ...present({ message }), path });
  }
  return assertions;
}

async function compileAt(source: unknown, path: ValuePath, faults: FaultList): Promise<Matcher | undefined> {
  return faults.compiled(path, await compileMatcher(source));
}

async function compileMask(mask: SuiteMask, at: ValuePath, faults: FaultList): Promise<CompiledMask> {
  if ('pointer' in mask) {
    return { kind: 'pointer', keys: pointerSegments(mask.pointer) };
  }
  const { compileRegex } = await import('../../assertions/regex.ts');
  const pattern = compileRegex(mask.pattern);
  if (typeof pattern !== 'string') return { kind: 'pattern', pattern };
  const message = `the pattern ${JSON.stringify(mask.pattern)} of a mask does not compile: ${pattern}`;
  faults.fault(at, message, 'use RE2 syntax, which has no look-around');
  return { kind: 'pointer', keys: [] };
}

/** Calls an asynchronous function for each item, one at a time. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
