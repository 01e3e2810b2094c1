import type { CatalogItem, ServerCatalog } from '../../../artifacts/tool-catalog/server-catalog.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import { isObject, own } from '../../../values/own-property.ts';

/** The places of a catalog where text can stand. Each text of a catalog is in one of them. */
export const SURFACES = {
  name: 'the name',
  title: 'a title',
  description: 'the description',
  'parameter-name': 'the name of a parameter',
  'parameter-text': 'the title or description of a parameter',
  enum: 'an allowed value',
  default: 'a default value',
  example: 'an example',
  schema: 'another part of a schema',
  'output-schema': 'the output schema',
  annotations: 'the annotations',
  meta: '`_meta`',
  uri: 'a URI',
  instructions: 'the instructions of the server',
  other: 'another member',
} as const;

/** A place where text can stand. */
export type SurfaceKind = keyof typeof SURFACES;

/** How the members of an object are read. */
type Mode = 'item' | 'arguments' | 'input' | 'parameters' | 'output' | 'annotations' | 'meta' | 'other';

/** A value on the way to a text. Its path is put together only when it is asked for: most texts have nothing to report. */
interface Node {
  readonly value: unknown;
  /** Undefined for the root. */
  readonly parent: Node | undefined;
  readonly key: string | number;
  readonly mode: Mode;
  readonly kind: SurfaceKind;
  readonly parameter: string | undefined;
}

/** A text of a catalog, with its place. */
export class Surface {
  readonly text: string;
  readonly kind: SurfaceKind;
  readonly isKey: boolean;
  /** The nearest parameter above it. */
  readonly parameter: string | undefined;
  readonly #node: Node | undefined;
  readonly #root: ValuePath;

  constructor(text: string, kind: SurfaceKind, isKey: boolean, root: ValuePath, node?: Node) {
    this.text = text;
    this.kind = kind;
    this.isKey = isKey;
    this.parameter = node?.parameter;
    this.#node = node;
    this.#root = root;
  }

  /** Its path in the file. For a key, the path of its value. */
  get path(): ValuePath {
    const below: (string | number)[] = [];
    for (let at = this.#node; at?.parent; at = at.parent) below.push(at.key);
    return [...this.#root, ...below.reverse()];
  }
}

/** Keys that a schema or a list of MCP has anyway: they are no texts of the author. All others are read as texts. */
const KNOWN_KEYS = new Set(
  (
    'name title description inputSchema input_schema outputSchema output_schema annotations _meta icons execution uri uriTemplate ' +
    'mimeType size arguments required type properties items enum const default examples example format pattern minimum maximum ' +
    'exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems uniqueItems multipleOf anyOf oneOf allOf not if ' +
    'then else $ref $schema $id $defs definitions $comment additionalProperties patternProperties propertyNames prefixItems ' +
    'contains nullable deprecated readOnly writeOnly minProperties maxProperties readOnlyHint destructiveHint idempotentHint ' +
    'openWorldHint taskSupport src sizes contentEncoding contentMediaType dependentRequired dependentSchemas'
  ).split(' '),
);

/** Lists every text of something that a server lists: all values and all keys, at any depth. */
export function surfacesOf({ value, path }: CatalogItem): Surface[] {
  return collect(value, path, 'item');
}

/** Lists the texts that belong to the server itself. */
export function serverSurfaces({ instructions, about }: ServerCatalog): Surface[] {
  const said = instructions ? [new Surface(instructions.text, 'instructions', false, instructions.path)] : [];
  return [...said, ...collect(about.value, about.path, 'other')];
}

/** Walks without recursion. The order is that of the file. */
function collect(value: unknown, root: ValuePath, mode: Mode): Surface[] {
  const surfaces: Surface[] = [];
  const first: Node = { value, parent: undefined, key: '', mode, kind: 'other', parameter: undefined };
  const waiting: Node[] = [first];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { value } = node;
    if (typeof value === 'string') {
      if (value !== '') surfaces.push(new Surface(value, node.kind, false, root, node));
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    const inside = Array.isArray(value) ? elementsOf(node, value) : membersOf(node, value, root, surfaces);
    for (let at = inside.length - 1; at >= 0; at--) waiting.push(inside[at] as Node);
  }
  return surfaces;
}

function elementsOf(node: Node, list: readonly unknown[]): Node[] {
  const { mode, kind, parameter } = node;
  return list.map((value, key) => ({ value, parent: node, key, mode, kind, parameter }));
}

/** Returns the members of an object, and notes the keys that are texts of the author. */
function membersOf(node: Node, object: object, root: ValuePath, surfaces: Surface[]): Node[] {
  const areParameters = node.mode === 'parameters';
  return Object.entries(object).map(([key, member]) => {
    const next = memberOf(node, key, member);
    if (areParameters || !KNOWN_KEYS.has(key))
      surfaces.push(new Surface(key, areParameters ? 'parameter-name' : node.kind, true, root, next));
    return next;
  });
}

/** Says how a member is read, from its key and from how the object around it is read. */
function memberOf(node: Node, key: string, value: unknown): Node {
  const { parameter } = node;
  const as = (mode: Mode, kind: SurfaceKind): Node => ({ value, parent: node, key, mode, kind, parameter });
  if (key === '_meta') return as('meta', 'meta');
  switch (node.mode) {
    case 'item':
      return as(...(own(ITEM, key) ?? (['other', 'other'] as const)));
    case 'arguments':
      return key === 'name' ? as('arguments', 'parameter-name') : as('arguments', 'parameter-text');
    case 'parameters':
      return { value, parent: node, key, mode: 'input', kind: 'schema', parameter: key };
    case 'input':
      if ((key === 'properties' || key === 'patternProperties') && isObject(value))
        return as('parameters', 'schema');
      return as('input', own(SCHEMA, key) ?? node.kind);
    default:
      return as(node.mode, node.kind);
  }
}

const ITEM: Readonly<Record<string, readonly [Mode, SurfaceKind]>> = {
  name: ['other', 'name'],
  title: ['other', 'title'],
  description: ['other', 'description'],
  uri: ['other', 'uri'],
  uriTemplate: ['other', 'uri'],
  inputSchema: ['input', 'schema'],
  input_schema: ['input', 'schema'],
  outputSchema: ['output', 'output-schema'],
  output_schema: ['output', 'output-schema'],
  arguments: ['arguments', 'parameter-text'],
  annotations: ['annotations', 'annotations'],
};

const SCHEMA: Readonly<Record<string, SurfaceKind>> = {
  title: 'parameter-text',
  description: 'parameter-text',
  $comment: 'parameter-text',
  enum: 'enum',
  const: 'enum',
  default: 'default',
  examples: 'example',
  example: 'example',
};
