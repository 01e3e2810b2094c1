import { InputError } from '../../errors.ts';
import type { ToolScaffold } from '../../features/probe/scaffold/scaffold.ts';
import { plural } from '../../report/plural.ts';
import { clip } from '../../text/clip.ts';
import { someOf } from '../../text/some-of.ts';

/** The most names that a message lists, and the most reasons. */
const MOST_NAMES = 10;
const MOST_REASONS = 3;

/**
 * Refuses a first suite that would have no test: no command accepts one.
 * @param onlyInOne the tools that only one of two protocols lists, if both are tested
 * @throws InputError that says whether there are no tools, or none that a test can be written for
 */
export function refuseTestless(scaffolds: readonly ToolScaffold[], onlyInOne: readonly string[] = []): void {
  if (scaffolds.some(({ tests }) => tests.length > 0)) return;
  if (scaffolds.length === 0) {
    throw new InputError({
      message: `no tool is listed in both protocols: ${someOf(onlyInOne, MOST_NAMES, (name) => clip(name))}`,
      help: 'pass --protocol legacy or --protocol modern, and write a suite for each',
    });
  }
  const reasons = someOf(scaffolds, MOST_REASONS, ({ tool, notes }) => {
    return `${clip(tool.name)} (${clip(notes[0] ?? '', 200)})`;
  });
  throw new InputError({
    message: `no test can be made up for ${scaffolds.length === 1 ? 'the tool' : `any of ${plural(scaffolds.length, 'tool')}`}: ${reasons}`,
    help: 'write the first test yourself, with arguments that mean something to the server: `mcptest run` reads it',
  });
}
