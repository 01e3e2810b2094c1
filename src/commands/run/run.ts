import { InputError } from '../../errors.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { refuseUpdateInCi } from '../../features/run/snapshots.ts';
import { readProtocol } from '../../mcp/protocol.ts';
import { readOtherTarget } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { reportFiles } from '../report-files.ts';
import { splitWords } from '../split-words.ts';
import { suiteHere } from './default-suite.ts';
import type { RunOptions } from './run-all.ts';
import { runOnce } from './run-once.ts';
import { watchSuites } from './watch.ts';

/** Runs `mcptest run`: makes the calls of suites, judges the answers, and reports. */
export async function run(words: readonly string[], options: RunOptions, ports: Ports): Promise<ExitCode> {
  const { operands: suites, command } = splitWords(words, ports);
  const protocol = readProtocol(options.protocol);
  const other = readOtherTarget(command, options, ports);
  if (options.updateSnapshots) refuseUpdateInCi(ports.env.CI, options.allowUpdateInCi === true);
  const files = suites.length > 0 ? suites : [suiteHere(ports)];
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
