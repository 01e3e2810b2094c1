/**
 * Measures how well the execution safety policy distinguishes reading tools from others, on real tools whose authors
 * declare which is which: `npx tsx bench/exec-policy.ts`. Prints the tables of docs/exec-policy.md. The tools are in
 * MCPTEST_SHARED_DATA, else in ../shared/data.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseToolCatalog } from '../src/artifacts/tool-catalog/read.ts';
import { readHints } from '../src/exec-policy/annotations.ts';
import { classify } from '../src/exec-policy/classify.ts';
import { decide } from '../src/exec-policy/decide.ts';
import type { ListedTool } from '../src/mcp/listed-tool.ts';
import { halfOf } from './half-of.ts';

const data = process.env.MCPTEST_SHARED_DATA ?? join(import.meta.dirname, '..', '..', 'shared', 'data');

/** A tool, and whether its author declares that it only reads. */
interface Sample {
  readonly server: string;
  readonly tool: ListedTool;
  readonly reads: boolean;
}

/** The parts of a tool that the policy sees: all or fewer. */
const VIEWS = {
  'by name alone': ({ name }: ListedTool): ListedTool => ({ name }),
  'by name and input schema': ({ name, inputSchema }: ListedTool): ListedTool => ({ name, inputSchema }),
  'by everything, annotations too': (tool: ListedTool): ListedTool => tool,
} as const;

const named = readNamed(join(data, 'tool-hints.tsv'));
const listed = readCatalogs(join(data, 'catalogs'));

console.log(`${named.length} tools whose authors declare what they do, by name alone\n`);
printTable(named, ['by name alone']);
for (const half of [0, 1]) {
  // whole servers, so that the names of one server never occur in both halves
  const tools = named.filter(({ server }) => halfOf(server) === half);
  console.log(`\nhalf ${half + 1} of the servers: ${tools.length} tools\n`);
  printTable(tools, ['by name alone']);
}
console.log(
  `\n${listed.length} tools of ${readdirSync(join(data, 'catalogs')).length} catalogs with declarations\n`,
);
printTable(listed, Object.keys(VIEWS) as (keyof typeof VIEWS)[]);

function printTable(samples: readonly Sample[], views: readonly (keyof typeof VIEWS)[]): void {
  console.log(
    '| classified by | mode | declared not read-only: run freely | run once | declared read-only: not run freely |',
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const view of views) {
    for (const strict of [false, true]) {
      const kinds = samples.map(({ tool, reads }) => {
        const { class: toolClass } = classify(VIEWS[view](tool), { strict });
        return { reads, kind: decide(toolClass, { context: 'live', strict }).kind };
      });
      const writing = kinds.filter(({ reads }) => !reads);
      const reading = kinds.filter(({ reads }) => reads);
      const free = share(writing, ({ kind }) => kind === 'Execute');
      const once = share(writing, ({ kind }) => kind === 'ExecuteOnce');
      const lost = share(reading, ({ kind }) => kind !== 'Execute');
      console.log(`| ${view} | ${strict ? 'strict' : 'default'} | ${free} | ${once} | ${lost} |`);
    }
  }
}

function share<T>(all: readonly T[], holds: (one: T) => boolean): string {
  const count = all.filter(holds).length;
  return `${((100 * count) / all.length).toFixed(1)} % (${count} of ${all.length})`;
}

/** Drops tools whose authors declared nothing: they cannot be judged. */
function readNamed(file: string): Sample[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [server = '', name = '', declared = ''] = line.split('\t');
      return ['RO', 'W', 'D', 'W?'].includes(declared)
        ? [{ server, tool: { name }, reads: declared === 'RO' }]
        : [];
    });
}

function readCatalogs(folder: string): Sample[] {
  return readdirSync(folder)
    .sort()
    .flatMap((server) =>
      parseToolCatalog(readFileSync(join(folder, server), 'utf8'), server).value.tools.flatMap((tool) => {
        const { readOnlyHint } = readHints(tool.annotations).values;
        return readOnlyHint === undefined ? [] : [{ server, tool, reads: readOnlyHint }];
      }),
    );
}
