import { ConsoleSession } from './console-session.ts';

/** A command in a page of documentation, and what the page says it prints. */
export interface DocumentedCommand {
  /** The line in the page, from 1. */
  readonly line: number;
  readonly command: string;
  readonly printed: string;
}

const BLOCK = /^```console\n([\s\S]*?)^```$/gm;

/** The commands in all ```console blocks of a page: lines that begin with `$ `, and the lines below each. */
export function documentedCommands(page: string): DocumentedCommand[] {
  return [...page.matchAll(BLOCK)].flatMap((block) => {
    const first = page.slice(0, block.index).split('\n').length + 1;
    return commandsIn(block[1] ?? '', first);
  });
}

function commandsIn(block: string, first: number): DocumentedCommand[] {
  const commands: { line: number; command: string; printed: string }[] = [];
  let continues = false;
  block.split(/(?<=\n)/).forEach((text, index) => {
    const last = commands.at(-1);
    if (text.startsWith('$ ')) commands.push({ line: first + index, command: text.slice(2), printed: '' });
    else if (!last) throw new Error(`line ${first + index}: a console block begins with a command`);
    else if (continues) last.command += text;
    else last.printed += text;
    continues = (text.startsWith('$ ') || continues) && text.endsWith('\\\n');
  });
  return commands.map(({ command, ...rest }) => ({ ...rest, command: command.trimEnd() }));
}

/** A documented command beside what it really prints. */
export interface RanCommand extends DocumentedCommand {
  readonly really: string;
  readonly exitCode: number;
}

/**
 * Runs all commands of a page in order. A command that exits with another code than 0 must be followed by
 * `$ echo $?`, so that the page says so.
 * @param root the repository
 * @param path the page, below `root`
 */
export async function runPage(root: string, path: string, page: string): Promise<RanCommand[]> {
  const commands = documentedCommands(page);
  const session = new ConsoleSession(root, path);
  try {
    const ran: RanCommand[] = [];
    for (const [index, documented] of commands.entries()) {
      const really = await session.run(documented.command);
      const { exitCode } = session;
      if (exitCode !== 0 && commands[index + 1]?.command !== 'echo $?') {
        throw new Error(
          `${path}:${documented.line}: \`${documented.command}\` exits with ${exitCode}; ` +
            `say so with \`$ echo $?\` below it\n${really}`,
        );
      }
      ran.push({ ...documented, really, exitCode });
    }
    return ran;
  } finally {
    session.end();
  }
}

/** The page with what its commands really print. */
export async function withRealOutput(root: string, path: string, page: string): Promise<string> {
  const ran = await runPage(root, path, page);
  return page.replace(BLOCK, (_, block: string) => {
    const lines = commandsIn(block, 0).map(() => {
      const { command, really } = ran.shift() as RanCommand;
      return `$ ${command}\n${really}`;
    });
    return `\`\`\`console\n${lines.join('')}\`\`\``;
  });
}
