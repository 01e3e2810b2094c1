import { parseToolCatalog } from '../../artifacts/tool-catalog/read.ts';
import { collectInputs } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { RULE_SET_FINDINGS } from '../../features/gateway/check/findings.ts';
import { lintRuleSet } from '../../features/gateway/check/lint.ts';
import { parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import { compileRuleSet } from '../../features/gateway/rules/rule-set.ts';
import { isRefused } from '../../findings/finding.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CHECK_FORMATS } from '../../report/gateway/formats.ts';
import { warn, writeReport } from '../output.ts';
import type { CHECK_FLAGS } from './flags.ts';

/** Runs `mcptest gateway check`: lints a rule set without a call. Exits 1 for every finding except notes. */
export async function gatewayCheck(
  file: string,
  options: OptionsOf<typeof CHECK_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { tools: catalog } = options;
  const [ruleSet, read] = await collectInputs(
    () => compileRuleSet(parseRuleSet(ports.files.readText(file), file)),
    () => (catalog === undefined ? undefined : parseToolCatalog(ports.files.readText(catalog), catalog)),
  );
  const tools = read && [...new Set(read.value.tools.map(({ name }) => name))];
  const check = lintRuleSet(ruleSet, tools);
  await writeReport(check, CHECK_FORMATS, options, ports);
  warn(read?.warnings ?? [], ports);
  return isRefused(RULE_SET_FINDINGS, check.findings) ? EXIT.rejected : EXIT.accepted;
}
