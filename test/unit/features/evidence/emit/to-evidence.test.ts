import { describe, expect, it } from 'vitest';
import type { RunReport } from '../../../../../src/artifacts/run-report/model.ts';
import type { SecurityScan } from '../../../../../src/artifacts/security/model.ts';
import { attempt } from '../../../../../src/errors.ts';
import type { EmitInputs } from '../../../../../src/features/evidence/emit/to-evidence.ts';
import { COMMIT, emitted, from } from '../../../../support/emitted.ts';

const NONE = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
const scan = (counts: Partial<SecurityScan['counts']>) => ({
  path: 'security.json',
  value: { counts: { ...NONE, ...counts }, total: 0 },
});
const conformance = (value: object) => ({ path: 'conformance.json', value });

async function refusal(changes: Partial<RunReport>, inputs: Partial<EmitInputs> = {}) {
  const result = await attempt(() => emitted(changes, inputs));
  return 'problems' in result ? result.problems.map(({ message }) => message) : 'done';
}

describe('evidence', () => {
  it('takes each field from the run report', () => {
    expect(emitted()).toEqual({
      evidence: {
        schema_version: 'mcptest.dev/evidence/v1',
        server_identity: [{ name: 'tides', transport: 'stdio', auth: 'none' }],
        spec_version: '2025-06-18',
        corpus_version: `sha256:${'be'.repeat(32)}`,
        source: { repo: 'https://git.example/tides', branch: 'main', commit_sha: COMMIT },
        generated_at: '2026-05-30T04:12:08Z',
        grades: { tests_total: 3, tests_passed: 2, tests_failed: 1 },
        unverifiable_origin: false,
      },
      warnings: [],
    });
  });

  it('passes on what a run has folded in', () => {
    const folded = {
      cassette_hash: 'sha256:1',
      cost_profile: { micros: 3 },
      tdqs: [1],
      compliance_tier: 'T2',
    };
    expect(emitted(folded).evidence).toMatchObject({ ...folded, compliance_tier: 'Tier 2' });
  });

  it('says that the origin is unverifiable exactly when there is no commit', () => {
    const { evidence: unattested, warnings } = emitted({ source: undefined as never });
    expect(unattested).toMatchObject({ unverifiable_origin: true });
    expect(warnings).toMatchObject([{ message: expect.stringContaining('unattested') }]);
    const { evidence } = emitted({ source: { branch: 'main' } });
    expect(evidence).toMatchObject({ source: { branch: 'main' }, unverifiable_origin: true });
  });

  it('leaves out a branch and a repository that are blank, but not a commit', async () => {
    expect(emitted({ source: { repo: '', branch: ' ', commit_sha: COMMIT } }).evidence.source).toEqual({
      commit_sha: COMMIT,
    });
    expect(await refusal({ source: { commit_sha: '' } })).toHaveLength(1);
  });

  it('writes a commit in lower case, as git does', () => {
    const { evidence } = emitted({ source: { commit_sha: COMMIT.toUpperCase() } });
    expect(evidence.source).toEqual({ commit_sha: COMMIT });
  });

  it('counts the severities found, and distinguishes no findings from no scan', () => {
    expect(emitted({}, { security: scan({ high: 1, info: 2 }) }).evidence.grades).toMatchObject({
      security_severity_counts: { high: 1, info: 2 },
    });
    expect(emitted({}, { security: scan({}) }).evidence.grades?.security_severity_counts).toEqual({});
    expect(emitted().evidence.grades?.security_severity_counts).toBeUndefined();
  });

  it('states that a run is reproducible when asked, and never denies it', () => {
    expect(emitted({}, { isReproducible: true }).evidence.reproducible).toBe(true);
    expect(emitted().evidence.reproducible).toBeUndefined();
  });

  it('takes the tier from the conformance report', () => {
    const tier = { conformance: conformance({ tier: 'Tier 1' }) };
    expect(emitted({}, tier).evidence.compliance_tier).toBe('Tier 1');
    expect(emitted({ compliance_tier: 'T1' }, tier).evidence.compliance_tier).toBe('Tier 1');
  });

  it('warns when the report names no server', () => {
    for (const servers of [undefined, []]) {
      expect(emitted({ servers }).evidence.server_identity).toBeUndefined();
      expect(emitted({ servers }).warnings).toMatchObject([
        { message: expect.stringContaining('no server') },
      ]);
    }
  });
});

