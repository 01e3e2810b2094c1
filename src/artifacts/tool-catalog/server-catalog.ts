import type { Position, ValuePath } from '../../diagnostic.ts';
import type { Reading } from '../../documents/reading.ts';
import { InputError } from '../../errors.ts';
import { isObject, own, valueAt } from '../../values/own-property.ts';
import { type CatalogDocument, catalogDocument, parseToolCatalog, readToolsAt } from './read.ts';

/** What a server can list. */
export const ITEM_KINDS = {
  tool: { member: 'tools', id: 'name' },
  prompt: { member: 'prompts', id: 'name' },
  resource: { member: 'resources', id: 'uri' },
  template: { member: 'resourceTemplates', id: 'uriTemplate' },
} as const;

/** A kind of thing that a server lists. */
export type ItemKind = keyof typeof ITEM_KINDS;

/** One thing that a server lists, as it lists it. */
export interface CatalogItem {
  readonly kind: ItemKind;
  /** Its name; of a resource, its URI. */
  readonly name: string;
  /** Its path in the file. */
  readonly path: ValuePath;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Everything that a server says of itself: what it lists, its instructions, and what else the file has. */
export interface ServerCatalog {
  readonly items: readonly CatalogItem[];
  readonly instructions?: { readonly text: string; readonly path: ValuePath };
  /** The members next to the lists, such as `serverInfo`. */
  readonly about: { readonly path: ValuePath; readonly value: Readonly<Record<string, unknown>> };
  /** Returns the place of a value in the file; undefined for a server that was asked. */
  readonly locate?: (path: ValuePath, at?: 'key' | 'value') => Position;
}

/**
 * Reads all that a catalog says of a server: tools, prompts, resources, templates and instructions. Takes what
 * {@link parseToolCatalog} takes, and objects that have any of these without tools.
 * @throws InputError when the text has another format, or something listed has no name
 */
export function parseServerCatalog(text: string, file: string): Reading<ServerCatalog> {
  const found = catalogDocument(text, file);
  const base = baseOf(found);
  if (found.path === undefined && !listsAnything(valueAt(found.document.value, base))) {
    // says what a catalog may be
    parseToolCatalog(text, file);
  }
  const { document } = found;
  const { locate } = document;
  const root = valueAt(document.value, base);
  const members = isObject(root) ? root : {};
  const tools = found.path === undefined ? [] : readTools(found);
  const value = toServerCatalog(members, base, tools, (path, message) => {
    throw new InputError({ file, position: locate(path), path, message });
  });
  const { format = 'list of prompts or resources' } = found;
  return { format, value: { ...value, locate }, warnings: [] };
}

function readTools(found: CatalogDocument): CatalogItem[] {
  const { document, path = [] } = found;
  const list = valueAt(document.value, path);
  // an empty list is an empty answer, not a missing one: what else the file has is scanned
  if (Array.isArray(list) && list.length === 0) return [];
  return readToolsAt(document, path).map(({ name }, index) => ({
    kind: 'tool',
    name,
    path: [...path, index],
    value: valueAt(document.value, [...path, index]) as Readonly<Record<string, unknown>>,
  }));
}

/** Returns the path of the object that has the lists: that of the list of tools, without its last key. */
function baseOf({ document, path }: CatalogDocument): ValuePath {
  if (path !== undefined) return path.slice(0, -1);
  const { value } = document;
  return isObject(value) && isObject(own(value, 'result')) ? ['result'] : [];
}

const OTHER_LISTS = ['prompt', 'resource', 'template'] as const satisfies readonly ItemKind[];

function listsAnything(value: unknown): boolean {
  if (!isObject(value)) return false;
  return (
    OTHER_LISTS.some((kind) => Array.isArray(own(value, ITEM_KINDS[kind].member))) ||
    typeof own(value, 'instructions') === 'string'
  );
}

/**
 * Puts together what a server says of itself.
 * @param members the object that has the lists
 * @param fault throws for a member that is not what it must be
 */
export function toServerCatalog(
  members: Readonly<Record<string, unknown>>,
  base: ValuePath,
  tools: readonly CatalogItem[],
  fault: (path: ValuePath, message: string) => never,
): ServerCatalog {
  const items = [...tools, ...OTHER_LISTS.flatMap((kind) => readItems(kind, members, base, fault))];
  const text = own(members, 'instructions');
  if (text !== undefined && text !== null && typeof text !== 'string')
    fault([...base, 'instructions'], 'must be text');
  const lists: readonly string[] = ['instructions', ...Object.values(ITEM_KINDS).map(({ member }) => member)];
  const about = Object.fromEntries(Object.entries(members).filter(([key]) => !lists.includes(key)));
  return {
    items,
    ...(typeof text === 'string' && { instructions: { text, path: [...base, 'instructions'] } }),
    about: { path: base, value: about },
  };
}

function readItems(
  kind: ItemKind,
  members: Readonly<Record<string, unknown>>,
  base: ValuePath,
  fault: (path: ValuePath, message: string) => never,
): CatalogItem[] {
  const { member, id } = ITEM_KINDS[kind];
  const list = own(members, member);
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return fault([...base, member], 'must be a list');
  return list.map((value: unknown, index): CatalogItem => {
    const path = [...base, member, index];
    const name = isObject(value) ? own(value, id) : undefined;
    if (typeof name !== 'string' || name === '') return fault([...path, id], 'must be non-empty text');
    return { kind, name, path, value: value as Readonly<Record<string, unknown>> };
  });
}
