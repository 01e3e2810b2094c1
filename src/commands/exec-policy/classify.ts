import { parseToolCatalog } from '../../artifacts/tool-catalog/read.ts';
import { toClassificationReport } from '../../exec-policy/classification-report.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CLASSIFICATION_FORMATS } from '../../report/exec-policy/formats.ts';
import { warn, writeReport } from '../output.ts';
import type { CLASSIFY_FLAGS } from './flags.ts';

/** Runs `mcptest exec-policy classify`: reports what may be done with each tool of a catalog. Calls nothing. */
export async function execPolicyClassify(
  file: string,
  options: OptionsOf<typeof CLASSIFY_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { value: catalog, warnings } = parseToolCatalog(ports.files.readText(file), file);
  const report = toClassificationReport(file, catalog, {
    strict: options.strict === true,
    executeDestructive: options.executeDestructive === true,
    context: options.context ?? 'live',
  });
  await writeReport(report, CLASSIFICATION_FORMATS, options, ports);
  warn(warnings, ports);
  return EXIT.accepted;
}
