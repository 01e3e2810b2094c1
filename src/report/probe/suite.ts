import type { SuiteServer } from '../../artifacts/test-suite/schema.ts';
import { REVIEW_MARKER } from '../../exec-policy/decide.ts';
import { DECISION_REASONS } from '../../exec-policy/model.ts';
import type { ScaffoldTest, ToolScaffold } from '../../features/probe/scaffold/scaffold.ts';
import { clip } from '../../text/clip.ts';
import { codeEscape, escapeForTerminal, replaceUnsafe } from '../../text/escape-terminal.ts';
import { plural } from '../plural.ts';
import { schemaPath } from '../schema-path.ts';

/** Formats a suite for the file at `path`, with comments on each tool. The result is valid YAML whatever the server sends. */
export function formatSuite(server: SuiteServer, scaffolds: readonly ToolScaffold[], path: string): string {
  const tests = scaffolds.map(formatTool).join('');
  const isEmpty = scaffolds.every((each) => each.tests.length === 0);
  return `# yaml-language-server: $schema=${schemaPath(path, 'test-suite.v1')}
#
# A first suite. The arguments are generated from the schemas of the tools. Replace the arguments of the happy paths
# with meaningful ones, and add the answers that you expect. Run the suite only against a server that may be changed:
# mcptest does not undo what the calls change.
version: "1"
server:
${formatServer(server)}
tests:${isEmpty ? ' []' : ''}
${tests}`;
}

function formatServer(server: SuiteServer): string {
  if ('url' in server) return `  url: ${quote(server.url)}`;
  const { command, args = [] } = server;
  return [`  command: ${quote(command)}`, ...(args.length > 0 ? [`  args: ${flow(args)}`] : [])].join('\n');
}

function formatTool({ tool, classification, decision, tests, notes }: ToolScaffold): string {
  const isHeld = decision.kind === 'GenerateOnly' || decision.kind === 'Refuse';
  const lines = [`# ${escapeForTerminal(clip(tool.name, 200))}, ${classification.class}`];
  for (const { message } of classification.warnings) lines.push(`# warning: ${escapeForTerminal(message)}`);
  for (const note of notes) lines.push(`# ${escapeForTerminal(clip(note, 200))}`);
  for (const test of tests) {
    if (isHeld) lines.push(`${REVIEW_MARKER}: ${DECISION_REASONS[decision.reason]}; then remove \`skip\``);
    lines.push(...formatTest(tool.name, test, { isHeld, isSerial: !decision.canRepeat }));
  }
  return `\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function formatTest(
  tool: string,
  { name, args, outcome, text }: ScaffoldTest,
  { isHeld, isSerial }: { readonly isHeld: boolean; readonly isSerial: boolean },
): string[] {
  return [
    `- name: ${quote(name)}`,
    `  tool: ${quote(tool)}`,
    `  args: ${flow(args)}`,
    ...(isSerial ? ['  serial: true'] : []),
    ...(isHeld ? ['  skip: true'] : []),
    '  expect:',
    `    outcome: ${outcome}`,
    ...(text === undefined ? [] : [`    text: ${quote(text)}`]),
  ];
}

/** Formats a value as JSON on one line, which is valid YAML, with spaces for readability. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? quote(value) : String(value);
  const members = Object.entries(value).map(([key, member]) => `${quote(key)}: ${flow(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Quotes a text for YAML, and escapes every character that could change how the file is displayed. */
function quote(text: string): string {
  return replaceUnsafe(JSON.stringify(text), (char) => {
    const code = char.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : codeEscape(char);
  });
}

/** Formats the message of `scaffold` about the suite that it wrote. */
export function formatScaffolded(path: string, scaffolds: readonly ToolScaffold[], observed: number): string {
  const tests = scaffolds.reduce((sum, each) => sum + each.tests.length, 0);
  const held = scaffolds.filter(
    ({ decision, tests }) => decision.kind === 'GenerateOnly' && tests.length > 0,
  );
  const faults = scaffolds.flatMap(({ tool, fault }) =>
    fault === undefined ? [] : [`${escapeForTerminal(clip(tool.name))} (${fault})`],
  );
  const seen = observed > 0 ? `, ${plural(observed, 'answer')} observed` : '';
  return [
    `wrote ${escapeForTerminal(path)}: ${plural(tests, 'test')} for ${plural(scaffolds.length, 'tool')}${seen}`,
    ...(held.length > 0
      ? [
          `marked \`${REVIEW_MARKER}\` and skipped: ${held.map(({ tool }) => escapeForTerminal(clip(tool.name))).join(', ')}`,
        ]
      : []),
    ...(faults.length > 0 ? [`the server has faults, which no test expects: ${faults.join(', ')}`] : []),
    'no command runs a suite yet: it is for `mcptest run`, which does not exist yet',
    '',
  ].join('\n');
}
