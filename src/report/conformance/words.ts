import type { ConformanceCheck, ConformanceReport } from '../../artifacts/conformance/report-schema.ts';
import { SKIP_REASONS } from '../../features/conformance/check.ts';
import { clip } from '../../text/clip.ts';

/** Says what a run showed, in one line. */
export function headline(report: ConformanceReport): string {
  const { server, server_name: name } = report;
  const called = name === undefined ? clip(server, 120) : `${clip(name)} (${clip(server, 120)})`;
  return `${called}: ${gradeInWords(report)}`;
}

/** Says which badge a server has, or why none, and how much passed. */
export function gradeInWords(report: ConformanceReport): string {
  const { badge, tier, withheld, must_passed: passed, must_total: total } = report;
  const graded = badge === undefined ? `no badge: ${withheld}` : `${tier} (${badge})`;
  return `${graded}, ${passed} of ${total} MUSTs and ${report.should_passed} of ${report.should_total} SHOULDs passed`;
}

/** Says what each era showed. */
export function erasInWords({ eras, checks }: ConformanceReport): string[] {
  return eras.map(({ era, transport, version, ...count }) => {
    if (version === undefined) {
      const of = checks.filter((check) => check.era === era);
      if (of.some(({ reason }) => reason === 'not-verified'))
        return `${era} over ${transport}: not verified, because mcptest could not find out whether the server speaks it`;
      return `${era} over ${transport}: ${of.length > 0 ? 'the server does not speak it' : 'not checked'}`;
    }
    return (
      `${era} over ${transport}, ${version}: ${count.must_passed} of ${count.must_total} MUSTs and ` +
      `${count.should_passed} of ${count.should_total} SHOULDs passed; ${count.must_total} of ${count.must_applicable} MUSTs that apply were verified`
    );
  });
}

/** The checks that failed, MUSTs first. */
export function failures({ checks }: ConformanceReport): ConformanceCheck[] {
  return ['MUST', 'SHOULD'].flatMap((level) =>
    checks.filter((check) => check.status === 'fail' && check.level === level),
  );
}

/** The checks that were skipped for another reason than that the server does not offer what they are about. */
export function unverified({ checks }: ConformanceReport): ConformanceCheck[] {
  return checks.filter(({ status, reason }) => status === 'skip' && reason !== 'not-declared');
}

/** Says why a check was skipped. */
export function skipReason({ reason = 'not-verified', message }: ConformanceCheck): string {
  return message ?? SKIP_REASONS[reason];
}

/** Says what became of expected failures. */
export function expectationNotes({ expected, unexpected_passes: passes }: ConformanceReport): string[] {
  return [
    ...(expected.length === 0 ? [] : [`failed as expected: ${expected.join(', ')}`]),
    ...(passes.length === 0
      ? []
      : [`expected to fail, but did not: ${passes.join(', ')}; remove them from the list`]),
  ];
}
