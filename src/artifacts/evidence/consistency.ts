import type { ValuePath } from '../../diagnostic.ts';
import { describe } from '../../documents/validate.ts';
import { parseInstant } from '../../time/instant.ts';
import { ARTIFACTS } from '../kinds.ts';
import { SCAN_SEVERITIES } from '../security/model.ts';
import type { Evidence } from './model.ts';

/** The kind of an inconsistency, for programs. People read the message. */
export type InconsistencyCode = 'schema-version' | 'counts' | 'origin' | 'commit-sha' | 'generated-at';

/** An impossible statement in evidence, and its place in the file. */
export interface Inconsistency {
  readonly code: InconsistencyCode;
  readonly path: ValuePath;
  readonly message: string;
}

/**
 * Returns every statement in evidence that no honest run could make. These are the checks for forgery that need no clock,
 * no flag and no other file. An absent field contradicts nothing, with one exception: `unverifiable_origin: false`
 * without a commit is a contradiction.
 */
export function findInconsistencies(evidence: Evidence): Inconsistency[] {
  return [
    ...schemaVersionFaults(evidence),
    ...commitFaults(evidence),
    ...generatedAtFaults(evidence),
    ...countFaults(evidence),
    ...originFaults(evidence),
  ];
}

function schemaVersionFaults({ schema_version: found }: Evidence): Inconsistency[] {
  const expected = ARTIFACTS.evidence.schemaVersion;
  if (found === undefined || found === expected) return [];
  const message = `must be \`${expected}\`, found ${describe(found)}`;
  return [{ code: 'schema-version', path: ['schema_version'], message }];
}

function commitFaults({ source }: Evidence): Inconsistency[] {
  const commit = source?.commit_sha;
  // SHA-1 and SHA-256 repositories
  if (commit === undefined || /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(commit)) return [];
  const message = `must be 40 or 64 hexadecimal digits, found ${describe(commit)}`;
  return [{ code: 'commit-sha', path: ['source', 'commit_sha'], message }];
}

function generatedAtFaults({ generated_at: time }: Evidence): Inconsistency[] {
  if (time === undefined || parseInstant(time) !== undefined) return [];
  const message = `must be an RFC 3339 time, found ${describe(time)}`;
  return [{ code: 'generated-at', path: ['generated_at'], message }];
}

function countFaults({ grades = {} }: Evidence): Inconsistency[] {
  const { tests_total: total, tests_passed: passed, tests_failed: failed } = grades;
  const counts: [path: ValuePath, count: number | undefined][] = [
    [['grades', 'tests_total'], total],
    [['grades', 'tests_passed'], passed],
    [['grades', 'tests_failed'], failed],
    ...SCAN_SEVERITIES.map((severity): [ValuePath, number | undefined] => [
      ['grades', 'security_severity_counts', severity],
      grades.security_severity_counts?.[severity],
    ]),
  ];
  const faults = counts.flatMap(([path, count]): Inconsistency[] =>
    count === undefined || (Number.isSafeInteger(count) && count >= 0)
      ? []
      : [{ code: 'counts', path, message: `must be a whole number, 0 or more, found ${describe(count)}` }],
  );
  const ran = (passed ?? 0) + (failed ?? 0);
  if (faults.length === 0 && total !== undefined && ran > total) {
    const message = `is ${total}, but tests_passed and tests_failed add up to ${ran}`;
    faults.push({ code: 'counts', path: ['grades', 'tests_total'], message });
  }
  return faults;
}

function originFaults({ unverifiable_origin: isUnverifiable, source }: Evidence): Inconsistency[] {
  const hasCommit = source?.commit_sha !== undefined;
  if (isUnverifiable === undefined || isUnverifiable !== hasCommit) return [];
  const message = hasCommit
    ? 'is true, but source.commit_sha names a commit'
    : 'is false, but source.commit_sha names no commit';
  return [{ code: 'origin', path: ['unverifiable_origin'], message }];
}
