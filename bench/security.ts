/**
 * Measures the rules of `mcptest security` on labelled tools of others: `npm run bench -- security`. Prints recall and false
 * alarms by rule, family and set, with the exact interval of Clopper and Pearson, for each half of the servers. The tools are
 * in MCPTEST_SHARED_DATA, else in ../shared/data.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseServerCatalog } from '../src/artifacts/tool-catalog/server-catalog.ts';
import type { ScannedServer } from '../src/features/scan/core/rule.ts';
import { findInCatalogs } from '../src/features/scan/find-in-catalogs.ts';
import { RULE_IDS, ruleOf } from '../src/features/scan/rule-table.ts';
import { exactBinomial } from '../src/statistics/interval.ts';
import { groupBy } from '../src/values/group-by.ts';
import { halfOf } from './half-of.ts';

const data = process.env.MCPTEST_SHARED_DATA ?? join(import.meta.dirname, '..', '..', 'shared', 'data');

/** A labelled tool, with the tools of other servers that are there. */
interface Entry {
  readonly set: string;
  /** The server or the program that it is from: all of it is in one half. */
  readonly origin: string;
  readonly family: string;
  readonly isPoisoned: boolean;
  readonly tools: readonly ScannedServer[];
}

/** What was found in an entry. */
interface Judged extends Entry {
  readonly rules: ReadonlySet<string>;
  readonly isFound: boolean;
}

/** Measures, and prints tables in Markdown. */
export function measureSecurity(): void {
  const judged = [...readPoison(join(data, 'poison')), ...readCatalogs(join(data, 'catalogs'))].map(judge);
  for (const half of [0, 1] as const) {
    const entries = judged.filter(({ origin }) => halfOf(origin) === half);
    const harmless = entries.filter(({ isPoisoned }) => !isPoisoned);
    console.log(
      `\nhalf ${half + 1}: ${entries.length - harmless.length} poisoned, ${harmless.length} harmless tools\n`,
    );
    printFamilies(entries);
    printRules(entries);
  }
}

function judge(entry: Entry): Judged {
  // that a tool takes the place of another one may show at either of the two
  const rules = new Set(findInCatalogs(entry.tools).map(({ hit }) => hit.rule));
  const isFound = [...rules].some((rule) => ['critical', 'high'].includes(ruleOf(rule).severity));
  return { ...entry, rules, isFound };
}

function printFamilies(entries: readonly Judged[]): void {
  console.log('| set | label | family | a finding of high or critical |\n| --- | --- | --- | --- |');
  const groups = groupBy(entries, ({ set, family, isPoisoned }) =>
    [set, isPoisoned ? 'poisoned' : 'harmless', family].join(' | '),
  );
  for (const [group, list] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`| ${group} | ${share(list, ({ isFound }) => isFound)} |`);
  for (const isPoisoned of [true, false]) {
    const list = entries.filter((entry) => entry.isPoisoned === isPoisoned);
    console.log(
      `| all | ${isPoisoned ? 'poisoned' : 'harmless'} | | ${share(list, ({ isFound }) => isFound)} |`,
    );
  }
}

function printRules(entries: readonly Judged[]): void {
  console.log('\n| rule | severity | poisoned tools | harmless tools |\n| --- | --- | --- | --- |');
  for (const id of RULE_IDS) {
    const hit = ({ rules }: Judged) => rules.has(id);
    if (!entries.some(hit)) continue;
    const of = (isPoisoned: boolean) =>
      share(
        entries.filter((entry) => entry.isPoisoned === isPoisoned),
        hit,
      );
    console.log(`| \`${id}\` | ${ruleOf(id).severity} | ${of(true)} | ${of(false)} |`);
  }
}

function share<T>(all: readonly T[], holds: (one: T) => boolean): string {
  if (all.length === 0) return '-';
  const count = all.filter(holds).length;
  const { lower, upper } = exactBinomial(count, all.length, 0.95);
  const percent = (value: number) => (100 * value).toFixed(1);
  return `${count} of ${all.length}: ${percent(count / all.length)} % (${percent(lower)} to ${percent(upper)})`;
}

interface Labelled {
  readonly server?: string;
  readonly id?: string;
  readonly label: string;
  readonly family: string;
  readonly tool: { readonly name: string };
  readonly peers?: readonly { readonly server: string; readonly tool: object }[];
}

function readPoison(folder: string): Entry[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) =>
      (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Labelled[]).map((entry) => {
        const { label, family, tool, peers = [] } = entry;
        const server = entry.server ?? tool.name;
        const own = peers.filter((peer) => peer.server === server);
        const others = groupBy(
          peers.filter((peer) => !own.includes(peer)),
          (peer) => peer.server,
        );
        const tools = [
          scanned(server, [tool, ...own.map((peer) => peer.tool)]),
          ...[...others].map(([name, list]) =>
            scanned(
              name,
              list.map((peer) => peer.tool),
            ),
          ),
        ];
        // one set calls most of its servers alike, and has an id for each entry
        return {
          set: file.replace('.json', ''),
          origin: entry.id ?? server,
          family,
          isPoisoned: label === 'poisoned',
          tools,
        };
      }),
    );
}

/** Each tool of a catalog is an entry of its own, as in the other sets. */
function readCatalogs(folder: string): Entry[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const { items } = parseServerCatalog(readFileSync(join(folder, file), 'utf8'), file).value;
      const server = file.replace('.json', '');
      return items
        .filter(({ kind }) => kind === 'tool')
        .map(({ value }) => ({
          set: 'catalogs',
          origin: server,
          family: 'real-server',
          isPoisoned: false,
          tools: [scanned(server, [value])],
        }));
    });
}

function scanned(name: string, tools: readonly object[]): ScannedServer {
  return { name, catalog: parseServerCatalog(JSON.stringify({ tools }), name).value };
}
