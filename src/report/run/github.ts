import type { ResultTest, RunResult } from '../../features/run/run-result.ts';
import { isAccepted } from '../../features/run/to-run-result.ts';
import { tidyPath } from '../path.ts';
import { workflowCommand } from '../workflow-command.ts';
import { coverageLines, headline, isFailing, noticesOf, reasonsOf } from './words.ts';

/**
 * Formats the report as GitHub Actions annotations on the lines of the suite. GitHub shows only the first ten of each kind
 * per step, so there is one for each test.
 */
export function formatGithub(report: RunResult): string {
  const word = isAccepted(report) ? 'PASS' : 'FAIL';
  const lines = [
    ...report.tests.filter(isFailing).map(annotation),
    ...report.tests
      .filter((test) => test.flaky)
      .map(({ file, line, name }) =>
        workflowCommand(
          'warning',
          { file: tidyPath(file), line, title: `flaky: ${name}` },
          'it passed only when it was tried again',
        ),
      ),
    ...noticesOf(report).map((notice) => workflowCommand('warning', { title: 'note' }, notice)),
    workflowCommand('notice', { title: `${word}: ${headline(report)}` }, coverageLines(report).join('; ')),
  ];
  return `${lines.join('\n')}\n`;
}

function annotation(test: ResultTest): string {
  const [first, ...others] = reasonsOf(test);
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return workflowCommand(
    'error',
    { file: tidyPath(test.file), line: first?.line ?? test.line, title: `${test.status}: ${test.name}` },
    `${first?.text ?? 'no reason given'}${more}`,
  );
}
