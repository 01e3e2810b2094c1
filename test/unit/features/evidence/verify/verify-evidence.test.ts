import { describe, expect, it } from 'vitest';
import { toEvidenceArtifact } from '../../../../../src/features/evidence/verify/artifact.ts';
import { CHECK_NAMES, REASONS } from '../../../../../src/features/evidence/verify/reasons.ts';
import { type Demands, verifyEvidence } from '../../../../../src/features/evidence/verify/verify-evidence.ts';
import { from } from '../../../../support/emitted.ts';
import { COMMIT, evidenceWith } from '../../../../support/evidence-to-verify.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const [HOUR, DAY] = [3_600_000, 86_400_000];

/** What is asked when no flag is given. */
const NOTHING: Demands = {
  now: NOW,
  clockSkew: 0,
  requireOrigin: false,
  signature: { isRequired: false, beside: new Map() },
};

/** A folder that is none: ancestry cannot be established there. */
const NOWHERE = { repo: '/nowhere', ref: 'HEAD', git: undefined };

const verify = (changes: Record<string, unknown>, demands: Partial<Demands>) =>
  verifyEvidence(
    toEvidenceArtifact('e.json', new TextEncoder().encode(JSON.stringify(evidenceWith(changes)))),
    { ...NOTHING, ...demands },
  );

describe('evidence', () => {
  it('is accepted, and the verdict says which checks were not asked for', async () => {
    const { accepted, attested, checks } = await verify({}, {});
    expect([accepted, attested]).toEqual([true, true]);
    expect(checks).toEqual({
      consistency: 'passed',
      freshness: 'not-checked',
      ancestry: 'not-checked',
      signature: 'not-checked',
    });
  });

  it('is rejected for all reasons, in the order of the checks', async () => {
    const { accepted, attested, checks, reasons } = await verify(
      { generated_at: '2026-05-31T00:00:00Z', grades: { tests_total: 1, tests_passed: 2, tests_failed: 0 } },
      {
        origins: { run: from(), isSourceFromGit: false },
        maxAge: HOUR,
        history: NOWHERE,
        signature: { isRequired: true, beside: new Map() },
      },
    );
    expect([accepted, attested]).toEqual([false, false]);
    expect(new Set(Object.values(checks))).toEqual(new Set(['failed']));
    const found = reasons.map(({ code }) => REASONS[code].check);
    expect([...new Set(found)]).toEqual(CHECK_NAMES);
    expect(found).toEqual(found.toSorted((a, b) => CHECK_NAMES.indexOf(a) - CHECK_NAMES.indexOf(b)));
    expect(reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining([
        'counts',
        'run-report-differs',
        'stale',
        'ancestry-unknown',
        'signature-missing',
      ]),
    );
  });

  it.each<[string, Partial<Demands>, string[]]>([
    ['an origin, which it names', { requireOrigin: true }, []],
    ['an age that it has', { maxAge: DAY }, []],
    ['an age that it exceeds', { maxAge: HOUR }, ['stale']],
    ['a history that nobody can look into', { history: NOWHERE }, ['ancestry-unknown']],
    [
      'a signature that is not there',
      { signature: { isRequired: true, beside: new Map() } },
      ['signature-missing'],
    ],
  ])('is asked for %s', async (_, demands, expected) => {
    const { reasons } = await verify({ source: { commit_sha: COMMIT } }, demands);
    expect(reasons.map(({ code }) => code)).toEqual(expected);
  });
});
