import { toJson } from '../../documents/to-json.ts';
import { collectInputs } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { factCatalog, toFactsReport } from '../../features/policy/facts-report.ts';
import type { Ports } from '../../ports.ts';
import { formatCatalog, formatFacts } from '../../report/policy/facts.ts';
import { readNow } from '../../time/clock.ts';
import { type ArtifactOptions, artifactReaders, factsOf } from '../artifact-options.ts';
import { emit, type OutputOptions, paletteOf, warn } from '../output.ts';

interface FactsOptions extends ArtifactOptions, OutputOptions {
  readonly format?: 'pretty' | 'json';
  readonly now?: string;
}

/** `mcptest policy facts`: what the given artifacts say; without artifacts, everything one could ask. */
export async function policyFacts(options: FactsOptions, ports: Ports): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const palette = await paletteOf(options, ports);
  const readers = artifactReaders(options, ports.files);
  if (readers.length === 0) {
    const catalog = factCatalog();
    emit(options.format === 'json' ? toJson(catalog) : formatCatalog(catalog, palette), options, ports);
    return EXIT.accepted;
  }

  const artifacts = await collectInputs(...readers);
  const report = toFactsReport(factsOf(artifacts, now));
  emit(options.format === 'json' ? toJson(report) : formatFacts(report, artifacts, palette), options, ports);
  warn(
    artifacts.flatMap(({ warnings }) => warnings),
    ports,
  );
  return EXIT.accepted;
}
