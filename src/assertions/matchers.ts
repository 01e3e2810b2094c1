import type { ValuePath } from '../diagnostic.ts';
import { isObject } from '../values/own-property.ts';
import { type Compiled, type CompileFault, unknownName } from './fault.ts';
import { expectationOf, type Judgement, type Matcher, type Test } from './judgement.ts';
import { MATCHER_NAMES, MATCHERS, type MatcherName, type MatcherRow } from './matcher-table.ts';
import { Operand } from './operands.ts';
import { show, showAtLength } from './show.ts';

/**
 * Makes an authored matcher ready, or says everything that is wrong with it. Asynchronous because the engines
 * for `regex` and `schema` are loaded when the first matcher wants them. All keys of one matcher must hold.
 * Source: "Matchers, shared by every feature that asserts".
 */
export async function compileMatcher(value: unknown): Promise<Compiled<Matcher>> {
  const faults: CompileFault[] = [];
  const matcher = await compile(value, [], faults);
  return matcher && faults.length === 0 ? { kind: 'compiled', value: matcher } : { kind: 'faulty', faults };
}

async function compile(value: unknown, at: ValuePath, faults: CompileFault[]): Promise<Matcher | undefined> {
  if (!isObject(value)) {
    const message = `must be a matcher, found ${show(value)}`;
    faults.push({ path: at, message, help: 'compare with a value by `exact`' });
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

/** Whether a value fulfils a matcher, and in words what was found and what was expected. */
export interface Match {
  readonly passed: boolean;
  readonly message: string;
}

/**
 * Judges a value; undefined is a target that does not exist, which fails every matcher but `absent`, and `not`
 * around one. The message names the tests that failed, or all when none did.
 */
export function match({ tests }: Matcher, actual: unknown): Match {
  const judgements = tests.map((test) => ({ test, judgement: test.judge(actual) }));
  const failed = judgements.filter(({ judgement }) => judgement.verdict !== 'pass');
  const told = failed.length > 0 ? failed : judgements;
  // nobody looks for the reason of what passed
  const details = failed.flatMap(({ judgement }) => detailOf(judgement, actual));
  const words = [
    `found ${failed.length > 0 ? showAtLength(actual) : show(actual)}, expected ${expectationOf({ tests: told.map(({ test }) => test) })}`,
    ...new Set(details),
  ];
  return { passed: failed.length === 0, message: words.join(': ') };
}

function detailOf({ verdict, detail }: Judgement, actual: unknown): string[] {
  if (detail !== undefined) return [detail];
  // `found nothing` says it already
  return verdict === 'unknown' && actual !== undefined ? ['it cannot be judged, being of another type'] : [];
}
