import { InputError } from '../../errors.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { refuseUpdateInCi } from '../../features/run/snapshots.ts';
import { readProtocol } from '../../mcp/protocol.ts';
import { readOtherTarget } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { reportFiles } from '../report-files.ts';
import { splitWords } from '../split-words.ts';
import type { RunOptions } from './run-all.ts';
import { runOnce } from './run-once.ts';
import { watchSuites } from './watch.ts';

/** The suites that are run when none is named. */
const DEFAULT_SUITES = ['mcptest.yml', 'mcptest.yaml'];

/** Runs `mcptest run`: makes the calls of suites, judges the answers, and reports. */
export async function run(words: readonly string[], options: RunOptions, ports: Ports): Promise<ExitCode> {
  const { operands: suites, command } = splitWords(words, ports);
  const protocol = readProtocol(options.protocol);
  const other = readOtherTarget(command, options, ports);
  if (options.updateSnapshots) refuseUpdateInCi(ports.env.CI, options.allowUpdateInCi === true);
  const files = suites.length > 0 ? suites : [defaultSuite(ports)];
  const once = () => runOnce({ files, protocol, other }, options, ports);
  if (options.watch) {
    const written = reportFiles(options);
    return watchSuites({ suites: files, others: options.watchPath ?? [], written }, once, ports);
  }
  if (options.watchPath === undefined) return once();
  throw new InputError({
    message: '--watch-path needs --watch',
    help: 'add --watch, or remove --watch-path',
  });
}

function defaultSuite({ files }: Pick<Ports, 'files'>): string {
  const found = DEFAULT_SUITES.find((file) => files.realPath(file) !== null);
  if (found !== undefined) return found;
  throw new InputError({
    message: `no suite is given, and there is no ${DEFAULT_SUITES.join(' or ')} here`,
    help: 'pass a suite, or write a first one with `mcptest init -- COMMAND`',
  });
}
