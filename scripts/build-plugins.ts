/** What the bundler does differently from Node when it looks for modules: each of these spares a start some work. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'rolldown';

/** Ends the id of a module that the libraries for talking to servers have for themselves. */
export const LIVE = '?live';

/** Commander loads `child_process` for subcommands that are programs of their own; we have none, and it is slow to load. */
const withoutChildProcess: Plugin = {
  name: 'leave out child_process',
  resolveId: (id, importer) =>
    id === 'node:child_process' && importer?.includes('/commander/') ? '\0nothing' : undefined,
  load: (id) => (id === '\0nothing' ? 'module.exports = {}' : undefined),
};

/** Of yaml's two builds the one in ES modules: without what we do not use, and in one scope instead of seventy. */
const yamlInModules: Plugin = {
  name: 'yaml in ES modules',
  async resolveId(id, importer) {
    if (id !== 'yaml') return undefined;
    const found = await this.resolve(id, importer, { skipSelf: true });
    return found && { ...found, id: found.id.replace(/\/dist\/index\.js$/, '/browser/dist/index.js') };
  },
};

/**
 * The libraries for talking to servers use all of zod, and our own schemas a small part. Each get a copy, so that no other
 * command loads what only those need.
 */
const zodForTwo: Plugin = {
  name: 'zod for two',
  async resolveId(id, importer = '') {
    const isLive = importer.includes('/node_modules/@modelcontextprotocol/') || importer.endsWith(LIVE);
    if (!isLive || !/^(zod\b|\.)/.test(id)) return undefined;
    const found = await this.resolve(id, importer.replace(LIVE, ''), { skipSelf: true });
    return found?.id.includes('/node_modules/zod/') ? { ...found, id: found.id + LIVE } : found;
  },
  load: (id) => (id.endsWith(LIVE) ? readFileSync(id.slice(0, -LIVE.length), 'utf8') : undefined),
};

export const PLUGINS = [withoutChildProcess, yamlInModules, zodForTwo];

/**
 * Code with every character beyond ASCII escaped: V8 then reads it as it is, and holds it in half the memory. The minifier
 * has left such characters in texts and patterns only, where both ways of writing mean the same.
 */
export function inAscii(code: string): string {
  const raw = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/.exec(code);
  if (raw) throw new Error(`this would mean something else with its last character escaped: ${raw[0]}`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
