import type { PinnedServer, Pins } from '../../../artifacts/pins/model.ts';
import type { CatalogItem, ItemKind } from '../../../artifacts/tool-catalog/server-catalog.ts';
import { quote } from '../../../text/clip.ts';
import { own, present } from '../../../values/own-property.ts';
import type { Found, ScannedServer } from '../core/rule.ts';
import { shown } from '../core/visible.ts';
import { compareTool } from './compare-tool.ts';
import { PIN_RULES, type PinReport } from './pin-rules.ts';
import { type Sha256, serverInfoOf, toPinnedServer } from './to-pins.ts';

/** What the comparison of servers with a lock gives. */
export interface PinComparison {
  readonly found: readonly Found[];
  readonly notes: readonly string[];
  /** How many of the servers are in the lock. */
  readonly compared: number;
  /** Each server with its name in the lock, or the one it would get there. */
  readonly names: readonly { readonly server: ScannedServer; readonly key: string }[];
}

/**
 * Compares servers with a lock: which of what they say changed since it was written.
 * Spec (scanning): "`mcptest security`: a scan of what a server says of itself", Pins
 */
export function comparePins(servers: readonly ScannedServer[], pins: Pins, sha256: Sha256): PinComparison {
  const notes: string[] = [];
  const found: Found[] = [];
  const names: { readonly server: ScannedServer; readonly key: string }[] = [];
  const unseen = new Set(Object.keys(pins.servers));
  let compared = 0;
  for (const server of servers) {
    const name = nameInLock(server, servers, pins);
    names.push({ server, key: name ?? server.name });
    const pinned = name === undefined ? undefined : own(pins.servers, name);
    const report = reporter(server, found);
    if (name === undefined || !pinned) {
      report('pin-server-added', server.catalog.about.path);
      continue;
    }
    compared++;
    unseen.delete(name);
    if (name !== server.name)
      notes.push(`${quote(server.name)} is compared with the only server in the lock, ${quote(name)}`);
    compareServer(server, pinned, toPinnedServer(server, sha256), report, notes);
  }
  if (unseen.size > 0)
    notes.push(`not scanned, so not compared: ${[...unseen].map((name) => quote(name)).join(', ')}`);
  return { found, notes, compared, names };
}

/** One server and one in the lock are the same, whatever they are called: a snapshot has the name of its file. */
function nameInLock(
  { name }: ScannedServer,
  servers: readonly ScannedServer[],
  pins: Pins,
): string | undefined {
  if (Object.hasOwn(pins.servers, name)) return name;
  const names = Object.keys(pins.servers);
  return servers.length === 1 && names.length === 1 ? names[0] : undefined;
}

function reporter({ name, file, catalog }: ScannedServer, found: Found[]): PinReport {
  const origin = { server: name, file, locate: catalog.locate };
  return (rule, path, { item, part, evidence, digest } = {}) => {
    const subject = item ? KIND_WORDS[item.kind] : 'the server';
    const message = `${subject} ${PIN_RULES[rule].title}${part === undefined ? '' : `: ${part}`}`;
    found.push({
      hit: { rule, path, message, ...present({ evidence, digest }) },
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

function compareServer(
  server: ScannedServer,
  before: PinnedServer,
  now: PinnedServer,
  report: PinReport,
  notes: string[],
): void {
  const { catalog } = server;
  compareIdentity(server, before, now, report, notes);
  if (before.instructions !== now.instructions) {
    const { text, path } = catalog.instructions ?? { text: undefined, path: catalog.about.path };
    report('pin-instructions', path, { evidence: shown(text), digest: now.instructions });
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
          digest: is,
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

/** A list of tools often does not say whose it is; then there is nothing to compare, which is said. */
function compareIdentity(
  { name, file, catalog }: ScannedServer,
  before: PinnedServer,
  now: PinnedServer,
  report: PinReport,
  notes: string[],
): void {
  const info = serverInfoOf(catalog);
  if (before.identity === undefined) {
    if (now.identity !== undefined)
      notes.push(`the lock does not say what ${quote(name)} calls itself: --update-pins adds it`);
    return;
  }
  if (!info && file !== undefined) {
    notes.push(`${quote(file)} does not say what the server calls itself: its name is not compared`);
    return;
  }
  const path = info ? [...catalog.about.path, 'serverInfo'] : catalog.about.path;
  const said = (key: string) => shown(info && own(info, key));
  if (before.identity !== now.identity)
    report('pin-identity', path, { evidence: said('name'), digest: now.identity });
  if (before.version !== now.version)
    report('pin-version', path, { evidence: said('version'), digest: now.version });
}

/** Returns the names in both, each once. */
function namesOf(...maps: readonly Readonly<Record<string, unknown>>[]): Set<string> {
  return new Set(maps.flatMap((map) => Object.keys(map)));
}
