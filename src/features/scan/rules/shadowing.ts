import type { CatalogItem } from '../../../artifacts/tool-catalog/server-catalog.ts';
import { matchesOf } from '../../../inspection/matches.ts';
import { quote } from '../../../text/clip.ts';
import { foldLookAlikes } from '../../../text/look-alikes.ts';
import { own } from '../../../values/own-property.ts';
import { harmlessAt } from '../core/context.ts';
import type { Hit, ReadText, RuleTable, ScannedServer } from '../core/rule.ts';
import { SURFACES } from '../core/surfaces.ts';

/** Rules on tools that take over tools of another server, or of their own. */
export const SHADOWING_RULES = {
  'foreign-tool': {
    severity: 'high',
    family: 'shadowing',
    surface: 'texts of one server, names of tools of the others',
    title: 'tells the model when to call, or not to call, a tool of another server',
    why: 'a server that you trust less controls the tools of a server that you trust',
    fix: 'use the two servers in separate sessions, or ask the author to remove the text',
  },
  'shadowed-tool': {
    severity: 'high',
    family: 'shadowing',
    surface: 'names and descriptions of the tools of several servers',
    title: 'has the name and the description of a tool of another server',
    why: 'the model may call this one in place of the other, with the arguments that were meant for it',
    fix: 'remove the server that you do not want; if both are the same server, configure it once',
  },
  'look-alike-tool': {
    severity: 'high',
    family: 'shadowing',
    surface: 'names of tools',
    title: 'has a name that looks like the name of another tool',
    why: 'you approve one, and the model calls the other',
    fix: 'remove the tool whose name has different letters than it appears to have',
  },
  'duplicate-tool': {
    severity: 'medium',
    family: 'shadowing',
    surface: 'names of tools of one server',
    title: 'is listed twice by its server',
    why: 'some clients keep the first and some the last, so you cannot know which description applies',
    fix: 'give each tool its own name',
  },
  'same-name': {
    severity: 'info',
    family: 'soft',
    surface: 'names of tools of several servers',
    title: 'has the name of a tool of another server',
    why: 'clients that do not prefix tool names with the name of the server may call the wrong one',
    fix: 'rename one, or use a client that prefixes names',
  },
} as const satisfies RuleTable;

interface Named {
  readonly server: ScannedServer;
  readonly tool: CatalogItem;
}

/** The tools of all servers, by name. */
export class ToolNames {
  readonly #byName = new Map<string, Named[]>();
  readonly #byLook = new Map<string, Named[]>();
  /** For each name, the servers that have a tool of it, by their own names. */
  readonly #owners = new Map<string, Map<string, ScannedServer>>();
  readonly #words = new Map<CatalogItem, ReadonlySet<string>>();

