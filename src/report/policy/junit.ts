import type { PolicyReport, RuleReport } from '../../features/policy/report-schema.ts';
import type { RuleOutcome } from '../../rules/outcomes.ts';
import { tidyPath } from '../path.ts';
import { escapeXml, openTag } from '../xml.ts';
import { filesOf } from './words.ts';

/** Formats the report as JUnit XML: one testcase per rule, with the attributes that Jenkins and GitLab use. */
export function formatJunit(report: PolicyReport): string {
  const { policy, rules, counts, evaluated_at } = report;
  const totals = {
    tests: rules.length,
    failures: counts.fail + counts['expired-waiver'],
    errors: counts.unevaluated,
    skipped: counts.waived,
    time: 0,
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    openTag('testsuites', { name: 'mcptest policy', ...totals }),
    `  ${openTag('testsuite', { name: policy.path, ...totals, timestamp: evaluated_at })}`,
    ...rules.map((rule) => testcase(rule, report)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testcase(rule: RuleReport, report: PolicyReport): string {
  const tag = openTag('testcase', {
    name: rule.id,
    classname: 'mcptest.policy',
    file: tidyPath(report.policy.path),
    line: rule.line,
    time: 0,
  });
  const found = `${rule.fact}: ${rule.reason}`;
  return [`    ${tag}`, ...RESULT[rule.outcome](rule, found, filesOf(rule, report)), '    </testcase>'].join(
    '\n',
  );
}

/** The content of the testcase for each outcome. A warning passes, because it does not fail the gate. */
const RESULT = {
  pass: (_, found) => [`      <system-out>${escapeXml(found)}</system-out>`],
  warn: (_, found) => [`      <system-out>warning: ${escapeXml(found)}</system-out>`],
  waived: (_, found) => [`      ${openTag('skipped', { message: found })}</skipped>`],
  fail: (rule, found, files) => problem('failure', rule, found, files),
  'expired-waiver': (rule, found, files) => problem('failure', rule, found, files),
  unevaluated: (rule, found, files) => problem('error', rule, found, files),
} as const satisfies Record<
  RuleOutcome,
  (rule: RuleReport, found: string, files: readonly string[]) => string[]
>;

function problem(
  tag: 'failure' | 'error',
  rule: RuleReport,
  found: string,
  files: readonly string[],
): string[] {
  const details = [
    ...(rule.description ? [rule.description] : []),
    found,
    ...files.map((file) => `from ${file}`),
  ];
  return [
    `      ${openTag(tag, { message: found, type: rule.outcome })}${details.map(escapeXml).join('\n')}</${tag}>`,
  ];
}
