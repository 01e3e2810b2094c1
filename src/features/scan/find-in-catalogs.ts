import type { CatalogItem } from '../../artifacts/tool-catalog/server-catalog.ts';
import { append } from '../../values/append.ts';
import { plainText } from './core/plain.ts';
import type { Found, Hit, ReadText, ScannedServer } from './core/rule.ts';
import { SecretsSeen } from './core/secrets-seen.ts';
import { type Surface, serverSurfaces, surfacesOf } from './core/surfaces.ts';
import { decodedHits } from './rules/decoded.ts';
import { hiddenHits } from './rules/hidden.ts';
import { hintHits } from './rules/hints.ts';
import { instructionHits } from './rules/instructions.ts';
import { parameterHits } from './rules/parameters.ts';
import { secretHits } from './rules/secrets.ts';
import { foreignToolHits, ToolNames, toolHits } from './rules/shadowing.ts';
import { missingDescription, softHits } from './rules/soft.ts';

/** What looks at each text on its own. */
const TEXT_CHECKS: readonly ((text: ReadText) => readonly Hit[])[] = [
  hiddenHits,
  decodedHits,
  instructionHits,
  parameterHits,
  secretHits,
  softHits,
];

/**
 * Finds what the rules on catalogs find, in the order of the servers and of their files. Rules across servers need all of them
 * at once. Takes time linear in the catalogs.
 * @param secrets learns the secrets in the catalogs, for the report to mask
 * Spec (scanning): "`mcptest security`: a scan of what a server says of itself"
 */
export function findInCatalogs(servers: readonly ScannedServer[], secrets = new SecretsSeen()): Found[] {
  const names = new ToolNames(servers);
  const found: Found[] = [];
  for (const server of servers) {
    const { name, file, catalog } = server;
    const origin = { server: name, file, locate: catalog.locate };
    const add = (item: CatalogItem | undefined, hits: readonly Hit[]) =>
      append(
        found,
        hits.map((hit) => ({ hit, origin, ...(item && { item }) })),
      );
    const read = (surfaces: readonly Surface[], item: CatalogItem | undefined) =>
      surfaces.flatMap((surface) =>
        textHits(surface, item, secrets, (text) => foreignToolHits(text, server, names)),
      );
    add(undefined, read(serverSurfaces(catalog), undefined));
    for (const item of catalog.items) {
      add(item, toolHits(server, item, names));
      add(item, hintHits(item));
      add(item, missingDescription(item));
      add(item, read(surfacesOf(item), item));
    }
  }
  return found;
}

function textHits(
  surface: Surface,
  item: CatalogItem | undefined,
  secrets: SecretsSeen,
  checkNames: (text: ReadText) => readonly Hit[],
): Hit[] {
  // `string`, `required`: a plain word says nothing, except as the name of a parameter
  if (PLAIN_WORD.test(surface.text) && surface.kind !== 'parameter-name') return [];
  const text: ReadText = { surface, plain: plainText(surface.text), item, secrets };
  const hits = [...TEXT_CHECKS, checkNames].flatMap((check) => check(text));
  // the evidence is a part of the text: another text around it is another finding
  return hits.map((hit) => ({ digest: surface.text, ...hit }));
}

const PLAIN_WORD = /^[\w.$/:-]{1,15}$/;
