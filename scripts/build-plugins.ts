/** How the bundler resolves modules differently from Node. Each plugin makes a start faster. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'rolldown';

/** The suffix of the ids of modules that only the libraries for talking to servers use. */
export const LIVE = '?live';

/**
 * Leaves out `child_process`. Commander loads it for subcommands that are separate programs; mcptest has none, and it
 * is slow to load.
 */
const withoutChildProcess: Plugin = {
  name: 'leave out child_process',
  resolveId: (id, importer) =>
    id === 'node:child_process' && importer?.includes('/commander/') ? '\0nothing' : undefined,
  load: (id) => (id === '\0nothing' ? 'module.exports = {}' : undefined),
};

/** Uses the build of yaml in ES modules: without unused parts, and in one scope instead of seventy. */
const yamlInModules: Plugin = {
  name: 'yaml in ES modules',
  async resolveId(id, importer) {
    if (id !== 'yaml') return undefined;
    const found = await this.resolve(id, importer, { skipSelf: true });
    return found && { ...found, id: found.id.replace(/\/dist\/index\.js$/, '/browser/dist/index.js') };
  },
};

/**
 * Gives the libraries for talking to servers a copy of zod of their own. They use all of it, and mcptest's schemas a
 * small part, so no other command loads the rest.
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
 * Escapes every character beyond ASCII in code: V8 then reads the code without conversion, and stores it in half the
 * memory. The minifier leaves such characters only in texts and patterns, where both spellings mean the same.
 */
export function inAscii(code: string): string {
  const raw = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/.exec(code);
  if (raw) throw new Error(`this would mean something else with its last character escaped: ${raw[0]}`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
