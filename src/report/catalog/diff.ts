import { CATALOG_CHANGES, type Weight } from '../../features/catalog/changes.ts';
import type { CatalogChange, CatalogDiff } from '../../features/catalog/diff-schema.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { alignColumns, toLine } from '../table.ts';

/** Formats how two catalogs differ, for people: the tools with their changes, the worst of each first. */
export function formatDiff(diff: CatalogDiff, palette: Palette): string {
  const tools = [...byTool(diff.findings)].map(
    ([name, changes]) => `${escapeLine(name)}\n${linesOf(changes, palette)}\n`,
  );
  return `${headline(diff)}\n${tools.length > 0 ? '\n' : ''}${tools.join('')}${verdict(diff, palette)}`;
}

/** Says which catalogs were compared, and how many changes of each weight there are. */
export function headline({ before, after, findings, counts }: CatalogDiff): string {
  const catalog = ({ file, tools }: typeof before) => `${escapeLine(file)} (${plural(tools, 'tool')})`;
  const found = findings.length === 0 ? 'no change' : weightsInWords(counts);
  return `${catalog(before)} -> ${catalog(after)}: ${found}`;
}

function weightsInWords(counts: CatalogDiff['counts']): string {
  const { severities } = CATALOG_CHANGES;
  return (Object.keys(severities) as Weight[])
    .filter((weight) => counts[weight] > 0)
    .map((weight) => `${counts[weight]} ${counts[weight] === 1 ? weight : severities[weight].plural}`)
    .join(', ');
}

/** Returns the changes by tool, in the order of the report, the worst of each tool first. */
export function byTool(findings: readonly CatalogChange[]): ReadonlyMap<string, readonly CatalogChange[]> {
  const weights = Object.keys(CATALOG_CHANGES.severities);
  const tools = new Map<string, CatalogChange[]>();
  for (const each of findings) {
    const list = tools.get(each.tool);
    if (list) list.push(each);
    else tools.set(each.tool, [each]);
  }
  for (const changes of tools.values())
    changes.sort((a, b) => weights.indexOf(a.severity) - weights.indexOf(b.severity));
  return tools;
}

function linesOf(changes: readonly CatalogChange[], palette: Palette): string {
  const rows = alignColumns(
    changes.map(({ severity, message, code }) => [severity, `${escapeForTerminal(message)} [${code}]`]),
  );
  return rows
    .map(([weight = '', message = ''], index) => {
      const { tone } = CATALOG_CHANGES.severities[(changes[index] as CatalogChange).severity];
      return `${toLine([palette[tone](weight), message])}\n`;
    })
    .join('');
}

function verdict({ fail_on, accepted }: CatalogDiff, palette: Palette): string {
  if (fail_on === undefined) return '';
  return accepted
    ? `${palette.good('accepted')}: nothing that --fail-on ${fail_on} names\n`
    : `${palette.bad('rejected')}: changed what --fail-on ${fail_on} names\n`;
}
