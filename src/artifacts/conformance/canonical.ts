import * as z from 'zod/mini';
import { Contradictions, confirmed } from '../../documents/contradictions.ts';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { anything, count } from '../../documents/schema-parts.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { hasAnyKey, type JsonFormat } from '../json-artifact.ts';
import { ARTIFACTS } from '../kinds.ts';
import { BADGES, type Badge, type Conformance, type ConformanceCounts, TIER_OF, TIERS } from './model.ts';
import { decidedBadge, possibleBadges } from './tier.ts';

/** A conformance report in every spelling that is read. */
export const conformanceSchema = z.object({
  schema_version: z.optional(z.literal(ARTIFACTS['conformance-report'].schemaVersion)),
  server: described(z.optional(anything()), 'the server that was checked'),
  spec_version: described(z.optional(z.string()), 'the version of the MCP specification'),
  badge: described(z.optional(z.enum(BADGES)), 'the tier, in short'),
  tier: described(z.optional(z.enum(TIERS)), 'the tier, in words'),
  must_passed: described(z.optional(count()), 'MUST checks passed'),
  must_total: described(z.optional(count()), 'MUST checks in all, without skipped ones'),
  should_passed: described(z.optional(count()), 'SHOULD checks passed'),
  should_total: described(z.optional(count()), 'SHOULD checks in all, without skipped ones'),
  checks: z.optional(
    recordList(
      z.object({
        id: z.optional(z.string()),
        level: z.enum(['MUST', 'SHOULD', 'MAY']),
        status: z.enum(['pass', 'fail', 'skip']),
        message: z.optional(z.string()),
      }),
    ),
  ),
});

type ConformanceFile = z.infer<typeof conformanceSchema>;
type Check = NonNullable<ConformanceFile['checks']>[number];

const COUNT_NAMES = ['must_passed', 'must_total', 'should_passed', 'should_total'] as const;

type CountName = (typeof COUNT_NAMES)[number];

/** A file with none of these says nothing about conformance. */
const TELLING_KEYS = ['schema_version', 'badge', 'tier', 'checks', ...COUNT_NAMES];

/** The conformance report that mcptest writes. */
export const canonicalFormat: JsonFormat<Conformance> = {
  name: 'mcptest conformance report',
  recognises: hasAnyKey(TELLING_KEYS),
  read: (document) => ({
    value: toConformance(validate(conformanceSchema, document), document),
    warnings: [],
  }),
};

function toConformance(report: ConformanceFile, document: SourceDocument): Conformance {
  const contradictions = new Contradictions(document);
  const shown = report.checks && countChecks(report.checks);
  const counts: { [name in CountName]?: number } = {};
  for (const name of COUNT_NAMES) {
    const value = confirmed([[[name], report[name]]], shown?.[name], 'the checks', contradictions);
    if (value !== undefined) counts[name] = value;
  }
  refuseMorePassedThanRun(counts, contradictions);
  const badge = toBadge(report, counts, contradictions);
  contradictions.refuse();
  return { ...counts, ...(badge && { badge, tier: TIER_OF[badge] }) };
}

function countChecks(checks: readonly Check[]): Required<ConformanceCounts> {
  const counts = { must_passed: 0, must_total: 0, should_passed: 0, should_total: 0 };
  for (const { level, status } of checks) {
    if (status === 'skip' || level === 'MAY') continue;
    const prefix = level === 'MUST' ? 'must' : 'should';
    counts[`${prefix}_total`]++;
    if (status === 'pass') counts[`${prefix}_passed`]++;
  }
  return counts;
}

function refuseMorePassedThanRun(counts: ConformanceCounts, contradictions: Contradictions): void {
  for (const prefix of ['must', 'should'] as const) {
    const [passed, total] = [counts[`${prefix}_passed`], counts[`${prefix}_total`]];
    if (passed !== undefined && total !== undefined && passed > total) {
      contradictions.add([`${prefix}_passed`], `is ${passed}, more than ${prefix}_total, ${total}`);
    }
  }
}

/** The badge that is stated, in either form, or else the one that the counts decide. */
function toBadge(
  { badge, tier }: ConformanceFile,
  counts: ConformanceCounts,
  contradictions: Contradictions,
): Badge | undefined {
  const ofTier = BADGES.find((candidate) => TIER_OF[candidate] === tier);
  if (badge && ofTier && badge !== ofTier) {
    contradictions.add(['tier'], `is \`${tier}\`, but the badge is \`${badge}\``);
  }
  const stated = badge ?? ofTier;
  if (!stated) return decidedBadge(counts);
  const possible = possibleBadges(counts);
  if (!possible.includes(stated)) {
    const found = badge ?? tier;
    const allowed = possible.map((candidate) => `\`${badge ? candidate : TIER_OF[candidate]}\``);
    contradictions.add(
      [badge ? 'badge' : 'tier'],
      `is \`${found}\`, but the counts allow only ${allowed.join(', ')}`,
      'any failed MUST is F; else T1 from 95 % of the SHOULDs passed, T2 from 70 %, T3 below',
    );
  }
  return stated;
}
