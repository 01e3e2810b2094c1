import { Contradictions, confirmed } from '../../documents/contradictions.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { hasAnyKey, type JsonFormat } from '../json-artifact.ts';
import { BADGES, type Badge, type Conformance, type ConformanceCounts, TIER_OF } from './model.ts';
import { type ConformanceFile, conformanceSchema } from './schema.ts';
import { decidedBadge, possibleBadges } from './tier.ts';

type Check = NonNullable<ConformanceFile['checks']>[number];

const COUNT_NAMES = ['must_passed', 'must_total', 'should_passed', 'should_total'] as const;

type CountName = (typeof COUNT_NAMES)[number];

/** A file that has none of these keys says nothing about conformance. */
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
  const badge = report.withheld === undefined ? toBadge(report, counts, contradictions) : undefined;
  refuseWithheldBadge(report, contradictions);
  const unchecked = whatWasNotChecked(report);
  if (badge && badge !== 'F' && unchecked !== undefined) {
    const key = report.badge ? 'badge' : 'tier';
    contradictions.add([key], `is \`${report[key]}\`, but ${unchecked}`);
  }
  contradictions.refuse();
  return { ...counts, ...(badge && { badge, tier: TIER_OF[badge] }) };
}

/** A badge that is stated and withheld at once. */
function refuseWithheldBadge(
  { withheld, badge, tier }: ConformanceFile,
  contradictions: Contradictions,
): void {
  if (withheld === undefined || (badge === undefined && tier === undefined)) return;
  const key = badge === undefined ? 'tier' : 'badge';
  contradictions.add([key], `is \`${badge ?? tier}\`, but the report says that it is withheld`);
}

/** Says what the checks of a report do not show, so that no badge follows from them. */
function whatWasNotChecked({ checks }: ConformanceFile): string | undefined {
  if (!checks) return undefined;
  const ran = checks.filter(({ level, status }) => level !== 'MAY' && status !== 'skip');
  if (ran.length === 0) return 'no MUST or SHOULD check was run: nothing was checked';
  const hasMust = checks.some(({ level }) => level === 'MUST');
  const ranMust = ran.some(({ level }) => level === 'MUST');
  return hasMust && !ranMust ? 'every MUST check was skipped' : undefined;
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
      contradictions.add([`${prefix}_passed`], `is ${passed}, but ${prefix}_total is only ${total}`);
    }
  }
}

/** Returns the stated badge, in either form, or else the badge that follows from the counts. */
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
      'a failed MUST gives F; otherwise 95 % of the SHOULDs passed give T1, 70 % give T2, and less gives T3',
    );
  }
  return stated;
}
