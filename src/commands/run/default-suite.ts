import { InputError } from '../../errors.ts';
import type { Ports } from '../../ports.ts';

/** The suites that are run when none is named. */
const DEFAULT_SUITES = ['mcptest.yml', 'mcptest.yaml'];

/** Returns the suite of the folder in which the program runs. @throws InputError when there is none */
export function suiteHere({ files }: Pick<Ports, 'files'>): string {
  const found = DEFAULT_SUITES.find((file) => files.realPath(file) !== null);
  if (found !== undefined) return found;
  throw new InputError({
    message: `no suite is given, and there is no ${DEFAULT_SUITES.join(' or ')} here`,
    help: 'pass a suite, or write a first one with `mcptest init -- COMMAND`',
  });
}
