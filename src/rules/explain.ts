import { ARTIFACTS, flagOf } from '../artifacts/kinds.ts';
import { factNames, findFact } from '../facts/catalog.ts';
import { type FactType, factTypeOf, renderFact } from '../facts/fact.ts';
import { nearest } from '../nearest.ts';
import { formatInstant, parseInstant } from '../time/instant.ts';
import { COMPARATOR_NAMES, COMPARATORS } from './comparators.ts';
import type { RuleResult } from './evaluate.ts';
import type { Waiver } from './policy.ts';

/** Puts the reason of a result into one line of words: what was found, what was wanted, what to do. */
export function explain(result: RuleResult): string {
  const { because, rule } = result;
  switch (because.kind) {
    case 'holds':
    case 'does-not-hold':
      return comparisonInWords(result);
    case 'waived':
      return `${comparisonInWords(result)}; waived until ${because.waiver.expiry} by ${because.waiver.owner}: ${because.waiver.reason}`;
    case 'waiver-expired':
      return `${comparisonInWords(result)}; the waiver of ${because.waiver.owner} ${expiryInWords(because.waiver)}`;
    case 'comparator-count': {
      const written = rule.comparisons.map(({ comparator }) => comparator);
      const found =
        written.length === 0 ? 'no comparator' : `${written.length} comparators (${written.join(', ')})`;
      return `${found}; a rule takes exactly one of ${COMPARATOR_NAMES.join(', ')}`;
    }
    case 'fact-absent':
      return absenceInWords(rule.fact);
    case 'type-mismatch':
      return mismatchInWords(result, because.judges);
  }
}

function comparisonInWords({ fact, comparison }: RuleResult): string {
  if (!fact || !comparison) return '';
  const { expectation } = COMPARATORS[comparison.comparator];
  return `found ${renderFact(fact.value)}, expected ${expectation(comparison.expected as never)}`;
}

/** Why a fact that a rule names is not there: a misspelling, a missing artifact, or an artifact without it. */
function absenceInWords(name: string): string {
  const definition = findFact(name);
  if (!definition) {
    const near = nearest(name, factNames());
    return `unknown fact \`${name}\`; ${near ? `did you mean \`${near}\`?` : 'see `mcptest policy facts`'}`;
  }
  const flag = flagOf(definition.artifact);
  return `the fact is absent: ${flag} was not given, or the ${ARTIFACTS[definition.artifact].title} does not carry it`;
}

function mismatchInWords({ fact, comparison }: RuleResult, judges: readonly FactType[]): string {
  if (!fact || !comparison) return '';
  const actual = `the fact is ${ONE[factTypeOf(fact.value)]} (${renderFact(fact.value)})`;
  const { comparator, expected } = comparison;
  const said = comparator === 'equals' ? `\`equals: ${JSON.stringify(expected)}\`` : `\`${comparator}\``;
  return `${actual}, and ${said} judges only ${judges.map((type) => MANY[type]).join(' or ')}${unquoteHint(expected, factTypeOf(fact.value))}`;
}

const ONE: Readonly<Record<FactType, string>> = { number: 'a number', boolean: 'a boolean', text: 'text' };
const MANY: Readonly<Record<FactType, string>> = { number: 'numbers', boolean: 'booleans', text: 'text' };

/** `"0"` for 0 and `yes` for true are the two slips of the pen that YAML invites. */
function unquoteHint(expected: unknown, actual: string): string {
  if (typeof expected !== 'string') return '';
  if (actual === 'number' && expected.trim() !== '' && Number.isFinite(Number(expected))) {
    return `; remove the quotes: ${expected.trim()}`;
  }
  if (actual === 'boolean' && /^(true|false|yes|no|on|off)$/i.test(expected)) {
    return `; write ${/^(true|yes|on)$/i.test(expected) ? 'true' : 'false'}, without quotes`;
  }
  return '';
}

/** `expired on ...`, or why its date cannot be read and what it should look like. */
export function expiryInWords(waiver: Waiver): string {
  if (waiver.expiresAt !== undefined) return `expired on ${waiver.expiry}`;
  return `counts as expired: \`${waiver.expiry}\` is no RFC 3339 time; write ${correctedExpiry(waiver.expiry)}`;
}

/** The nearest time that parses: the day that was meant, at its first second, in UTC. */
function correctedExpiry(written: string): string {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]+(\d{2}:\d{2}:\d{2}))?/.exec(written) ?? [];
  const instant = day === undefined ? undefined : parseInstant(`${day}T${time}Z`);
  return `\`"${instant === undefined ? '2026-12-31T00:00:00Z' : formatInstant(instant)}"\``;
}
