import { parseToolCatalog } from '../../artifacts/tool-catalog/read.ts';
import { toJson } from '../../documents/to-json.ts';
import { toClassificationReport } from '../../exec-policy/classification-report.ts';
import type { DecisionContext } from '../../exec-policy/model.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Ports } from '../../ports.ts';
import { formatClassification } from '../../report/exec-policy/classify.ts';
import { emit, type OutputOptions, paletteOf, warn } from '../output.ts';

interface ClassifyCommandOptions extends OutputOptions {
  readonly executeDestructive?: true;
  readonly context?: DecisionContext;
  readonly strict?: true;
  readonly format?: 'pretty' | 'json';
}

/** `mcptest exec-policy classify`: what may be done with each tool of a catalog. Nothing is called. */
export async function execPolicyClassify(
  file: string,
  options: ClassifyCommandOptions,
  ports: Ports,
): Promise<ExitCode> {
  const { value: catalog, warnings } = parseToolCatalog(ports.files.readText(file), file);
  const report = toClassificationReport(file, catalog, {
    strict: options.strict === true,
    executeDestructive: options.executeDestructive === true,
    context: options.context ?? 'live',
  });
  const text =
    options.format === 'json'
      ? toJson(report)
      : formatClassification(report, await paletteOf(options, ports));
  emit(text, options, ports);
  warn(warnings, ports);
  return EXIT.accepted;
}
