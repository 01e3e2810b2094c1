import { toYamlText } from '../../documents/yaml-flow.ts';
import type { ResultTest, RunResult } from '../../features/run/run-result.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { tidyPath } from '../path.ts';
import { isFailing } from './words.ts';

/** Writes TAP 14, with the details of what failed, or passed only when tried again, in a block below its line. */
export function formatTap({ tests }: RunResult): string {
  const lines = tests.flatMap((test, index) => [pointOf(test, index + 1), ...detailsOf(test)]);
  return ['TAP version 14', `1..${tests.length}`, ...lines, ''].join('\n');
}

function pointOf({ status, name, message }: ResultTest, id: number): string {
  const verdict = isFailing({ status }) ? 'not ok' : 'ok';
  const skip = status === 'skip' ? ` # SKIP${message === undefined ? '' : ` ${escaped(message)}`}` : '';
  return `${verdict} ${id} - ${escaped(name)}${skip}`;
}

/** A `#` would begin a directive, and a brace at the end a subtest. */
function escaped(text: string): string {
  return escapeForTerminal(text).replace(/[\\#]/g, '\\$&').replace(/\{$/, '(');
}

function detailsOf({
  status,
  message = '',
  file,
  line,
  duration_ms: duration,
  findings = [],
  flaky,
  attempts = 2,
}: ResultTest): string[] {
  // a directive would be for the reader of the verdict, and TAP has none for this
  if (flaky) return ['  ---', `  flaky: passed on attempt ${attempts}`, '  ...'];
  if (!isFailing({ status })) return [];
  return [
    '  ---',
    `  severity: ${status}`,
    `  message: ${toYamlText(message)}`,
    `  at: ${toYamlText(`${tidyPath(file)}:${line}`)}`,
    `  duration_ms: ${duration}`,
    ...(findings.length > 0 ? ['  findings:'] : []),
    ...findings.map(
      (finding) => `    - ${toYamlText(`${tidyPath(file)}:${finding.line ?? line}: ${finding.message}`)}`,
    ),
    '  ...',
  ];
}
