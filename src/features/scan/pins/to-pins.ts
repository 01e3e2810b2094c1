import type { PinnedParameter, PinnedServer, PinnedTool } from '../../../artifacts/pins/model.ts';
import type { CatalogItem, ItemKind } from '../../../artifacts/tool-catalog/server-catalog.ts';
import { toCompactCanonicalJson } from '../../../documents/canonical-json.ts';
import { readHints } from '../../../exec-policy/annotations.ts';
import { isObject, own, present, setOwn } from '../../../values/own-property.ts';
import type { ScannedServer } from '../core/rule.ts';

/** Returns the SHA-256 of a text, in hexadecimal. */
export type Sha256 = (text: string) => string;

/** Members of a resource that change without anybody's doing. */
const VOLATILE = ['size', 'lastModified'];

/** Returns what is pinned of a server: a digest of each field over canonical JSON, so that the order of keys does not matter. */
export function toPinnedServer({ catalog }: ScannedServer, sha256: Sha256): PinnedServer {
  const digest = (value: unknown) => `sha256:${sha256(toCompactCanonicalJson(value))}`;
  const digests = (kind: ItemKind) =>
    named(
      catalog.items.filter((item) => item.kind === kind),
      (same) => digest(same.map(({ value }) => stable(value))),
    );
  const { instructions } = catalog;
  return {
    ...(instructions && { instructions: digest(instructions.text) }),
    tools: named(
      catalog.items.filter(({ kind }) => kind === 'tool'),
      (same) => toPinnedTool(same, digest),
    ),
    prompts: digests('prompt'),
    resources: digests('resource'),
    templates: digests('template'),
  };
}

/** Groups what has one name: a tool that is listed twice is pinned as both. */
function named<T>(
  items: readonly CatalogItem[],
  pin: (same: readonly CatalogItem[]) => T,
): Record<string, T> {
  const groups = new Map<string, CatalogItem[]>();
  for (const item of items) {
    const group = groups.get(item.name);
    if (group) group.push(item);
    else groups.set(item.name, [item]);
  }
  const pins: Record<string, T> = {};
  for (const [name, same] of groups) setOwn(pins, name, pin(same));
  return pins;
}

const OWN_FIELDS = new Set(
  'name title description inputSchema input_schema outputSchema output_schema annotations'.split(' '),
);

function toPinnedTool(same: readonly CatalogItem[], digest: (value: unknown) => string): PinnedTool {
  const [first, ...others] = same as readonly [CatalogItem, ...CatalogItem[]];
  const { value } = first;
  const field = (...keys: readonly string[]) => {
    const found = keys.map((key) => own(value, key)).find((each) => each !== undefined);
    return found === undefined ? undefined : digest(found);
  };
  const rest = Object.entries(value).filter(([key]) => !OWN_FIELDS.has(key));
  // a second tool of the name counts as a part of the first
  const other =
    rest.length === 0 && others.length === 0
      ? undefined
      : digest([rest.sort(byKey), others.map((each) => each.value)]);
  return {
    ...present({ title: field('title'), description: field('description') }),
    parameters: parametersOf(own(value, 'inputSchema') ?? own(value, 'input_schema'), digest),
    ...present({ output_schema: field('outputSchema', 'output_schema') }),
    hints: readHints(value.annotations).values,
    ...present({ annotations: field('annotations'), other }),
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
  return [entries, isObject(annotations) ? without(annotations) : annotations];
}

/** Members of a schema that are words for the reader. */
const WORDS = new Set(['title', 'description', '$comment']);

interface Part {
  readonly texts: unknown[];
  readonly shape: unknown[];
}

/**
 * Takes a schema apart into its parameters, at any depth: of each the words and the rest. What is not a parameter belongs to the
 * one around it. Works without recursion.
 */
function parametersOf(schema: unknown, digest: (value: unknown) => string): Record<string, PinnedParameter> {
  const parts = new Map<string, Part>();
  const partOf = (name: string) => {
    const known = parts.get(name) ?? { texts: [], shape: [] };
    parts.set(name, known);
    return known;
  };
  const waiting: {
    readonly value: unknown;
    readonly parameter: string;
    readonly at: string;
    readonly isMap: boolean;
  }[] = [{ value: schema, parameter: '', at: '', isMap: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, parameter, at, isMap } = next;
    const part = partOf(parameter);
    if (Array.isArray(value)) {
      part.shape.push([at, 'list', value.length]);
      for (const [index, each] of value.entries())
        waiting.push({ value: each, parameter, at: `${at}/${index}`, isMap: false });
    } else if (isObject(value)) {
      if (!isMap) part.shape.push([at, 'object']);
      for (const [key, member] of Object.entries(value)) {
        const below = `${at}/${key}`;
        if (isMap)
          waiting.push({
            value: member,
            parameter: parameter === '' ? key : `${parameter}.${key}`,
            at: '',
            isMap: false,
          });
        else if (WORDS.has(key) && typeof member === 'string') part.texts.push([below, member]);
        else
          waiting.push({
            value: member,
            parameter,
            at: below,
            isMap: key === 'properties' && isObject(member),
          });
      }
    } else part.shape.push([at, value === undefined ? 'none' : value]);
  }
  const pinned: Record<string, PinnedParameter> = {};
  const sorted = (list: readonly unknown[]) => list.map((each) => toCompactCanonicalJson(each)).sort();
  for (const [name, { texts, shape }] of parts)
    setOwn(pinned, name, { text: digest(sorted(texts)), shape: digest(sorted(shape)) });
  return pinned;
}
