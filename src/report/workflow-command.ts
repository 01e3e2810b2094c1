import { escapeForTerminal } from '../text/escape-terminal.ts';

const DATA: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A' };
const PROPERTY: Readonly<Record<string, string>> = { ...DATA, ':': '%3A', ',': '%2C' };

/**
 * Formats a workflow command of GitHub Actions: `::error file=a.yml,line=3,title=x::message`. Nothing in the
 * properties or the message can end the command or begin another one.
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

// the runner decodes the escapes of the command and shows the rest unchanged, including terminal colours
function escapeWith(table: Readonly<Record<string, string>>, special: RegExp, text: string): string {
  return escapeForTerminal(text.replace(special, (char) => table[char] ?? char));
}
