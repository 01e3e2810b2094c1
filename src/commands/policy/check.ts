import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { POLICY_FINDINGS } from '../../features/policy/findings.ts';
import { lintPolicy } from '../../features/policy/lint.ts';
import { parsePolicy } from '../../features/policy/policy-file.ts';
import { isRefused } from '../../findings/finding.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CHECK_FORMATS } from '../../report/policy/formats.ts';
import { readNow } from '../../time/clock.ts';
import { readDuration } from '../../time/duration.ts';
import { writeReport } from '../output.ts';
import type { CHECK_FLAGS } from './flags.ts';

/** `mcptest policy check`: lints a policy without artifacts. Any finding, even a warning, exits with 1. */
export async function policyCheck(
  file: string,
  options: OptionsOf<typeof CHECK_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const warnExpiring = readDuration('--warn-expiring', options.warnExpiring, '14d');
  const policy = parsePolicy(ports.files.readText(file), file);

  const check = lintPolicy(policy, now, warnExpiring);
  await writeReport(check, CHECK_FORMATS, options, ports);
  return isRefused(POLICY_FINDINGS, check.findings) ? EXIT.rejected : EXIT.accepted;
}
