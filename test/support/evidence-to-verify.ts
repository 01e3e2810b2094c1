import type { ProcessesPort } from '../../src/ports.ts';

/** The commit in the evidence of {@link evidenceWith}. */
export const COMMIT = '1f2e'.repeat(10);

/**
 * Returns evidence that a verifier accepts at the time of the tests, with some keys changed; undefined removes a key.
 */
export function evidenceWith(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    schema_version: 'mcptest.dev/evidence/v1',
    server_identity: [{ name: 'weather', transport: 'stdio', auth: 'none' }],
    spec_version: '2025-03-26',
    source: { commit_sha: COMMIT },
    generated_at: '2026-05-31T12:00:00Z',
    grades: { tests_total: 42, tests_passed: 41, tests_failed: 1 },
    unverifiable_origin: false,
    ...changes,
  };
}

/** The answers of a repository about {@link COMMIT}. */
export interface Answers {
  readonly isAncestor: boolean;
  readonly isShallow?: boolean;
}

const HEAD = 'ab'.repeat(20);

/** A git that knows {@link COMMIT} and a HEAD. */
export function gitSaying({ isAncestor, isShallow = false }: Answers): ProcessesPort {
  const says = (code: number, stdout = '') => ({ kind: 'exited', code, stdout, stderr: '' }) as const;
  return {
    async run(argv) {
      if (argv.includes('--is-shallow-repository')) return says(0, `${isShallow}\n`);
      if (argv.includes('--is-ancestor')) return says(isAncestor ? 0 : 1);
      return says(0, `${argv.at(-1) === `${COMMIT}^{commit}` ? COMMIT : HEAD}\n`);
    },
  };
}
