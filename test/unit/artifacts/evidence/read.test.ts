import { describe, expect, it } from 'vitest';
import { findInconsistencies } from '../../../../src/artifacts/evidence/consistency.ts';
import type { Evidence } from '../../../../src/artifacts/evidence/model.ts';
import { parseEvidence } from '../../../../src/artifacts/evidence/read.ts';
import { parseJson } from '../../../../src/documents/json.ts';
import { load, refusal } from '../../../support/load.ts';

const read = (content: unknown) => load('evidence', content);
const refused = (content: unknown) => refusal('evidence', content);

/** The artifact that the documentation shows, with digests in full. */
const FULL = {
  schema_version: 'mcptest.dev/evidence/v1',
  server_identity: [{ name: 'weather', transport: 'stdio', auth: 'none' }],
  spec_version: '2025-03-26',
  corpus_version: 'sha256:beef',
  source: { repo: 'git@github.com:acme/weather.git', branch: 'main', commit_sha: '1f2e'.repeat(10) },
  generated_at: '2026-06-02T10:01:00Z',
  grades: { tests_total: 42, tests_passed: 41, tests_failed: 1, security_severity_counts: { high: 1 } },
  reproducible: true,
  unverifiable_origin: false,
};

const withGrades = (grades: object) => ({ ...FULL, grades: { ...FULL.grades, ...grades } });
const withCommit = (commit_sha: unknown) => ({ ...FULL, source: { ...FULL.source, commit_sha } });
const { commit_sha: _, ...UNCOMMITTED } = FULL.source;

describe('an evidence artifact', () => {
  it.each<[string, object]>([
    ['as the documentation shows it', FULL],
    ['of a private deployment', { ...FULL, source: UNCOMMITTED, unverifiable_origin: true }],
    ['without any source', { schema_version: FULL.schema_version, unverifiable_origin: true }],
    ['of a repository with SHA-256', withCommit('AB'.repeat(32))],
    ['with tests that were skipped', withGrades({ tests_passed: 1, tests_failed: 0 })],
    [
      'with what a run may add',
      { ...FULL, cassette_hash: 'x', cost_profile: {}, compliance_tier: 'T1', tdqs: [1] },
    ],
    ['that does not say whether it is reproducible', { ...FULL, reproducible: undefined }],
  ])('%s is read', async (_, content) => {
    expect(await read(content)).toEqual(content);
  });

  it('drops unknown keys', async () => {
    expect(await read(`{"reproducible": true, "__proto__": {"reproducible": false}, "x": null}`)).toEqual({
      reproducible: true,
    });
  });

  it.each([
    ['an empty object', {}, 'is not an evidence artifact: found an empty object'],
    ['an empty list', [], 'is not an evidence artifact: found an empty list'],
    [
      'a version of its own',
      { ...FULL, schema_version: '2' },
      'must be `mcptest.dev/evidence/v1`, found `"2"`',
    ],
    [
      'null for a known key',
      { ...FULL, cost_profile: null },
      'cost_profile: must be a value other than null',
    ],
    ['null for its commit', withCommit(null), 'source.commit_sha: must be text, found null'],
    [
      'a word for a truth',
      { ...FULL, reproducible: 'yes' },
      'reproducible: must be `true` or `false`, found `"yes"`',
    ],
    [
      'an unknown severity',
      withGrades({ security_severity_counts: { hihg: 1 } }),
      'grades.security_severity_counts.hihg: unknown key `hihg`\n  help: did you mean `high`?',
    ],
    [
      'a severity of the prototype',
      `{"grades":{"security_severity_counts":{"__proto__":1}}}`,
      'unknown key `__proto__`',
    ],
    [
      'half a test',
      withGrades({ tests_failed: 0.5 }),
      'grades.tests_failed: must be a whole number, 0 or more, found `0.5`',
    ],
    [
      'a negative pass',
      withGrades({ tests_passed: -1 }),
      'grades.tests_passed: must be a whole number, 0 or more',
    ],
    [
      'a negative severity',
      withGrades({ security_severity_counts: { low: -1 } }),
      'grades.security_severity_counts.low: must be a whole number, 0 or more',
    ],
    [
      'more results than tests',
      withGrades({ tests_total: 41 }),
      'grades.tests_total: is 41, but tests_passed and tests_failed add up to 42',
    ],
    [
      'more passes than tests',
      { grades: { tests_total: 1, tests_passed: 2 } },
      'is 1, but tests_passed and tests_failed add up to 2',
    ],
    [
      'a commit that is none',
      withCommit('main'),
      'source.commit_sha: must be 40 or 64 hexadecimal digits, found `"main"`',
    ],
    [
      'a commit with a line break',
      withCommit(`${'a'.repeat(40)}\n`),
      'source.commit_sha: must be 40 or 64 hexadecimal digits',
    ],
    [
      'a commit with something before it',
      withCommit(`-${'a'.repeat(40)}`),
      'must be 40 or 64 hexadecimal digits',
    ],
    ['a shortened commit', withCommit('1f2e1f2'), 'must be 40 or 64 hexadecimal digits'],
    [
      'a commit that it denies',
      { ...FULL, unverifiable_origin: true },
      'is true, but source.commit_sha names a commit',
    ],
    [
      'a commit that it lacks',
      { ...FULL, source: UNCOMMITTED },
      'is false, but source.commit_sha names no commit',
    ],
    [
      'a source that it lacks',
      { unverifiable_origin: false },
      'is false, but source.commit_sha names no commit',
    ],
    [
      'a time that is none',
      { ...FULL, generated_at: '2026-06-02' },
      'generated_at: must be an RFC 3339 time',
    ],
  ])('is refused with %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });

  it('is passed to a verifier even when it is inconsistent', () => {
    const parse = (content: unknown) => parseEvidence(parseJson(JSON.stringify(content), 'f.json'));
    const forged = { ...FULL, schema_version: 'v0', unverifiable_origin: true };
    expect(parse(forged)).toEqual(forged);
    expect(() => parse({})).toThrow('is not an evidence artifact: found an empty object');
    expect(() => parse({ reproducible: 'yes' })).toThrow('must be `true` or `false`, found `"yes"`');
  });

  it('reports all inconsistencies to a verifier, as data', () => {
    const forged: Evidence = {
      schema_version: 'mcptest.dev/evidence/v0',
      source: { commit_sha: 'HEAD' },
      generated_at: 'today',
      grades: { tests_total: -1, tests_passed: 1 },
      unverifiable_origin: true,
    };
    expect(findInconsistencies(forged).map(({ code, path }) => [code, path.join('.')])).toEqual([
      ['schema-version', 'schema_version'],
      ['commit-sha', 'source.commit_sha'],
      ['generated-at', 'generated_at'],
      ['counts', 'grades.tests_total'],
      ['origin', 'unverifiable_origin'],
    ]);
    expect(findInconsistencies(FULL)).toEqual([]);
    expect(findInconsistencies(withGrades({ tests_total: 1 }))).toEqual([
      {
        code: 'counts',
        path: ['grades', 'tests_total'],
        message: 'is 1, but tests_passed and tests_failed add up to 42',
      },
    ]);
    expect(findInconsistencies({ schema_version: 'v0' })[0]?.message).toBe(
      'must be `mcptest.dev/evidence/v1`, found `"v0"`',
    );
  });
});
