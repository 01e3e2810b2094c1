import { flagOf } from '../../artifacts/kinds.ts';
import { FACTS } from '../../facts/catalog.ts';
import type { Fact } from '../../facts/fact.ts';
import type { FactCatalog, FactsReport } from './facts-schema.ts';

/** The facts that artifacts yield, as `policy facts` prints them. */
export function toFactsReport(facts: readonly Fact[]): FactsReport {
  return {
    schema_version: 'mcptest.dev/facts/v1',
    facts: facts.map(({ name, value, artifact, path }) => ({ name, value, artifact, path })),
  };
}

/** Every fact that there is, as `policy facts` prints it when it is given no artifact. */
export function factCatalog(): FactCatalog {
  return {
    schema_version: 'mcptest.dev/fact-catalog/v1',
    facts: FACTS.map(({ name, type, artifact, description }) => ({
      name,
      type,
      artifact,
      flag: flagOf(artifact),
      description,
    })),
  };
}
