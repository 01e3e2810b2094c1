import type { PinnedServer, PinnedTool, Pins } from '../../../artifacts/pins/model.ts';
import type { CatalogItem, ItemKind } from '../../../artifacts/tool-catalog/server-catalog.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import { clip, quote } from '../../../text/clip.ts';
import { own } from '../../../values/own-property.ts';
import type { Found, ScannedServer } from '../core/rule.ts';
import { escaped } from '../core/visible.ts';
import { PIN_RULES, type PinRule } from './pin-rules.ts';
import { type Sha256, toPinnedServer } from './to-pins.ts';

/** What the comparison of servers with a lock gives. */
export interface PinComparison {
  readonly found: readonly Found[];
  readonly notes: readonly string[];
  /** How many of the servers are in the lock. */
  readonly compared: number;
}

/** Compares servers with a lock: which of what they say changed since it was written. */
export function comparePins(servers: readonly ScannedServer[], pins: Pins, sha256: Sha256): PinComparison {
  const notes: string[] = [];
  const found: Found[] = [];
  const names = Object.keys(pins.servers);
  let compared = 0;
  for (const server of servers) {
    // one server and one in the lock are the same, whatever they are called: a snapshot has the name of its file
    const lone = servers.length === 1 && names.length === 1 ? names[0] : undefined;
    const name = Object.hasOwn(pins.servers, server.name) ? server.name : lone;
    const pinned = name === undefined ? undefined : own(pins.servers, name);
    const report = reporter(server, found);
    if (!pinned) {
      report('pin-server-added', server.catalog.about.path);
      continue;
    }
    compared++;
    if (name !== undefined && name !== server.name)
      notes.push(`\`${server.name}\` is compared with the only server of the lock, \`${name}\``);
    compareServer(server, pinned, toPinnedServer(server, sha256), report);
  }
  const scanned = new Set(servers.map(({ name }) => name));
  const unseen = names.filter((name) => !scanned.has(name));
  if (unseen.length > 0 && !(servers.length === 1 && names.length === 1))
    notes.push(`not compared, since not scanned: ${unseen.map((name) => quote(name)).join(', ')}`);
  return { found, notes, compared };
}

type Report = (
  rule: PinRule,
  path: ValuePath,
  more?: { readonly item?: Found['item']; readonly what?: string; readonly evidence?: string | undefined },
) => void;

function reporter({ name, file, catalog }: ScannedServer, found: Found[]): Report {
  const origin = { server: name, file, locate: catalog.locate };
  return (rule, path, { item, what, evidence } = {}) => {
    const subject = what ?? (item ? KIND_WORDS[item.kind] : 'the server');
    const message = `${subject} ${PIN_RULES[rule].title}`;
    found.push({
      hit: { rule, path, message, ...(evidence !== undefined && { evidence }) },
      origin,
      ...(item && { item }),
    });
  };
}

const KIND_WORDS = {
  tool: 'the tool',
  prompt: 'the prompt',
  resource: 'the resource',
  template: 'the template',
} as const satisfies Record<ItemKind, string>;

function compareServer(server: ScannedServer, before: PinnedServer, now: PinnedServer, report: Report): void {
  const { catalog } = server;
  if (before.instructions !== now.instructions) {
    const { text, path } = catalog.instructions ?? { text: '(none)', path: catalog.about.path };
    report('pin-instructions', path, { evidence: shown(text) });
  }
  const items = new Map(catalog.items.map((item) => [`${item.kind} ${item.name}`, item]));
  const itemOf = (kind: ItemKind, name: string) => items.get(`${kind} ${name}`) as CatalogItem;
  const gone = (kind: ItemKind, name: string) => ({ item: { kind, name } });
  for (const name of namesOf(before.tools, now.tools)) {
    const [was, is] = [own(before.tools, name), own(now.tools, name)];
    if (!is) report('pin-tool-removed', catalog.about.path, gone('tool', name));
    else if (!was) report('pin-tool-added', itemOf('tool', name).path, { item: itemOf('tool', name) });
    else compareTool(itemOf('tool', name), was, is, report);
  }
  for (const [kind, list, rule] of OTHERS) {
    for (const name of namesOf(before[list], now[list])) {
      const [was, is] = [own(before[list], name), own(now[list], name)];
      if (was === is) continue;
      if (is === undefined) report('pin-item-removed', catalog.about.path, gone(kind, name));
      else {
        const item = itemOf(kind, name);
        report(was === undefined ? 'pin-item-added' : rule, item.path, {
          item,
          evidence: shown(own(item.value, 'description')),
        });
      }
    }
  }
}

const OTHERS = [
  ['prompt', 'prompts', 'pin-prompt'],
  ['resource', 'resources', 'pin-resource'],
  ['template', 'templates', 'pin-resource'],
] as const;

function compareTool(item: CatalogItem, was: PinnedTool, is: PinnedTool, report: Report): void {
  const { path, value } = item;
  const text = (key: string) => shown(own(value, key));
  if (was.description !== is.description)
    report('pin-description', [...path, 'description'], { item, evidence: text('description') });
  if (was.title !== is.title) report('pin-title', [...path, 'title'], { item, evidence: text('title') });
  if (was.output_schema !== is.output_schema)
    report('pin-output-schema', [...path, 'outputSchema'], { item });
  const flipped = FLIPS.filter(
    ([hint, byDefault]) => effective(was, hint, byDefault) !== effective(is, hint, byDefault),
  );
  for (const [hint, byDefault] of flipped)
    report('pin-hint', [...path, 'annotations'], {
      item,
      evidence: `${hint}: ${effective(is, hint, byDefault)}`,
    });
  if (was.annotations !== is.annotations && flipped.length === 0)
    report('pin-annotations', [...path, 'annotations'], { item });
  if (was.other !== is.other) report('pin-other', path, { item });
  for (const name of namesOf(was.parameters, is.parameters)) {
    const [before, now] = [own(was.parameters, name), own(is.parameters, name)];
    const what = name === '' ? 'the input schema of the tool' : `the parameter ${quote(name)}:`;
    const place = [...path, 'inputSchema', ...pathOfParameter(name)];
    const more = name === '' ? { item, what } : { item, evidence: name };
    if (!now) report('pin-parameter-removed', place, more);
    else if (!before) report('pin-parameter-added', place, more);
    else {
      if (before.text !== now.text) report('pin-parameter-text', place, more);
      if (before.shape !== now.shape) report('pin-parameter-type', place, more);
    }
  }
}

/** The hints by which clients decide whether they ask, with what counts where they are absent. */
const FLIPS = [
  ['readOnlyHint', false],
  ['destructiveHint', true],
] as const;

function effective({ hints }: PinnedTool, hint: string, byDefault: boolean): boolean {
  return own(hints, hint) ?? byDefault;
}

function namesOf(...maps: readonly Readonly<Record<string, unknown>>[]): Set<string> {
  return new Set(maps.flatMap((map) => Object.keys(map)));
}

/** A parameter may have dots in its name; then its path leads nowhere, and the place is that of the schema. */
function pathOfParameter(name: string): string[] {
  return name === '' ? [] : name.split('.').flatMap((part) => ['properties', part]);
}

function shown(text: unknown): string {
  return typeof text === 'string' ? clip(escaped(text).replaceAll(/\s+/g, ' '), 300) : '(none)';
}
