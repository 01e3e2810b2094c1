import { toYamlFlow, toYamlText } from '../../documents/yaml-flow.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { CommentedSuite, StarterServer, StarterTest, SuiteSection } from './model.ts';

/** Writes a suite as YAML, with its comments. Reading the text gives the same server and tests, whatever text they contain. */
export function writeTestSuite({ comments, server, protocols, sections }: CommentedSuite): string {
  const isEmpty = sections.every(({ tests }) => tests.length === 0);
  const lines = [
    ...comments.map(toComment),
    'version: "1"',
    'server:',
    ...serverLines(server).map(indented),
    ...(protocols ? [`matrix: { protocol: ${toYamlFlow(protocols)} }`] : []),
    `tests:${isEmpty ? ' []' : ''}`,
    ...sections.flatMap((section) => ['', ...sectionLines(section).map(indented)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function serverLines(server: StarterServer): string[] {
  if ('url' in server) {
    const { url, headers, auth } = server;
    return [`url: ${toYamlText(url)}`, ...optional('headers', headers), ...optional('auth', auth)];
  }
  const { command, args } = server;
  return [`command: ${toYamlText(command)}`, ...optional('args', args)];
}

function sectionLines({ comments, tests }: SuiteSection): string[] {
  return [
    ...comments.map(toComment),
    ...tests.flatMap(({ comments, test }) => [...comments.map(toComment), ...testLines(test)]),
  ];
}

function testLines({ name, tool, args, serial, skip, expect }: StarterTest): string[] {
  return [
    `- name: ${toYamlText(name)}`,
    ...[
      `tool: ${toYamlText(tool)}`,
      `args: ${toYamlFlow(args)}`,
      ...optional('serial', serial),
      ...optional('skip', skip),
      'expect:',
      ...expectationLines(expect).map(indented),
    ].map(indented),
  ];
}

function expectationLines({ outcome, text }: StarterTest['expect']): string[] {
  return [`outcome: ${outcome}`, ...optional('text', text)];
}

/** Returns the line of a key that may be absent. */
function optional(key: string, value: unknown): string[] {
  return value === undefined ? [] : [`${key}: ${toYamlFlow(value)}`];
}

function toComment(text: string): string {
  return text === '' ? '#' : `# ${escapeForTerminal(text)}`;
}

function indented(line: string): string {
  return `  ${line}`;
}
