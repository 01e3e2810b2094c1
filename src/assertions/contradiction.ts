import { GUARDS } from './guard-table.ts';
import type { Guard } from './guards.ts';

type Test = Guard['tests'][number];

/**
 * Returns the expectations that no value can meet at once: `at least \`5\` and at most \`1\``. Undefined unless that
 * is certain: a comparison with an argument may hold.
 */
export function contradictionIn(guards: readonly Guard[]): string | undefined {
  const tests = guards.flatMap((guard) => guard.tests);
  if (tests.length === 0 || canHold(tests)) return undefined;
  return tests.filter(isLiteral).map(inWords).join(' and ');
}

function canHold(tests: readonly Test[]): boolean {
  const known = tests.filter(isLiteral);
  const isMissing = known.some(({ name, expected }) => name === 'exists' && !expected.value);
  if (isMissing) return !tests.some((test) => !holds(test, undefined));
  const listed = known.find(({ name }) => name === 'eq') ?? known.find(({ name }) => name === 'one_of');
  if (listed) {
    const { value } = listed.expected;
    const values = listed.name === 'eq' ? [value] : (value as unknown[]);
    return values.some((each) => known.every((test) => holds(test, each)));
  }
  const list = known.find(({ name }) => name === 'unordered');
  // another order of the list may meet `ne`
  if (list) return known.every((test) => test.name === 'ne' || holds(test, list.expected.value));
  const least = boundsOf('min', known).reduce((a, b) => Math.max(a, b), -Infinity);
  const most = boundsOf('max', known).reduce((a, b) => Math.min(a, b), Infinity);
  // if the range is a single number, another guard may exclude it
  return least < most || (least === most && known.every((test) => holds(test, least)));
}

type LiteralTest = Test & { readonly expected: { readonly kind: 'literal' } };

function isLiteral(test: Test): test is LiteralTest {
  return test.expected.kind === 'literal';
}

/** Whether a test can hold. A comparison with an argument needs a value, unless it is `ne`. */
function holds(test: Test, value: unknown): boolean {
  if (!isLiteral(test)) return value !== undefined || test.name === 'ne';
  return GUARDS[test.name].holds(value, test.expected.value as never);
}

function boundsOf(name: 'min' | 'max', tests: readonly LiteralTest[]): number[] {
  return tests.flatMap((test) => (test.name === name ? [test.expected.value as number] : []));
}

function inWords({ name, expected }: LiteralTest): string {
  return GUARDS[name].expectation(expected.value as never);
}
