import { toJson } from '../../documents/to-json.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { POLICY_FINDINGS } from '../../features/policy/findings.ts';
import { lintPolicy } from '../../features/policy/lint.ts';
import { parsePolicy } from '../../features/policy/policy-file.ts';
import { isRefused } from '../../findings/finding.ts';
import type { Ports } from '../../ports.ts';
import { formatPolicyCheck } from '../../report/policy/check.ts';
import { readNow } from '../../time/clock.ts';
import { emit, type OutputOptions, paletteOf, readDuration } from '../output.ts';

interface CheckOptions extends OutputOptions {
  readonly format?: 'pretty' | 'json';
  readonly now?: string;
  readonly warnExpiring?: string;
}

/** `mcptest policy check`: lints a policy without artifacts. Any finding, a warning too, is a no. */
export async function policyCheck(file: string, options: CheckOptions, ports: Ports): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const warnExpiring = readDuration('--warn-expiring', options.warnExpiring, '14d');
  const policy = parsePolicy(ports.files.readText(file), file);

  const check = lintPolicy(policy, now, warnExpiring);
  const report =
    options.format === 'json' ? toJson(check) : formatPolicyCheck(check, await paletteOf(options, ports));
  emit(report, options, ports);
  return isRefused(POLICY_FINDINGS, check.findings) ? EXIT.rejected : EXIT.accepted;
}
