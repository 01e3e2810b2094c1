import type { Evidence } from '../../../artifacts/evidence/model.ts';
import type { RunReport, TestStatus } from '../../../artifacts/run-report/model.ts';
import { sha256 } from '../signature/digest.ts';
import { PREDICATE_TYPE, STATEMENT_TYPE } from '../signature/in-toto.ts';

/** How a run went, in the words of in-toto. */
type TestResult = 'PASSED' | 'WARNED' | 'FAILED';

/** What a statement is about, or what it was made with: by its digests. */
interface Resource {
  readonly name?: string;
  readonly uri?: string;
  readonly digest?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An in-toto statement that tells how the tests of a run ended. */
export interface Statement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly Resource[];
  readonly predicateType: typeof PREDICATE_TYPE;
  readonly predicate: {
    readonly result: TestResult;
    readonly configuration: readonly Resource[];
    readonly passedTests?: readonly string[];
    readonly warnedTests?: readonly string[];
    readonly failedTests?: readonly string[];
  };
}

/**
 * The statement on an artifact. Its subjects are the artifact, byte for byte, and the commit that was tested.
 * @param artifact what the artifact is called, without its folders, and its text as it is written
 */
export function toStatement(
  artifact: { readonly name: string; readonly text: string },
  evidence: Evidence,
  run: RunReport,
): Statement {
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: artifact.name, digest: { sha256: sha256(artifact.text) } }, ...commitOf(evidence)],
    predicateType: PREDICATE_TYPE,
    predicate: { result: toResult(run), configuration: configurationOf(evidence), ...testsOf(run) },
  };
}

/**
 * PASSED only when every test that ran has passed, and at least one has. What is not known to have passed, failed or
 * been skipped on purpose is a warning.
 */
export function toResult({ counts }: RunReport): TestResult {
  const { total = 0, passed = 0, failed = 0, skipped = 0, inconclusive = 0 } = counts;
  if (failed > 0 || passed === 0) return 'FAILED';
  const isAccountedFor = total - skipped <= passed;
  return inconclusive === 0 && isAccountedFor ? 'PASSED' : 'WARNED';
}

function commitOf({ source }: Evidence): Resource[] {
  const { repo, commit_sha: commit } = source ?? {};
  if (commit === undefined) return [];
  return [{ name: repo ?? 'source', digest: { gitCommit: commit } }];
}

/** What the tests were run with, as far as the run tells. */
function configurationOf({ corpus_version: corpus, spec_version: spec }: Evidence): Resource[] {
  const [, digest] = /^sha256:([0-9a-f]{64})$/.exec(corpus ?? '') ?? [];
  return [
    ...(corpus === undefined
      ? []
      : [
          { name: 'corpus', annotations: { version: corpus }, ...(digest && { digest: { sha256: digest } }) },
        ]),
    ...(spec === undefined ? [] : [{ name: 'mcp-specification', annotations: { version: spec } }]),
  ];
}

/** The names of the tests by how they ended; skipped ones are in none of the lists, as they did not run. */
function testsOf({ tests }: RunReport) {
  if (!tests) return {};
  const named = (status: TestStatus) =>
    tests.filter((test) => test.status === status).map(({ name }) => name);
  return {
    passedTests: named('pass'),
    warnedTests: named('inconclusive'),
    failedTests: named('fail'),
  };
}
