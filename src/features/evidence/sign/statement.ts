import type { Evidence } from '../../../artifacts/evidence/model.ts';
import type { RunReport, TestStatus } from '../../../artifacts/run-report/model.ts';
import { sha256 } from '../signature/digest.ts';
import { PREDICATE_TYPE, STATEMENT_TYPE } from '../signature/in-toto.ts';

/** The result of a run, in the vocabulary of in-toto. */
type TestResult = 'PASSED' | 'WARNED' | 'FAILED';

/** Something that a statement is about, or that the run used, identified by its digests. */
interface Resource {
  readonly name?: string;
  readonly uri?: string;
  readonly digest?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** An in-toto statement of how the tests of a run ended. */
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
 * Makes the statement about an artifact. Its subjects are the bytes of the artifact, and the commit that was tested.
 * @param artifact the file name of the artifact without folders, and its text as written to the file
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
 * Returns PASSED only when every test that ran has passed, and at least one has. A test that is not known to have passed,
 * failed or been skipped on purpose makes the result WARNED.
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

/** Returns the versions that the tests were run with, as far as the run states them. */
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

/** Lists the names of the tests by how they ended. Skipped tests did not run, so no list contains them. */
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
