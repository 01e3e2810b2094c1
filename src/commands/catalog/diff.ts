import { parseToolCatalog } from '../../artifacts/tool-catalog/read.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { collectInputs, InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type CatalogFile, toCatalogDiff } from '../../features/catalog/diff-report.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { DIFF_FORMATS } from '../../report/catalog/formats.ts';
import { append } from '../../values/append.ts';
import { warn, writeReport } from '../output.ts';
import type { DIFF_FLAGS } from './flags.ts';

/** Runs `mcptest diff`: says how the tools of a server changed. Exits 1 only for what `--fail-on` names. */
export async function diff(
  files: readonly string[],
  options: OptionsOf<typeof DIFF_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const [before, after, ...more] = files;
  if (before === undefined || after === undefined || more.length > 0) {
    throw new InputError({
      message: `expected two catalogs, found ${files.length}`,
      help: 'pass the older file, then the newer one: mcptest diff before.json after.json',
    });
  }
  const warnings: Diagnostic[] = [];
  const read = (file: string) => (): CatalogFile => {
    const catalog = parseToolCatalog(ports.files.readText(file), file);
    append(warnings, catalog.warnings);
    return { file, tools: catalog.value.tools };
  };
  const [older, newer] = await collectInputs(read(before), read(after));
  const report = toCatalogDiff(older, newer, options.failOn);
  await writeReport(report, DIFF_FORMATS, options, ports);
  warn(warnings, ports);
  return report.accepted ? EXIT.accepted : EXIT.rejected;
}
