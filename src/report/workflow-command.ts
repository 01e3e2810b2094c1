import { escapeForTerminal } from '../text/escape-terminal.ts';

const DATA: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A' };
const PROPERTY: Readonly<Record<string, string>> = { ...DATA, ':': '%3A', ',': '%2C' };

/**
 * A workflow command of GitHub Actions: `::error file=a.yml,line=3,title=x::message`. Nothing in its
 * properties or its message can end it or begin another one.
 */
export function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeWith(PROPERTY, /[%\r\n:,]/g, String(value))}`,
  );
  return `::${command} ${written.join(',')}::${escapeWith(DATA, /[%\r\n]/g, message)}`;
}

// the runner decodes the escapes of the command and shows the rest as it is, colours of a terminal included
function escapeWith(table: Readonly<Record<string, string>>, special: RegExp, text: string): string {
  return escapeForTerminal(text.replace(special, (char) => table[char] ?? char));
}
