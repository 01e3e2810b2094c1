import { ARTIFACTS, type ArtifactKind, flagOf } from '../../artifacts/kinds.ts';
import type { Words } from '../../diagnostic.ts';
import { factNames } from '../../facts/catalog.ts';
import { type FactType, type FactValue, factTypeOf, renderFact } from '../../facts/fact.ts';
import { COMPARATOR_NAMES, COMPARATORS } from '../../rules/comparators.ts';
import type { Compared, RuleResult } from '../../rules/evaluate.ts';
import type { Comparison, PolicyRule } from '../../rules/policy.ts';
import { nearest } from '../../text/nearest.ts';
import { oneLine } from './one-line.ts';
import { endInWords, waivedInWords } from './waiver-words.ts';

/** Explains a result in one line: what was found, what was expected, what to do. */
export function explain({ because, rule }: RuleResult): string {
  switch (because.kind) {
    case 'holds':
    case 'does-not-hold':
      return comparisonInWords(because);
    case 'waived':
      return `${comparisonInWords(because)}; ${waivedInWords(because.waiver)}`;
    case 'waiver-expired':
      return `${comparisonInWords(because)}; the waiver of ${because.waiver.owner} ${endInWords(because.waiver)}`;
    case 'type-mismatch': {
      const { comparison, judges, fact } = because;
      return oneLine(mismatchInWords(comparison, judges, factTypeOf(fact.value), fact.value));
    }
    case 'comparator-count':
      return oneLine(comparatorCountInWords(rule));
    case 'fact-absent':
      return absenceInWords(because.artifact);
    case 'unknown-fact':
      return oneLine(unknownFactInWords(rule.fact));
  }
}

function comparisonInWords({ fact, comparison }: Compared): string {
  const { expectation } = COMPARATORS[comparison.comparator];
  return `found ${renderFact(fact.value)}, expected ${expectation(comparison.expected)}`;
}

/** Describes a rule that has no comparator, or several. */
export function comparatorCountInWords({ comparisons }: PolicyRule): Words {
  const written = comparisons.map(({ comparator }) => comparator);
  const message =
    written.length === 0 ? 'no comparator' : `${written.length} comparators (${written.join(', ')})`;
  return { message, help: `give the rule exactly one of ${COMPARATOR_NAMES.join(', ')}` };
}

/** Describes a fact name that is not in the catalog. */
export function unknownFactInWords(name: string): Words {
  const near = nearest(name, factNames());
  return {
    message: `unknown fact \`${name}\``,
    help: near ? `did you mean \`${near}\`?` : 'run `mcptest policy facts` to list all facts',
  };
}

/** Explains why a fact of the catalog is absent: a missing artifact, or an artifact that does not carry it. */
export function absenceInWords(artifact: ArtifactKind): string {
  const { title } = ARTIFACTS[artifact];
  return `the fact is absent: ${flagOf(artifact)} was not given, or the ${title} does not carry it`;
}

/**
 * Describes a comparator that cannot judge a fact of this type.
 * @param value shown when it is known; the lint knows only the type
 */
export function mismatchInWords(
  { comparator, expected }: Comparison,
  judges: readonly FactType[],
  type: FactType,
  value?: FactValue,
): Words {
  const actual = `the fact is ${ONE[type]}${value === undefined ? '' : ` (${renderFact(value)})`}`;
  const said = comparator === 'equals' ? `\`equals: ${JSON.stringify(expected)}\`` : `\`${comparator}\``;
  return {
    message: `${actual}, but ${said} compares only ${judges.map((judged) => MANY[judged]).join(' or ')}`,
    help: unquoteHint(expected, type),
  };
}

const ONE: Readonly<Record<FactType, string>> = { number: 'a number', boolean: 'a boolean', text: 'text' };
const MANY: Readonly<Record<FactType, string>> = { number: 'numbers', boolean: 'booleans', text: 'text' };

/** Suggests a fix for the two slips that YAML invites: `"0"` for 0, and `yes` for true. */
export function unquoteHint(expected: unknown, actual: FactType): string | undefined {
  if (typeof expected !== 'string') return undefined;
  if (actual === 'number' && expected.trim() !== '' && Number.isFinite(Number(expected))) {
    return `remove the quotes: ${expected.trim()}`;
  }
  if (actual !== 'boolean') return undefined;
  if (/^(true|yes|on)$/i.test(expected)) return 'write true, without quotes';
  return /^(false|no|off)$/i.test(expected) ? 'write false, without quotes' : undefined;
}
