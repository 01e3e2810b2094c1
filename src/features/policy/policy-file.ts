import * as z from 'zod/mini';
import type { Diagnostic } from '../../diagnostic.ts';
import { described, having, withKeywords } from '../../documents/described.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { parseYaml } from '../../documents/yaml.ts';
import { InputError } from '../../errors.ts';
import { FACTS } from '../../facts/catalog.ts';
import type { FactValue } from '../../facts/fact.ts';
import {
  COMPARATOR_NAMES,
  COMPARATORS,
  type ComparatorName,
  type Literals,
} from '../../rules/comparators.ts';
import type { Policy, PolicyRule, Waiver } from '../../rules/policy.ts';
import { parseInstant } from '../../time/instant.ts';
import { present } from '../../values/own-property.ts';

const text = () => z.string().check(z.regex(/\S/, 'non-empty text'));

const literal = () => z.union([z.boolean(), z.number(), z.string()], 'a number, text, `true` or `false`');

const LITERALS = {
  number: () => z.number(),
  literal,
  literals: () => z.array(literal()).check(z.minLength(1)),
} satisfies Record<keyof Literals, () => z.ZodMiniType>;

const comparators = Object.fromEntries(
  COMPARATOR_NAMES.map((name) => {
    const { takes, description } = COMPARATORS[name];
    return [name, described(z.optional(LITERALS[takes]()), description)];
  }),
) as unknown as Record<ComparatorName, z.ZodMiniOptional<z.ZodMiniType<FactValue | FactValue[]>>>;

/**
 * The fact of a rule. An editor offers the facts of this version and marks any other name. The code accepts every name,
 * and leaves the rule unevaluated: the spec says so, and a policy may be written for a later version.
 */
const factSchema = withKeywords(
  described(text(), 'the fact that the rule constrains; `mcptest policy facts` lists all facts'),
  {
    anyOf: FACTS.map(({ name, type, description }) => ({
      const: name,
      description: `${type}: ${description}`,
    })),
  },
);

/** A rule. An editor marks a missing or second comparator, with which the code leaves a rule unevaluated. */
const ruleSchema = withKeywords(
  z.strictObject({
    id: described(text(), 'a stable identifier, cited in the report and matched by waivers'),
    description: described(z.optional(z.string()), 'a note for people'),
    fact: factSchema,
    ...comparators,
    severity: described(
      z.optional(z.enum(['fail', 'warn'])),
      'what happens when the rule does not hold; fail (default): the gate fails; warn: it only warns',
    ),
  }),
  { oneOf: COMPARATOR_NAMES.map(having) },
);

const waiverSchema = z.strictObject({
  rule: described(text(), 'the id of the rule that is suppressed'),
  owner: described(text(), 'who owns the waiver, so reviewers know whom to ask'),
  reason: described(text(), 'why the failure is tolerated'),
  expiry: described(
    z.union([z.string(), z.number(), z.boolean()], 'an RFC 3339 time, like "2026-12-31T00:00:00Z"'),
    'an RFC 3339 time, like 2026-12-31T00:00:00Z; from that moment on, the waiver suppresses nothing',
  ),
  issue: described(
    z.optional(z.union([z.string(), z.number()], 'text, like GH-1234')),
    'a tracking reference, such as GH-1234',
  ),
});

/** The schema of a policy file. Spec (release gate): "The policy file". */
export const policySchema = z.strictObject({
  version: described(text(), 'the version of the policy, as text: "1.0"'),
  rules: described(
    z.array(ruleSchema).check(z.minLength(1)),
    'what must hold; each rule is one fact and one comparator',
  ),
  waivers: described(z.optional(z.array(waiverSchema)), 'dated exceptions to rules'),
});

/**
 * Reads a policy from YAML (or JSON) text.
 * @throws InputError with all findings at once
 */
export function parsePolicy(source: string, path: string): Policy {
  const document = parseYaml(source, path);
  const { version, rules, waivers = [] } = validate(policySchema, document);
  refuseDuplicateIds(rules, document);
  return {
    path,
    version,
    rules: rules.map((rule, index): PolicyRule => {
      const { id, description, fact, severity = 'fail' } = rule;
      const comparisons = COMPARATOR_NAMES.flatMap((comparator) => {
        const expected = rule[comparator];
        return expected === undefined ? [] : [{ comparator, expected }];
      });
      const position = document.locate(['rules', index]);
      return {
        id,
        fact,
        comparisons,
        severity,
        ...position,
        ...present({ description }),
      };
    }),
    waivers: waivers.map(({ rule, owner, reason, expiry, issue }, index): Waiver => {
      // keep a number as it is written in the file: `issue: 0042` is not 42
      const written = (key: string, value: string | number | boolean) =>
        (typeof value === 'number' ? document.written?.(['waivers', index, key]) : undefined) ??
        String(value);
      const expiresAt = parseInstant(String(expiry));
      return {
        rule,
        owner,
        reason,
        expiry: written('expiry', expiry),
        ...document.locate(['waivers', index]),
        ...present({ expiresAt, issue: issue === undefined ? undefined : written('issue', issue) }),
      };
    }),
  };
}

function refuseDuplicateIds(rules: readonly { readonly id: string }[], document: SourceDocument): void {
  const first = new Map<string, number>();
  const problems: Diagnostic[] = [];
  rules.forEach(({ id }, index) => {
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, index);
      return;
    }
    const path = ['rules', index, 'id'];
    const { line } = document.locate(['rules', earlier, 'id']);
    const message = `\`${id}\` is already the id of the rule on line ${line}`;
    problems.push({
      file: document.file,
      position: document.locate(path),
      path,
      message,
      help: 'give each rule its own id',
    });
  });
  if (problems.length > 0) throw new InputError(problems);
}
