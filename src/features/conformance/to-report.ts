import { TIER_OF } from '../../artifacts/conformance/model.ts';
import type { ConformanceCheck, ConformanceReport } from '../../artifacts/conformance/report-schema.ts';
import { decidedBadge } from '../../artifacts/conformance/tier.ts';
import { present } from '../../values/own-property.ts';
import type { Transport } from './check.ts';
import { checkOf, pageOf } from './checks.ts';
import type { EraRun } from './run-era.ts';
import { checksFor } from './verdicts.ts';

/** What the report says besides the checks. */
export interface Circumstances {
  readonly server: string;
  readonly transport: Transport;
  /** In per cent. */
  readonly minVerified: number;
  /** The checks that are expected to fail; undefined if none are. */
  readonly expected?: ReadonlySet<string> | undefined;
}

/**
 * Makes the report of a run. A badge follows from the checks, and is withheld where too little was verified or failures were
 * expected; F only where failures were expected.
 * Spec (scanning): "`mcptest conformance run`"
 */
export function toConformanceReport(runs: readonly EraRun[], given: Circumstances): ConformanceReport {
  const { transport, minVerified, expected = new Set<string>() } = given;
  const checks = runs.flatMap((run) => checksOf(run, transport));
  const total = countOf(checks);
  const failed = checks.filter(({ status }) => status === 'fail');
  const badge = decidedBadge(total);
  const withheld = badge === 'F' && expected.size === 0 ? undefined : whyWithheld(total, given);
  const passed = checks.filter(({ status }) => status === 'pass');
  const has = (some: readonly ConformanceCheck[], id: string) => some.some((check) => check.id === id);
  // what was not checked may still fail
  const unexpected = [...expected].filter((id) => !has(failed, id) && has(passed, id));
  const name = runs.find(({ serverName }) => serverName !== undefined)?.serverName;
  return {
    schema_version: 'mcptest.dev/conformance/v1',
    server: given.server,
    ...present({ server_name: name }),
    spec_version: runs.flatMap(({ isSpoken, version }) => (isSpoken && version ? [version] : [])).join(', '),
    ...(badge === undefined || withheld !== undefined
      ? { withheld: withheld ?? NOTHING }
      : { badge, tier: TIER_OF[badge] }),
    accepted: isAccepted(checks, { expected, unexpected, minVerified }),
    ...total,
    min_verified: minVerified,
    eras: runs.map(({ era, isSpoken, version }) => ({
      era,
      transport,
      ...(isSpoken && version !== undefined && { version }),
      ...countOf(checks.filter((check) => check.era === era)),
    })),
    expected: [...new Set(failed.map(({ id }) => id).filter((id) => expected.has(id)))],
    unexpected_passes: unexpected,
    checks,
  };
}

/**
 * Whether a server conforms: no MUST failed that was not expected to, none passed that was expected to fail, and enough was
 * verified.
 */
export function isAccepted(
  checks: readonly ConformanceCheck[],
  given: {
    readonly expected: ReadonlySet<string>;
    readonly unexpected: readonly string[];
    readonly minVerified: number;
  },
): boolean {
  const isRefused = checks.some(
    ({ level, status, id }) => level === 'MUST' && status === 'fail' && !given.expected.has(id),
  );
  return !isRefused && given.unexpected.length === 0 && isEnough(countOf(checks), given.minVerified);
}

const EXPECTED = 'some checks are expected to fail';
const NOTHING = 'no MUST was verified';

function checksOf({ era, verdicts }: EraRun, transport: Transport): ConformanceCheck[] {
  return checksFor(era, transport).map((id) => {
    const check = checkOf(id);
    const verdict = verdicts.of(id);
    return {
      id,
      level: check.level,
      era,
      transport,
      status: verdict.status,
      ...('reason' in verdict && { reason: verdict.reason }),
      ...('message' in verdict && present({ message: verdict.message })),
      sentence: check.sentence,
      page: pageOf(check, era),
    };
  });
}

/** Counts the checks by level and status. */
export function countOf(checks: readonly ConformanceCheck[]) {
  const of = (level: string, ...statuses: readonly string[]) =>
    checks.filter((check) => check.level === level && statuses.includes(check.status)).length;
  return {
    must_passed: of('MUST', 'pass'),
    must_total: of('MUST', 'pass', 'fail'),
    should_passed: of('SHOULD', 'pass'),
    should_total: of('SHOULD', 'pass', 'fail'),
    must_applicable: checks.filter(({ level, reason }) => level === 'MUST' && reason !== 'not-declared')
      .length,
  };
}

type Count = ReturnType<typeof countOf>;

/** Whether enough of what applies was verified, and anything at all. @param minVerified in per cent */
export function isEnough(
  { must_total: verified, must_applicable: all }: Count,
  minVerified: number,
): boolean {
  return verified > 0 && verified * 100 >= all * minVerified;
}

function whyWithheld(total: Count, { expected, minVerified }: Circumstances): string | undefined {
  if (!isEnough(total, minVerified))
    return `${total.must_total} of ${total.must_applicable} MUSTs were verified, less than the required ${minVerified} %`;
  return expected && expected.size > 0 ? EXPECTED : undefined;
}
