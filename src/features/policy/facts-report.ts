import { flagOf } from '../../artifacts/kinds.ts';
import type { ArtifactSource, GivenArtifact } from '../../artifacts/load-given.ts';
import { FACTS } from '../../facts/catalog.ts';
import type { Fact } from '../../facts/fact.ts';
import type { FactCatalog, FactsReport } from './facts-schema.ts';
import { selectFacts } from './select-facts.ts';

/** Makes the report that `policy facts` prints for the given artifacts. */
export function toFactsReport(facts: readonly Fact[], artifacts: readonly GivenArtifact[]): FactsReport {
  return {
    schema_version: 'mcptest.dev/facts/v1',
    facts: facts.map(({ name, value, artifact, path }) => ({ name, value, artifact, path })),
    sources: allSources(artifacts),
  };
}

/**
 * Returns the files of all artifacts under the key of a report, if an artifact was read from several files, or there is
 * something to say about how one was read.
 */
export function sourcesOf(artifacts: readonly GivenArtifact[]): Pick<FactsReport, 'sources'> {
  const isPlain = ({ notes, flaky }: ArtifactSource) => !notes && flaky === undefined;
  if (artifacts.every(({ sources }) => sources.length === 1 && sources.every(isPlain))) return {};
  return { sources: allSources(artifacts) };
}

function allSources(artifacts: readonly GivenArtifact[]): NonNullable<FactsReport['sources']> {
  return artifacts.flatMap(({ kind, sources }) =>
    sources.map(({ path, format, flaky, notes }) => ({
      artifact: kind,
      path,
      format,
      ...(flaky !== undefined && { flaky }),
      ...(notes && { notes: [...notes] }),
    })),
  );
}

/**
 * Makes the catalog of facts, which `policy facts` prints when no artifact is given.
 * @param names the facts to list; all if empty
 */
export function factCatalog(names: readonly string[] = []): FactCatalog {
  return {
    schema_version: 'mcptest.dev/fact-catalog/v1',
    facts: selectFacts(FACTS, names).map(({ name, type, artifact, description }) => ({
      name,
      type,
      artifact,
      flag: flagOf(artifact),
      description,
    })),
  };
}
