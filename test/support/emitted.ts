import type { RunReport } from '../../src/artifacts/run-report/model.ts';
import type { InputFile } from '../../src/features/evidence/emit/input-file.ts';
import { type EmitInputs, type Emitted, toEvidence } from '../../src/features/evidence/emit/to-evidence.ts';

export const COMMIT = '4f1d8a0c6be27f935d21c80a7be9463f05ad172c';
const NOW = Date.parse('2026-06-01T00:00:00Z');

/** A run with everything that evidence states. */
export const RUN: RunReport = {
  run_id: 'run-1',
  ended_at: '2026-05-30T06:12:08+02:00',
  servers: [{ name: 'tides', transport: 'stdio', auth: 'none', version: '2.3.0' }],
  spec_version: '2025-06-18',
  corpus_version: `sha256:${'be'.repeat(32)}`,
  source: { repo: 'https://git.example/tides', branch: 'main', commit_sha: COMMIT },
  counts: { total: 3, passed: 2, failed: 1, skipped: 0 },
  tests: [
    { name: 'a', status: 'pass' },
    { name: 'b', status: 'pass' },
    { name: 'c', status: 'fail' },
  ],
};

/** Makes evidence of {@link RUN}, changed for a test. */
export function emitted(changes: Partial<RunReport> = {}, inputs: Partial<EmitInputs> = {}): Emitted {
  return toEvidence({ run: from(changes), isReproducible: false, now: NOW, ...inputs });
}

/** {@link RUN}, changed, as if it were read from a file. */
export function from(changes: Partial<RunReport> = {}, path = 'run.json'): InputFile<RunReport> {
  return { path, value: { ...RUN, ...changes } };
}