describe('the time of evidence', () => {
  it('is the end of the run, however the report states it', () => {
    const run = { ended_at: undefined, started_at: '2026-05-30T04:12:08Z', duration_ms: 1500 };
    expect(emitted(run)).toMatchObject({
      evidence: { generated_at: '2026-05-30T04:12:09.500Z' },
      warnings: [],
    });
  });

  it('is the present time only when the report states no time, and with a warning', () => {
    const { evidence, warnings } = emitted({ ended_at: undefined });
    expect(evidence.generated_at).toBe('2026-06-01T00:00:00Z');
    expect(warnings).toMatchObject([{ file: 'run.json', message: expect.stringContaining('present time') }]);
  });

  it.each<[string, Partial<RunReport>, string]>([
    [
      'a length beyond all times',
      { ended_at: undefined, started_at: '2020-05-31T00:00:00Z', duration_ms: 1e300 },
      'leads beyond the year 9999',
    ],
    ['no time', { ended_at: 'yesterday' }, 'must be an RFC 3339 time, found `yesterday`'],
    ['an end before the start', { started_at: '2026-05-31T00:00:00Z' }, 'is before started_at'],
    [
      // the time of the command would make an old run look fresh
      'a start alone',
      { ended_at: undefined, started_at: '2020-05-31T00:00:00Z' },
      'does not say when the run ended',
    ],
  ])('is refused when the report has %s', async (_, changes, message) => {
    expect(await refusal(changes)).toEqual([message]);
  });
});

describe('evidence is refused', () => {
  it.each<[string, Partial<RunReport>, string]>([
    ['a count that is not known', { counts: { total: 3, failed: 0 } }, 'does not say how many tests passed'],
    ['no total', { counts: { passed: 3, failed: 0 } }, 'does not say how many tests there are'],
    [
      'tests without a result',
      { counts: { total: 2, passed: 0, failed: 0, inconclusive: 2 } },
      'has no test that passed or failed, so there is nothing to give evidence of',
    ],
    [
      'a commit that is cut short',
      { source: { commit_sha: '4f1d8a0' } },
      'must be 40 or 64 hexadecimal digits, found `"4f1d8a0"`',
    ],
    [
      'an unknown tier',
      { compliance_tier: 'gold' },
      'must be one of T1, T2, T3, F, Tier 1, Tier 2, Tier 3, Fail',
    ],
  ])('for %s', async (_, changes, message) => {
    expect(await refusal(changes)).toEqual([message]);
  });

  it('for a conformance report that determines no tier, or another one', async () => {
    expect(await refusal({}, { conformance: conformance({}) })).toEqual([
      'states no tier, and its checks do not determine one',
    ]);
    const other = { conformance: conformance({ tier: 'Tier 2' }) };
    expect(await refusal({ compliance_tier: 'Tier 1' }, other)).toEqual([
      'is Tier 1, but conformance.json says Tier 2',
    ]);
  });

  it('without showing a URL that may hold a password', async () => {
    const result = await attempt(() => emitted({ source: { repo: 'https://me:se/cret@git.example/a' } }));
    expect(result).toMatchObject({ problems: [{ path: ['source', 'repo'] }] });
    expect(JSON.stringify(result)).not.toContain('cret');
  });

  it('for everything at once', async () => {
    expect(await refusal({ counts: { total: 1 }, ended_at: 'x', source: { commit_sha: 'y' } })).toHaveLength(
      4,
    );
    const silent = {
      counts: { total: 1, passed: 1 },
      ended_at: undefined,
      started_at: '2020-05-31T00:00:00Z',
    };
    expect(await refusal(silent)).toEqual([
      'does not say when the run ended',
      'does not say how many tests failed',
    ]);
  });
});

it('names the place in the file', async () => {
  const locate = () => ({ line: 7, column: 3 });
  const result = await attempt(() => emitted({}, { run: { ...from({ ended_at: 'x' }), locate } }));
  expect(result).toMatchObject({ problems: [{ position: { line: 7, column: 3 } }] });
});

it('is about the file that it was read from', async () => {
  const result = await attempt(() => emitted({}, { run: from({ ended_at: 'x' }, 'other.json') }));
  expect(result).toMatchObject({ problems: [{ file: 'other.json' }] });
});
