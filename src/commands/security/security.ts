import type { ClientConfig } from '../../artifacts/client-config/read.ts';
import type { ScanSeverity } from '../../artifacts/security/model.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { findInConfigs } from '../../features/scan/config/find-in-config.ts';
import type { Found, ScannedServer } from '../../features/scan/core/rule.ts';
import { SecretsSeen } from '../../features/scan/core/secrets-seen.ts';
import { findInCatalogs } from '../../features/scan/find-in-catalogs.ts';
import { toSecurityReport } from '../../features/scan/to-report.ts';
import { readOtherTarget } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { SECURITY_FORMATS } from '../../report/scan/formats.ts';
import { readNow } from '../../time/clock.ts';
import { append } from '../../values/append.ts';
import { writeArtifact } from '../artifact-output.ts';
import { fromCommandLine } from '../live/reached-server.ts';
import { splitWords } from '../split-words.ts';
import type { SecurityOptions } from './flags.ts';
import { listRules } from './list-rules.ts';
import { checkPins, readLock } from './pins.ts';
import { readBaseline, readSuppressions } from './read-files.ts';
import { type Scanned, scannedServers, type ToScan } from './servers.ts';

/** Findings of this severity and worse reject, unless `--fail-on` says otherwise. */
const FAIL_ON: ScanSeverity = 'high';

/**
 * Runs `mcptest security`: scans what servers say about themselves.
 * Spec (scanning): "`mcptest security`: a scan of what a server says of itself"
 */
export async function security(
  words: readonly string[],
  options: SecurityOptions,
  ports: Ports,
): Promise<ExitCode> {
  const { operands: files, command } = splitWords(words, ports);
  if (options.rules) return listRules([...files, ...command], options, ports);
  const target = readOtherTarget(command, options, ports);
  return scan({ files, command, server: target && fromCommandLine(target) }, options, ports);
}

/** Scans what is given, and reports, as `security` does. @throws InputError when something cannot be scanned */
export async function scan(given: ToScan, options: SecurityOptions, ports: Ports): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const suppressions = readSuppressions(options.suppress, ports);
  const baseline = readBaseline(options.baseline, ports);
  const lock = readLock(given, options, ports);
  const scanned = await scannedServers(given, options, ports);
  refuseNothing(scanned);
  const comparison = lock && checkPins(scanned.servers, lock, ports);
  const secrets = new SecretsSeen();
  const found: Found[] = findInCatalogs(scanned.servers, secrets);
  append(found, findInConfigs(scanned.configs, secrets));
  if (comparison) append(found, comparison.found);
  const report = toSecurityReport(found, {
    target: [...scanned.servers.map(targetOf), ...scanned.configs.map(configTarget)],
    failOn: options.failOn ?? FAIL_ON,
    baseline,
    suppressions,
    now,
    ...(lock &&
      comparison && {
        pins: { file: lock.file, compared: comparison.compared, written: lock.isUpdated },
      }),
    notes: [...scanned.notes, ...(comparison?.notes ?? [])],
    secrets,
    sha256: ports.sha256,
  });
  await writeArtifact(report, SECURITY_FORMATS, options, ports);
  return report.accepted ? EXIT.accepted : EXIT.rejected;
}

/** @throws InputError when there is nothing to scan: an empty answer must not look like a clean one */
function refuseNothing({ servers, configs }: Scanned): void {
  const isEmpty = ({ catalog }: ScannedServer) => catalog.items.length === 0 && !catalog.instructions;
  const empty = servers.filter(isEmpty);
  if (empty.length > 0) {
    throw new InputError(
      empty.map(({ name, file }) => ({
        file,
        message: `${file === undefined ? `\`${name}\` ` : ''}lists no tools, prompts or resources, and has no instructions: nothing was scanned`,
        help: 'check that it is the right server, and that it lists its tools to a client without a login',
      })),
    );
  }
  if (servers.length > 0 || configs.length > 0) return;
  throw new InputError({
    message: 'you named nothing to scan',
    help: 'pass a file that `mcptest snapshot` wrote, the command of a server after `--`, or its URL with --url',
  });
}

function configTarget({ file, servers }: ClientConfig) {
  return { kind: 'config' as const, name: file, file, servers: servers.length };
}

function targetOf({ name, file, catalog }: ScannedServer) {
  const count = (...kinds: readonly string[]) =>
    catalog.items.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    kind: file === undefined ? ('server' as const) : ('catalog' as const),
    name,
    ...(file !== undefined && { file }),
    tools: count('tool'),
    prompts: count('prompt'),
    resources: count('resource', 'template'),
  };
}
