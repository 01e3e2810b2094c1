import type { ValuePath } from '../diagnostic.ts';
import { isObject } from '../values/own-property.ts';
import { type Compiled, type CompileFault, unknownName } from './fault.ts';
import { expectationOf, type Judgement, type Matcher, type Test } from './judgement.ts';
import { MATCHER_NAMES, MATCHERS, type MatcherName, type MatcherRow } from './matcher-table.ts';
import { Operand } from './operands.ts';
import { show, showAtLength } from './show.ts';

/**
 * Compiles an authored matcher, or returns all its faults. Asynchronous because the engines for `regex` and `schema`
 * are loaded when the first matcher needs them. All keys of one matcher must pass.
 * Spec (scenario worlds): "Matchers, shared by every feature that asserts".
 */
export async function compileMatcher(value: unknown): Promise<Compiled<Matcher>> {
  const faults: CompileFault[] = [];
  const matcher = await compile(value, [], faults);
  return matcher && faults.length === 0 ? { kind: 'compiled', value: matcher } : { kind: 'faulty', faults };
}

async function compile(value: unknown, at: ValuePath, faults: CompileFault[]): Promise<Matcher | undefined> {
  if (!isObject(value)) {
    const message = `must be a matcher, found ${show(value)}`;
    faults.push({ path: at, message, help: 'use `exact` to compare with a value' });
    return undefined;
  }
  const keys = Object.keys(value);
  if (keys.length === 0) {
    const help = `matchers: ${MATCHER_NAMES.join(', ')}`;
    faults.push({ path: at, message: 'an empty matcher checks nothing', help });
    return undefined;
  }
  const tests: Test[] = [];
  for (const key of keys) {
    const row = rowOf(key);
    if (!row) faults.push(unknownName('matcher', key, MATCHER_NAMES, at));
    const test = await row?.compile(new Operand(value[key], [...at, key], faults, compile));
    if (test) tests.push(test);
  }
  return { tests };
}

function rowOf(key: string): MatcherRow | undefined {
  const name = key === 'contains-all' ? 'contains_all' : key;
  return Object.hasOwn(MATCHERS, name) ? MATCHERS[name as MatcherName] : undefined;
}

/** Whether a value matches, and a message with what was found and what was expected. */
export interface Match {
  readonly passed: boolean;
  readonly message: string;
}

/**
 * Judges a value. Undefined is a target that does not exist: it fails every matcher except `absent` and a `not`
 * around `absent`. The message names the failed tests, or all tests if none failed.
 */
export function match({ tests }: Matcher, actual: unknown): Match {
  const judgements = tests.map((test) => ({ test, judgement: test.judge(actual) }));
  const failed = judgements.filter(({ judgement }) => judgement.verdict !== 'pass');
  const shown = failed.length > 0 ? failed : judgements;
  // a test that passed needs no reason
  const details = failed.flatMap(({ judgement }) => detailOf(judgement, actual));
  const words = [
    `found ${failed.length > 0 ? showAtLength(actual) : show(actual)}, expected ${expectationOf({ tests: shown.map(({ test }) => test) })}`,
    ...new Set(details),
  ];
  return { passed: failed.length === 0, message: words.join(': ') };
}

function detailOf({ verdict, detail }: Judgement, actual: unknown): string[] {
  if (detail !== undefined) return [detail];
  // `found nothing` already says so
  return verdict === 'unknown' && actual !== undefined ? ['a value of this type cannot be judged'] : [];
}
