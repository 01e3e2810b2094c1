import { describe, expect, it } from 'vitest';
import type { ArtifactKind } from '../../../src/artifacts/kinds.ts';
import type { ArtifactValues, LoadedArtifact } from '../../../src/artifacts/load.ts';
import { extractFacts, FACTS, factNames, findFact } from '../../../src/facts/catalog.ts';

const NOW = 1000;

/** The facts of one artifact as name and value. */
function factsOf<K extends ArtifactKind>(kind: K, value: ArtifactValues[K], now = NOW) {
  const artifact = { kind, value, path: 'file', format: '', warnings: [] } as unknown as LoadedArtifact;
  const facts = extractFacts(artifact, { now });
  for (const fact of facts) expect(fact).toMatchObject({ artifact: kind, path: 'file' });
  return Object.fromEntries(facts.map((fact) => [fact.name, fact.value]));
}

describe('the catalog', () => {
  it('is the catalog of the spec', () => {
    expect(FACTS.map(({ name, type, artifact }) => `${name} ${type} ${artifact}`)).toEqual([
      'run.total number run-report',
      'run.passed number run-report',
      'run.failed number run-report',
      'run.skipped number run-report',
      'run.inconclusive number run-report',
      'judge.certified boolean judge-cert',
      'judge.ece number judge-cert',
      'judge.brier number judge-cert',
      'judge.expired boolean judge-cert',
      'conformance.badge text conformance-report',
      'conformance.must_passed number conformance-report',
      'conformance.must_total number conformance-report',
      'conformance.should_passed number conformance-report',
      'conformance.should_total number conformance-report',
      'conformance.tier text conformance-report',
      'security.critical_count number security',
      'security.high_count number security',
      'security.medium_count number security',
      'security.low_count number security',
      'security.info_count number security',
      'security.total_findings number security',
      'model_compat.total number model-compat',
      'model_compat.pass number model-compat',
      'model_compat.drift number model-compat',
      'model_compat.fail number model-compat',
      'evidence.reproducible boolean evidence',
      'evidence.unverifiable_origin boolean evidence',
    ]);
  });

  it('finds a row by its name, and none by another', () => {
    for (const row of FACTS) expect(findFact(row.name)).toBe(row);
    expect([...factNames()]).toEqual(FACTS.map(({ name }) => name));
    expect(findFact('run')).toBeUndefined();
    expect(findFact('__proto__')).toBeUndefined();
  });
});

describe('the facts of', () => {
  it('a run report', () => {
    const counts = { total: 15, passed: 8, failed: 4, skipped: 2, inconclusive: 1 };
    expect(factsOf('run-report', { counts })).toEqual({
      'run.total': 15,
      'run.passed': 8,
      'run.failed': 4,
      'run.skipped': 2,
      'run.inconclusive': 1,
    });
    // no key at all for what the report does not carry
    expect(factsOf('run-report', { counts: { failed: 0 } })).toStrictEqual({ 'run.failed': 0 });
  });

  it('a judge certification', () => {
    const cert = { certified: false, ece: 0.04, brier: 0, validity: { from: 0, until: 2000 } };
    expect(factsOf('judge-cert', cert)).toEqual({
      'judge.certified': false,
      'judge.ece': 0.04,
      'judge.brier': 0,
      'judge.expired': false,
    });
    expect(factsOf('judge-cert', {})).toEqual({});
  });

  it.each([
    [{ until: 1001 }, false],
    [{ until: 1000 }, true],
    [{ until: 999 }, true],
    [{ from: 999, until: 2000 }, false],
    [{ from: 1000, until: 2000 }, false],
    [{ from: 1001, until: 2000 }, true],
  ])('a certification valid in %j at 1000: expired is %s', (validity, expired) => {
    expect(factsOf('judge-cert', { validity })).toEqual({ 'judge.expired': expired });
  });

  it('a conformance report', () => {
    const report = {
      badge: 'T2',
      tier: 'Tier 2',
      must_passed: 10,
      must_total: 11,
      should_passed: 7,
      should_total: 9,
    } as const;
    expect(factsOf('conformance-report', report)).toEqual({
      'conformance.badge': 'T2',
      'conformance.must_passed': 10,
      'conformance.must_total': 11,
      'conformance.should_passed': 7,
      'conformance.should_total': 9,
      'conformance.tier': 'Tier 2',
    });
  });

  it('a security scan, zeros included', () => {
    const scan = { counts: { critical: 0, high: 1, medium: 2, low: 3, info: 4 }, total: 10 };
    expect(factsOf('security', scan)).toEqual({
      'security.critical_count': 0,
      'security.high_count': 1,
      'security.medium_count': 2,
      'security.low_count': 3,
      'security.info_count': 4,
      'security.total_findings': 10,
    });
  });

  it('an evidence artifact', () => {
    expect(factsOf('evidence', { reproducible: false, unverifiable_origin: true })).toEqual({
      'evidence.reproducible': false,
      'evidence.unverifiable_origin': true,
    });
    expect(factsOf('evidence', {})).toStrictEqual({});
  });

  it('a model-compatibility diff', () => {
    expect(factsOf('model-compat', { counts: { total: 6, pass: 3, drift: 2, fail: 1 } })).toEqual({
      'model_compat.total': 6,
      'model_compat.pass': 3,
      'model_compat.drift': 2,
      'model_compat.fail': 1,
    });
  });
});
