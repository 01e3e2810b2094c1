import { describe, expect, it } from 'vitest';
import type { RunCounts } from '../../../../../src/artifacts/run-report/model.ts';
import { toResult, toStatement } from '../../../../../src/features/evidence/sign/statement.ts';
import { sha256 } from '../../../../../src/features/evidence/signature/digest.ts';
import { COMMIT, emitted, RUN } from '../../../../support/emitted.ts';

const artifact = { name: 'evidence.json', text: '{}\n' };

describe('a statement', () => {
  it('is about the bytes of the artifact, and the commit', () => {
    expect(toStatement(artifact, emitted().evidence, RUN)).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        { name: 'evidence.json', digest: { sha256: sha256('{}\n') } },
        { name: 'https://git.example/tides', digest: { gitCommit: COMMIT } },
      ],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: {
        result: 'FAILED',
        configuration: [
          {
            name: 'corpus',
            digest: { sha256: 'be'.repeat(32) },
            annotations: { version: `sha256:${'be'.repeat(32)}` },
          },
          { name: 'mcp-specification', annotations: { version: '2025-06-18' } },
        ],
        passedTests: ['a', 'b'],
        warnedTests: [],
        failedTests: ['c'],
      },
    });
  });

  it('leaves out what is not known', () => {
    const run = { counts: { total: 1, passed: 1, failed: 0 } };
    const { evidence } = emitted({ source: {}, spec_version: undefined, corpus_version: 'v7' });
    const { subject, predicate } = toStatement(artifact, evidence, run);
    expect(subject).toHaveLength(1);
    expect(predicate).toEqual({
      result: 'PASSED',
      configuration: [{ name: 'corpus', annotations: { version: 'v7' } }],
    });
  });
});

describe('the result', () => {
  it.each<[RunCounts, string]>([
    [{ total: 2, passed: 2, failed: 0 }, 'PASSED'],
    [{ total: 3, passed: 2, failed: 0, skipped: 1 }, 'PASSED'],
    [{ total: 2, passed: 2, failed: 0, skipped: 1 }, 'PASSED'],
    [{ total: 3, passed: 2, failed: 0 }, 'WARNED'],
    [{ total: 3, passed: 2, failed: 0, inconclusive: 1 }, 'WARNED'],
    [{ total: 3, passed: 2, failed: 1 }, 'FAILED'],
    [{ total: 0, passed: 0, failed: 0 }, 'FAILED'],
    [{ total: 1, passed: 0, failed: 0, inconclusive: 1 }, 'FAILED'],
    [{}, 'FAILED'],
  ])('of %j is %s', (counts, result) => {
    expect(toResult({ counts })).toBe(result);
  });
});
