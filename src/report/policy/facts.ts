import { ARTIFACTS } from '../../artifacts/kinds.ts';
import { escapeForTerminal } from '../../escape-terminal.ts';
import { renderFact } from '../../facts/fact.ts';
import type { FactCatalog, FactsReport } from '../../policy/facts-schema.ts';
import type { Palette } from '../palette.ts';
import { alignColumns, toLine } from '../table.ts';

/** The facts of artifacts, for people: a line each. */
export function formatFacts({ facts }: FactsReport, palette: Palette): string {
  if (facts.length === 0) return 'the given artifacts carry no facts\n';
  const cells = facts.map(({ name, value, path }) => [name, renderFact(value), path].map(escapeForTerminal));
  const [titles = [], ...rows] = alignColumns([['fact', 'value', 'artifact'], ...cells]);
  return [palette.quiet(toLine(titles)), ...rows.map(toLine), ''].join('\n');
}

/** The catalog of all facts, for people: under each flag the facts that it provides. */
export function formatCatalog({ facts }: FactCatalog, { bold }: Palette): string {
  const rows = alignColumns(facts.map(({ name, type, description }) => [name, type, description]));
  const lines = facts.flatMap(({ flag, artifact }, index) => {
    const line = toLine(rows[index] ?? []);
    if (facts[index - 1]?.artifact === artifact) return [line];
    return [...(index > 0 ? [''] : []), `${bold(`${flag} <file>`)}  ${ARTIFACTS[artifact].title}`, line];
  });
  return `${lines.join('\n')}\n`;
}
