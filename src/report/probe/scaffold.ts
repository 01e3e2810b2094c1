import { REVIEW_MARKER } from '../../exec-policy/decide.ts';
import type { ToolScaffold } from '../../features/probe/scaffold/scaffold.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { plural } from '../plural.ts';
import { shellCommand } from '../shell-command.ts';

/**
 * Says what a new suite has, and which of its tests are skipped until they are reviewed.
 * @param seen what was observed, after a comma
 */
export function suiteInWords(path: string, scaffolds: readonly ToolScaffold[], seen = ''): string[] {
  const tests = scaffolds.reduce((sum, each) => sum + each.tests.length, 0);
  const held = scaffolds.filter(
    ({ decision, tests }) => decision.kind === 'GenerateOnly' && tests.length > 0,
  );
  const names = held.map(({ tool }) => escapeForTerminal(clip(tool.name))).join(', ');
  return [
    `wrote ${escapeForTerminal(path)}: ${plural(tests, 'test')} for ${plural(scaffolds.length, 'tool')}${seen}`,
    ...(held.length > 0 ? [`marked \`${REVIEW_MARKER}\` and skipped: ${names}`] : []),
  ];
}

/**
 * Formats the message of `scaffold` about the suite that it wrote.
 * @param onlyInOne the tools without tests, because only one of two protocols lists them
 */
export function formatScaffolded(
  path: string,
  scaffolds: readonly ToolScaffold[],
  observed: number,
  onlyInOne: readonly string[] = [],
): string {
  const faults = scaffolds.flatMap(({ tool, fault }) =>
    fault === undefined ? [] : [`${escapeForTerminal(clip(tool.name))} (${fault})`],
  );
  const seen = observed > 0 ? `, ${plural(observed, 'answer')} observed` : '';
  return [
    ...suiteInWords(path, scaffolds, seen),
    ...(faults.length > 0 ? [`the server has faults, which no test expects: ${faults.join(', ')}`] : []),
    ...(onlyInOne.length > 0
      ? [
          `no tests for tools that are listed in one protocol only: ${onlyInOne.map((each) => escapeForTerminal(clip(each))).join(', ')}`,
        ]
      : []),
    'read it, then type',
    `  ${shellCommand(['mcptest', 'run', path])}`,
    '',
  ].join('\n');
}
