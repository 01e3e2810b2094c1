/** A command in a page of documentation, with the output that the page shows. */
export interface DocumentedCommand {
  /** The line in the page, from 1. */
  readonly line: number;
  readonly command: string;
  readonly printed: string;
}

/** Matches a ```console block of a page; the first group is its body. */
export const BLOCK = /^```console\n([\s\S]*?)^```$/gm;

/** Returns the commands in all ```console blocks of a page: lines that begin with `$ `, and the lines below each. */
export function documentedCommands(page: string): DocumentedCommand[] {
  return [...page.matchAll(BLOCK)].flatMap((block) => {
    const first = page.slice(0, block.index).split('\n').length + 1;
    return commandsIn(block[1] ?? '', first);
  });
}

/**
 * Returns the commands in the body of one block.
 * @param first the line in the page at which the body begins
 */
export function commandsIn(block: string, first: number): DocumentedCommand[] {
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
