import { contradictionIn } from '../../../assertions/contradiction.ts';
import type { Guard } from '../../../assertions/guards.ts';
import type { TemplatePath } from '../../../assertions/path.ts';
import { canonicalText } from '../../../assertions/value-set.ts';
import { formatPath } from '../../../diagnostic.ts';
import type { CallRule, Scenario } from '../suite/scenario.ts';
import type { SuiteRemark } from './findings.ts';

interface Conditions {
  readonly args: CallRule['args'];
  readonly when?: CallRule['when'];
}

/** Finds forbidden rules and golden steps whose condition nothing can meet: they never apply, without any sign of it. */
export function impossibleConditions({ forbidden, golden = [], lineOf }: Scenario): SuiteRemark[] {
  const remark = (what: string, conditions: Conditions, line: () => number): SuiteRemark[] => {
    const why = whyImpossible(conditions);
    if (why === undefined) return [];
    return [{ code: 'impossible-condition', line: line(), message: `${what} never applies: ${why}` }];
  };
  return [
    ...forbidden.flatMap((rule) => remark(`the rule against \`${rule.tool.text}\``, rule, () => rule.line)),
    ...golden.flatMap(({ steps }) =>
      steps.flatMap((step) => {
        const at = ['golden', ...step.place];
        return remark(`\`${formatPath(at)}\``, step, () => lineOf(at));
      }),
    ),
  ];
}

/** Explains which condition of a rule contradicts itself: `no value of \`a\` is at least \`5\` and at most \`1\``. */
export function whyImpossible({ args, when = [] }: Conditions): string | undefined {
  return contradictionAmong(args, 'the argument ') ?? contradictionAmong(when, '');
}

function contradictionAmong(
  conditions: readonly { readonly path: TemplatePath; readonly text: string; readonly guard: Guard }[],
  what: string,
): string | undefined {
  // `a` and `["a"]` are the same place
  const places = new Map<string, { text: string; guards: Guard[] }>();
  for (const { path, text, guard } of conditions) {
    const key = placeOf(path);
    const place = places.get(key);
    if (place) place.guards.push(guard);
    else places.set(key, { text, guards: [guard] });
  }
  for (const { text, guards } of places.values()) {
    const words = contradictionIn(guards);
    if (words !== undefined) return `no value of ${what}\`${text}\` is ${words}`;
  }
  return undefined;
}

/** Whether every call that meets the conditions of `rule` also meets those of `other`: `rule` has all of them itself. */
export function hasConditionsOf(rule: CallRule, other: CallRule): boolean {
  const tests = testsOf(rule);
  for (const test of testsOf(other)) if (!tests.has(test)) return false;
  return true;
}

const known = new WeakMap<CallRule, ReadonlySet<string>>();

/** Every test in the conditions of a rule, as a text that is equal for equal tests. */
function testsOf(rule: CallRule): ReadonlySet<string> {
  const before = known.get(rule);
  if (before) return before;
  const tests = new Set<string>();
  for (const [kind, conditions] of [
    ['args', rule.args],
    ['when', rule.when],
  ] as const) {
    for (const { path, guard } of conditions) {
      for (const test of guard.tests) tests.add(`${kind} ${placeOf(path)} ${canonicalText(test)}`);
    }
  }
  if (rule.closed) tests.add(`closed ${rule.closed.map(placeOf).sort().join()}`);
  known.set(rule, tests);
  return tests;
}

/** A path as a text that is equal for equal paths, however they are written. */
function placeOf(path: TemplatePath): string {
  return canonicalText(path);
}
