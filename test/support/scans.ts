import { parseServerCatalog } from '../../src/artifacts/tool-catalog/server-catalog.ts';
import type { ScannedServer } from '../../src/features/scan/core/rule.ts';
import { findInCatalogs } from '../../src/features/scan/find-in-catalogs.ts';
import { ruleOf } from '../../src/features/scan/rule-table.ts';

/** Makes a server from what its file has. */
export function serverOf(name: string, catalog: unknown): ScannedServer {
  const file = `${name}.json`;
  return { name, file, catalog: parseServerCatalog(JSON.stringify(catalog), file).value };
}

/** Returns what is found in catalogs, as `rule /pointer`, without the signs. */
export function findings(...catalogs: readonly unknown[]): string[] {
  return findInCatalogs(catalogs.map((catalog, index) => serverOf(`s${index}`, catalog)))
    .filter(({ hit }) => ruleOf(hit.rule).severity !== 'info')
    .map(({ hit }) => `${hit.rule} /${hit.path.join('/')}`);
}

/** Returns the rules that find something in the description of a tool, signs too. */
export function rulesFor(description: string, name = 'do_it'): string[] {
  return findInCatalogs([serverOf('s', { tools: [{ name, description }] })]).map(({ hit }) => hit.rule);
}
