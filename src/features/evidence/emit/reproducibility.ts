import type { RunReport, RunSource, TestRecord, TestStatus } from '../../../artifacts/run-report/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { toCanonicalJson } from '../../../documents/canonical-json.ts';
import { InputError } from '../../../errors.ts';
import { type InputFile, located } from './input-file.ts';

/** A test that ended differently in two runs. The status is undefined for a run without that test. */
export interface Difference {
  readonly test: string;
  readonly first: TestStatus | undefined;
  readonly second: TestStatus | undefined;
}

/**
 * Compares two runs of the same commit test by test. Messages and durations may differ, verdicts must not.
 * @param source the source of the first run
 * @returns the tests that differ; empty when the run was reproduced
 * @throws InputError when the reports are not of two runs of one commit, or do not list their tests
 */
export function compareRuns(
  first: InputFile<RunReport>,
  source: RunSource | undefined,
  second: InputFile<RunReport>,
): Difference[] {
  const problems = [
    ...commitProblems(first.path, source?.commit_sha, second),
    ...[first, second].flatMap(testProblems),
    ...sameRunProblems(first, second),
  ];
  if (problems.length > 0) throw new InputError(located(problems, first, second));

  const [before, after] = [verdicts(first.value.tests ?? []), verdicts(second.value.tests ?? [])];
  const tests = new Map([...before, ...after].map(([identity, { test }]) => [identity, test]));
  return [...tests]
    .map(([identity, test]) => ({
      test,
      first: before.get(identity)?.status,
      second: after.get(identity)?.status,
    }))
    .filter(({ first, second }) => first !== second);
}

function commitProblems(
  file: string,
  commit: string | undefined,
  second: InputFile<RunReport>,
): Diagnostic[] {
  const other = second.value.source?.commit_sha;
  const missing = [...(commit === undefined ? [file] : []), ...(other === undefined ? [second.path] : [])];
  if (commit === undefined || other === undefined) {
    const message = 'names no commit: two runs can be compared only when both name the same commit';
    return missing.map((path) => ({ file: path, message }));
  }
  if (commit.toLowerCase() === other.toLowerCase()) return [];
  const message = `is \`${other}\`, but the run to reproduce is of \`${commit}\``;
  return [{ file: second.path, path: ['source', 'commit_sha'], message }];
}

function testProblems({ path: file, value: { tests } }: InputFile<RunReport>): Diagnostic[] {
  if (tests && tests.length > 0) return [];
  return [{ file, message: 'lists no tests: counts alone do not show that each test ended the same way' }];
}

/** Refuses to compare a run with itself, which would show nothing. */
function sameRunProblems({ value: first }: InputFile<RunReport>, second: InputFile<RunReport>): Diagnostic[] {
  const { run_id: id } = second.value;
  if (isCopy(first, second.value)) {
    const message = 'is identical to the other report, so nothing shows that the tests ran twice';
    const help = 'run the tests again; reports of two runs differ when they state times';
    return [{ file: second.path, message, help }];
  }
  if (id === undefined || id !== first.run_id) return [];
  return [
    {
      file: second.path,
      path: ['run_id'],
      message: `is \`${id}\` in both reports, so they are of the same run`,
      help: 'run the tests again',
    },
  ];
}

/** Whether two reports are identical. One of them may lack the run id. The sources are compared elsewhere. */
function isCopy(first: RunReport, second: RunReport): boolean {
  const withoutSource = (report: RunReport, other: RunReport) =>
    toCanonicalJson({ ...report, run_id: report.run_id ?? other.run_id, source: undefined });
  return withoutSource(first, second) === withoutSource(second, first);
}

/** How a test ended, and its title for people. */
interface TestVerdict {
  readonly test: string;
  readonly status: TestStatus;
}

/**
 * Returns the verdict of each test by its identity: server, file and name. They are kept apart, since each may contain any
 * separator. Parameterised tests may share one name, so they are numbered.
 */
function verdicts(tests: readonly TestRecord[]): Map<string, TestVerdict> {
  const found = new Map<string, TestVerdict>();
  const seen = new Map<string, number>();
  for (const { server, file, name, status } of tests) {
    const parts = [server ?? null, file ?? null, name];
    const identity = JSON.stringify(parts);
    const nth = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, nth);
    const title = parts.filter((part) => part !== null).join(' › ');
    found.set(JSON.stringify([...parts, nth]), { test: nth === 1 ? title : `${title} (${nth})`, status });
  }
  return found;
}
