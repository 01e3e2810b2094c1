import { collectInputs } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { factCatalog, toFactsReport } from '../../features/policy/facts-report.ts';
import { refuseUnknownFacts, selectValues } from '../../features/policy/select-facts.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CATALOG_FORMATS, FACTS_FORMATS } from '../../report/policy/formats.ts';
import { readNow } from '../../time/clock.ts';
import { artifactReaders, factsOf } from '../artifact-options.ts';
import { warn, writeReport } from '../output.ts';
import type { FACTS_FLAGS } from './flags.ts';

/** `mcptest policy facts`: prints the facts of the given artifacts, or without artifacts the catalog; `--only` selects facts. */
export async function policyFacts(options: OptionsOf<typeof FACTS_FLAGS>, ports: Ports): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const { only = [] } = options;
  refuseUnknownFacts(only);
  const readers = artifactReaders(options, ports.files);
  if (readers.length === 0) {
    await writeReport(factCatalog(only), CATALOG_FORMATS, options, ports);
    return EXIT.accepted;
  }

  const artifacts = await collectInputs(...readers);
  const report = toFactsReport(selectValues(factsOf(artifacts, now), only), artifacts);
  await writeReport(report, FACTS_FORMATS, options, ports);
  warn(
    artifacts.flatMap(({ warnings }) => warnings),
    ports,
  );
  return EXIT.accepted;
}
