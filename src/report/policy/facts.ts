import { ARTIFACTS } from '../../artifacts/kinds.ts';
import type { ArtifactSource } from '../../artifacts/load-given.ts';
import { renderFact } from '../../facts/fact.ts';
import type { FactCatalog, FactsReport } from '../../features/policy/facts-schema.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { alignColumns, toLine } from '../table.ts';

/** Formats the facts of artifacts for people: one line per fact, then the format that each file was read as. */
export function formatFacts({ facts, sources = [] }: FactsReport, palette: Palette): string {
  const values = facts.map(({ name, value, path }) => [name, renderFact(value), path]);
  const formats = sources.map((source) => [source.path, readAs(source)]);
  return [
    facts.length === 0
      ? 'the given artifacts carry no facts\n'
      : formatTable(['fact', 'value', 'artifact'], values, palette),
    formatTable(['artifact', 'read as'], formats, palette),
  ].join('\n');
}

/** Says as what a file was read, and what to know about that. */
export function readAs({ format, flaky, notes = [] }: Omit<ArtifactSource, 'path'>): string {
  const retried = flaky === undefined ? [] : [`${plural(flaky, 'flaky test')}: passed on a retry`];
  return [format, ...retried, ...notes].join('; ');
}

function formatTable(
  head: readonly string[],
  cells: readonly (readonly string[])[],
  { quiet }: Palette,
): string {
  const [titles = [], ...rows] = alignColumns([head, ...cells.map((row) => row.map(escapeForTerminal))]);
  return [quiet(toLine(titles)), ...rows.map(toLine), ''].join('\n');
}

/** Formats the catalog of all facts for people: under each flag, the facts that it provides. */
export function formatCatalog({ facts }: FactCatalog, { bold }: Palette): string {
  const rows = alignColumns(facts.map(({ name, type, description }) => [name, type, description]));
  const lines = facts.flatMap(({ flag, artifact }, index) => {
    const line = toLine(rows[index] ?? []);
    if (facts[index - 1]?.artifact === artifact) return [line];
    return [...(index > 0 ? [''] : []), `${bold(`${flag} <file>`)}  ${ARTIFACTS[artifact].title}`, line];
  });
  return `${lines.join('\n')}\n`;
}
