import type { PinnedServer, PinnedTool } from '../../../artifacts/pins/model.ts';
import type { CatalogItem, ItemKind, ServerCatalog } from '../../../artifacts/tool-catalog/server-catalog.ts';
import { toCompactCanonicalJson } from '../../../documents/canonical-json.ts';
import { readHints } from '../../../exec-policy/annotations.ts';
import { groupBy } from '../../../values/group-by.ts';
import { isObject, own, present, setOwn } from '../../../values/own-property.ts';
import type { ScannedServer } from '../core/rule.ts';
import { parametersOf } from './parameters-of.ts';

/** Returns the SHA-256 of a text, in hexadecimal. */
export type Sha256 = (text: string) => string;

/** Members of a resource that change without anybody's doing. */
const VOLATILE = ['size', 'lastModified'];

/** Members of what a server says of itself that do not say who it is: they differ from release to release, or with the client. */
const NOT_IDENTITY = ['version', 'protocol'];

/** Returns what is pinned of a server: a digest of each field over canonical JSON, so that the order of keys does not matter. */
export function toPinnedServer({ catalog }: ScannedServer, sha256: Sha256): PinnedServer {
  const digest = (value: unknown) => `sha256:${sha256(toCompactCanonicalJson(value))}`;
  const digests = (kind: ItemKind) =>
    named(
      catalog.items.filter((item) => item.kind === kind),
      (same) => digest(same.map(({ value }) => stable(value))),
    );
  const { instructions } = catalog;
  const info = serverInfoOf(catalog);
  const version = info && own(info, 'version');
  return {
    ...present({
      identity:
        info &&
        digest(
          Object.entries(info)
            .filter(([key]) => !NOT_IDENTITY.includes(key))
            .sort(byKey),
        ),
      version: version === undefined ? undefined : digest(version),
      instructions: instructions && digest(instructions.text),
    }),
    tools: named(
      catalog.items.filter(({ kind }) => kind === 'tool'),
      (same) => toPinnedTool(same, digest),
    ),
    prompts: digests('prompt'),
    resources: digests('resource'),
    templates: digests('template'),
  };
}

/** Returns what a server says of who it is; undefined if it does not say. */
export function serverInfoOf({ about }: ServerCatalog): Readonly<Record<string, unknown>> | undefined {
  const info = own(about.value, 'serverInfo');
  return isObject(info) ? info : undefined;
}

/** Groups what has one name: a tool that is listed twice is pinned as both. */
function named<T>(
  items: readonly CatalogItem[],
  pin: (same: readonly CatalogItem[]) => T,
): Record<string, T> {
  const pins: Record<string, T> = {};
  for (const [name, same] of groupBy(items, (item) => item.name)) setOwn(pins, name, pin(same));
  return pins;
}

const OWN_FIELDS = ['name', 'title', 'description', 'annotations'];

function toPinnedTool(same: readonly CatalogItem[], digest: (value: unknown) => string): PinnedTool {
  const [first, ...others] = same as readonly [CatalogItem, ...CatalogItem[]];
  const { value } = first;
  const field = (key: string) => {
    const found = own(value, key);
    return found === undefined ? undefined : digest(found);
  };
  // a tool that has both spellings of a schema is not read by both here, but perhaps by its client
  const spelled = (one: string, other: string) => (own(value, one) === undefined ? other : one);
  const [input, output] = [spelled('inputSchema', 'input_schema'), spelled('outputSchema', 'output_schema')];
  const rest = Object.entries(value).filter(([key]) => ![...OWN_FIELDS, input, output].includes(key));
  return {
    ...present({ title: field('title'), description: field('description') }),
    parameters: parametersOf(own(value, input), digest),
    ...present({ output_schema: field(output) }),
    hints: readHints(value.annotations).values,
    ...present({
      annotations: field('annotations'),
      other: rest.length === 0 ? undefined : digest(rest.sort(byKey)),
      copies: others.length === 0 ? undefined : digest(others.map((each) => each.value)),
    }),
  };
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function stable(value: Readonly<Record<string, unknown>>): unknown {
  const annotations = own(value, 'annotations');
  const without = (object: object) =>
    Object.entries(object)
      .filter(([key]) => !VOLATILE.includes(key))
      .sort(byKey);
  const entries = without(value).filter(([key]) => key !== 'annotations');
  if (!isObject(annotations)) return [entries, annotations];
  const kept = without(annotations);
  return [entries, kept.length === 0 ? undefined : kept];
}
