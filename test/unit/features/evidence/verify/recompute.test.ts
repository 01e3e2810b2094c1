import { describe, expect, it } from 'vitest';
import { writeEvidence } from '../../../../../src/artifacts/evidence/write.ts';
import { toEvidenceArtifact } from '../../../../../src/features/evidence/verify/artifact.ts';
import { checkAgainstRun } from '../../../../../src/features/evidence/verify/recompute.ts';
import { COMMIT, emitted, from } from '../../../../support/emitted.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const made = emitted().evidence;

/** What is found against an artifact, by the report that it should be of. */
function found(artifact: object, run = from(), isSourceFromGit = false) {
  const read = toEvidenceArtifact('e.json', new TextEncoder().encode(writeEvidence(artifact)));
  return checkAgainstRun(read, { run, isSourceFromGit }, NOW).map(({ message }) => message);
}

const changed = (key: 'source' | 'grades', values: object) => ({
  ...made,
  [key]: { ...made[key], ...values },
});
const gives = (what: string) => `but the run report gives ${what}`;

describe('an artifact next to its run report', () => {
  it('is what the report gives', () => {
    expect(found(made)).toEqual([]);
    expect(found({ ...made, reproducible: true })).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    [
      'another count',
      changed('grades', { tests_passed: 3 }),
      ['grades.tests_passed is `3`, but the run report gives `2`'],
    ],
    ['a field more', { ...made, audited: true }, [`audited is \`true\`, ${gives('no such field')}`]],
    [
      'a field more that is empty',
      { ...made, audited: null },
      [`audited is null, ${gives('no such field')}`],
    ],
    [
      'a field more inside',
      changed('grades', { stars: { of: 5 } }),
      [`grades.stars is a mapping, ${gives('no such field')}`],
    ],
    [
      'a field more in a list',
      { ...made, server_identity: [{ ...made.server_identity?.[0], tls: 1 }] },
      [`server_identity[0].tls is \`1\`, ${gives('no such field')}`],
    ],
    [
      'a server more',
      { ...made, server_identity: [...(made.server_identity ?? []), { name: 'x' }] },
      [`server_identity[1] is a mapping, ${gives('no such field')}`],
    ],
    [
      'a server less',
      { ...made, server_identity: [] },
      [`server_identity[0] is missing, ${gives('a mapping')}`],
    ],
    [
      'a field less',
      { ...made, spec_version: undefined },
      [`spec_version is missing, ${gives('`"2025-06-18"`')}`],
    ],
    [
      'a run that was not shown to be reproducible',
      { ...made, reproducible: false },
      [`reproducible is \`false\`, ${gives('no such field')}`],
    ],
  ])('is not with %s', (_, artifact, messages) => {
    expect(found(artifact)).toEqual(messages);
  });
});

describe('a source that came from git', () => {
  const SILENT = from({ source: undefined as never });
  const BRANCH = from({ source: { branch: 'main' } });

  it('is a difference, unless it is said to come from there', () => {
    expect(found(made, SILENT)).toHaveLength(2);
    expect(found(made, SILENT, true)).toEqual([]);
    expect(found(made, BRANCH, true)).toEqual([]);
  });

  it.each<[string, object, typeof SILENT]>([
    ['the report states another', made, from({ source: { commit_sha: 'f'.repeat(40) } })],
    ['it is no commit', changed('source', { commit_sha: 'main' }), SILENT],
    ['it holds a password', changed('source', { repo: 'https://me:secret@git.example/tides' }), SILENT],
    [
      'a password cannot be told from it',
      changed('source', { repo: 'https://me:se/cret@git.example/a' }),
      SILENT,
    ],
    ['it says more', changed('source', { tag: 'v1' }), SILENT],
    ['the origin does not fit', { ...made, unverifiable_origin: true }, SILENT],
    ['something else differs', changed('grades', { tests_passed: 3 }), SILENT],
  ])('is a difference all the same when %s', (_, artifact, run) => {
    expect(found(artifact, run, true).length).toBeGreaterThan(0);
  });

  it('is compared as far as the report states it', () => {
    expect(found(made, from({ source: { branch: 'next', commit_sha: COMMIT } }), true)).toEqual([
      'source.branch is `"main"`, but the run report gives `"next"`',
    ]);
  });
});
