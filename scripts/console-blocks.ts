import { BLOCK, commandsIn, type DocumentedCommand, documentedCommands } from './console-commands.ts';
import { ConsoleSession } from './console-session.ts';

/** A documented command, with its actual output. */
export interface RanCommand extends DocumentedCommand {
  readonly really: string;
  readonly exitCode: number;
}

/**
 * Runs all commands of a page in order. If a command exits with a code other than 0, `$ echo $?` must follow it, so
 * the page shows the code.
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
            `show the code with \`$ echo $?\` below it\n${really}`,
        );
      }
      ran.push({ ...documented, really, exitCode });
    }
    return ran;
  } finally {
    session.end();
  }
}

/** Returns the page with the actual output of its commands. */
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