  constructor(servers: readonly ScannedServer[]) {
    for (const server of servers) {
      for (const tool of server.catalog.items) {
        if (tool.kind !== 'tool') continue;
        const named = { server, tool };
        push(this.#byName, tool.name, named);
        push(this.#byLook, lookOf(tool.name), named);
        const owners = this.#owners.get(tool.name) ?? new Map<string, ScannedServer>();
        if (!owners.has(server.name)) this.#owners.set(tool.name, owners.set(server.name, server));
      }
    }
  }

  /** Returns a server other than this one that has a tool of this name, unless this one has one too. */
  foreignOwner(name: string, server: ScannedServer): ScannedServer | undefined {
    const owners = this.#owners.get(name);
    if (owners === undefined || owners.has(server.name)) return undefined;
    const [first] = owners.values();
    return first;
  }

  /** Returns those that come before a tool and have its name, or one that looks like it. */
  before(tool: CatalogItem): { readonly same: readonly Named[]; readonly alike: readonly Named[] } {
    const until = (list: readonly Named[]) => {
      // searched no further than it is used: thousands of tools may share a name
      const first = list.slice(0, MOST_ALIKE);
      const at = first.findIndex((each) => each.tool === tool);
      return at === -1 ? first : first.slice(0, at);
    };
    const alike = until(this.#byLook.get(lookOf(tool.name)) ?? []);
    return {
      same: until(this.#byName.get(tool.name) ?? []),
      alike: alike.filter((each) => each.tool.name !== tool.name),
    };
  }

  /** Whether two tools have descriptions that say the same in nearly the same words. */
  isCopy(one: CatalogItem, other: CatalogItem): boolean {
    const [a, b] = [this.#wordsOf(one), this.#wordsOf(other)];
    if (a.size < 3 || b.size < 3) return false;
    let shared = 0;
    for (const word of a) if (b.has(word)) shared++;
    return shared / (a.size + b.size - shared) >= COPIED;
  }

  #wordsOf(tool: CatalogItem): ReadonlySet<string> {
    const known = this.#words.get(tool);
    if (known) return known;
    const words = wordsIn(descriptionOf(tool));
    this.#words.set(tool, words);
    return words;
  }
}

/** Returns what a name looks like: `rn` is `m` in most fonts, and `vv` is `w`. */
function lookOf(name: string): string {
  return foldLookAlikes(name.slice(0, LONGEST_NAME)).replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Names beyond this length are compared by their beginning. */
const LONGEST_NAME = 1000;

/** A tool is compared with this many that look alike: enough that a few decoys hide none, and that many cost little. */
const MOST_ALIKE = 50;

/** Two descriptions share at least this part of their words if one was copied from the other. */
const COPIED = 0.7;

/** Finds tools that take the place of another one. */
export function toolHits(server: ScannedServer, tool: CatalogItem, names: ToolNames): Hit[] {
  if (tool.kind !== 'tool') return [];
  const { same, alike } = names.before(tool);
  const path = [...tool.path, 'name'];
  const description = descriptionOf(tool);
  const evidence =
    typeof description === 'string' ? { evidence: `${tool.name}: ${description}`.slice(0, 200) } : {};
  const hit = (rule: keyof typeof SHADOWING_RULES, other: Named): Hit => ({
    rule,
    path,
    message: `the tool ${SHADOWING_RULES[rule].title}: ${quote(other.tool.name)} of ${quote(other.server.name)}`,
    ...evidence,
  });
  const own = same.find((each) => each.server === server);
  const foreign = same.filter((each) => each.server.name !== server.name);
  const copied = [...foreign, ...alike.filter((each) => each.server.name !== server.name)].find((each) =>
    names.isCopy(each.tool, tool),
  );
  const deceiving = alike.find(
    (each) =>
      isForeignLetter(each.tool.name, tool.name) ||
      (each.server.name !== server.name && each.tool.name.toLowerCase() !== tool.name.toLowerCase()),
  );
  return [
    ...(own ? [hit('duplicate-tool', own)] : []),
    ...(deceiving ? [hit('look-alike-tool', deceiving)] : []),
    ...(copied
      ? [hit('shadowed-tool', copied)]
      : foreign.slice(0, 1).map((other) => hit('same-name', other))),
  ];
}

/**
 * Whether one of two names has letters that are not what they seem. Of another server, `send_emaiI` for `send_email` deceives,
 * too; another case deceives nobody.
 */
function isForeignLetter(one: string, other: string): boolean {
  return /[^\x20-\x7e]/.test(one) !== /[^\x20-\x7e]/.test(other);
}

const SMALL = new Set(
  'a an the of to for and or in on by with from via is are this that it its as at'.split(' '),
);

function wordsIn(text: unknown): ReadonlySet<string> {
  if (typeof text !== 'string') return new Set();
  const words =
    text
      .slice(0, 4000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !SMALL.has(word)));
}

function descriptionOf({ value }: CatalogItem): unknown {
  return own(value, 'description');
}

/** Names that no sentence has by chance: `query_database`, `queryDatabase`. */
const NAME_LIKE = /\b[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b/g;

/** What makes a mention an order. */
const ABOUT_CALLS =
  /\b(?:call|calls|calling|use|uses|using|invoke|invokes|invoking|run|runs|running|execute|executes|trigger|prefer|before|after|first|instead|replace|replaces|replacing|deprecated|obsolete|broken|unsafe|insecure|disable|disabled|avoid|never|do not|don't|must|always|whenever|when|override|overrides|supersedes|skip|route|redirect)\b/i;

/** Finds texts of a server that are about tools of another server. */
export function foreignToolHits(text: ReadText, server: ScannedServer, names: ToolNames): Hit[] {
  const { surface, plain, item } = text;
  const { kind, path, isKey } = surface;
  if (isKey || kind === 'name' || kind === 'uri' || kind === 'parameter-name') return [];
  for (const { 0: name, index } of matchesOf(NAME_LIKE, plain)) {
    const owner = name === item?.name ? undefined : names.foreignOwner(name, server);
    if (!owner) continue;
    const nearby = plain.slice(Math.max(0, index - 100), index + name.length + 60);
    if (!ABOUT_CALLS.test(nearby) || harmlessAt(plain, index, index + name.length) === 'about') continue;
    const message = `${SURFACES[kind]} ${SHADOWING_RULES['foreign-tool'].title}: ${quote(name)} of ${quote(owner.name)}`;
    return [{ rule: 'foreign-tool', path, isKey, message, evidence: nearby.replaceAll(/\s+/g, ' ').trim() }];
  }
  return [];
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
