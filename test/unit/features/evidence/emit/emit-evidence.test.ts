import { describe, expect, it } from 'vitest';
import { attempt } from '../../../../../src/errors.ts';
import {
  type EmissionInputs,
  emitEvidence,
} from '../../../../../src/features/evidence/emit/emit-evidence.ts';
import { COMMIT, from } from '../../../../support/emitted.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const SILENT = { source: undefined as never };

/** A repository whose HEAD is {@link COMMIT}, on no branch and without an origin. */
const GIT = {
  async ask(...args: string[]) {
    const isCommit = args.at(-1) === 'HEAD^{commit}';
    const isStatus = args.includes('status');
    const code = isCommit || isStatus ? 0 : args[0] === 'remote' ? 2 : 1;
    return { kind: 'exited', code, stdout: isCommit ? `${COMMIT}\n` : '', stderr: '' } as const;
  },
};

const emit = (inputs: Partial<EmissionInputs>) =>
  emitEvidence({ run: from(), isReproducible: false, now: NOW, ...inputs });

/** Another run than that of {@link from}. */
const again = (changes: Parameters<typeof from>[0] = {}) =>
  from({ run_id: 'run-2', ...changes }, 'again.json');

describe('evidence of a run', () => {
  it('names the source of the report; git is asked only when it is given', async () => {
    expect(await emit({})).toMatchObject({ kind: 'made', evidence: { source: { branch: 'main' } } });
    expect(await emit({ run: from(SILENT) })).toMatchObject({ evidence: { unverifiable_origin: true } });
    expect(await emit({ run: from(SILENT), git: GIT })).toMatchObject({
      evidence: { source: { commit_sha: COMMIT }, unverifiable_origin: false },
    });
  });

  it('is reproducible when another run ended the same way', async () => {
    expect(await emit({ other: again() })).toMatchObject({ kind: 'made', evidence: { reproducible: true } });
    expect(await emit({})).not.toHaveProperty('evidence.reproducible', true);
  });

  it('is not made when another run ended differently', async () => {
    const other = again({ tests: [{ name: 'a', status: 'fail' }] });
    expect(await emit({ other, isReproducible: true })).toMatchObject({
      kind: 'not-reproduced',
      differences: [{ test: 'a' }, { test: 'b' }, { test: 'c' }],
      other: 'again.json',
    });
  });

  it('counts both runs as runs of the commit that git reports', async () => {
    const [run, other] = [from(SILENT), again(SILENT)];
    expect(await emit({ run, other, git: GIT })).toMatchObject({ kind: 'made' });
    expect(await attempt(() => emit({ run, other }))).toMatchObject({
      problems: [{ file: 'run.json' }, { file: 'again.json' }],
    });
    const elsewhere = again({ source: { commit_sha: 'f'.repeat(40) } });
    expect(await attempt(() => emit({ run, other: elsewhere, git: GIT }))).toMatchObject({
      problems: [{ file: 'again.json', path: ['source', 'commit_sha'] }],
    });
  });
});
