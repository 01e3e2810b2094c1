#!/usr/bin/env node
'use strict';
// Loads the bundled program from dist/. Each chunk is a CommonJS module, already wrapped in its function. What V8
// compiles on the way is kept for the next start of the same command: that is most of the time a start costs.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');
const { cacheFile, readCache, writeCache } = require('./code-cache.js');

const dist = join(__dirname, '..', 'dist');
const chunks = new Map();
let cached = new Map();

function load(name) {
  const known = chunks.get(name);
  if (known) return known.module.exports;
  const filename = join(dist, name);
  const source = readFileSync(filename);
  const entry = cached.get(name);
  const cachedData = entry?.source.equals(source) ? entry.code : undefined;
  const script = new Script(source.toString(), { filename, cachedData });
  const module = { exports: {} };
  chunks.set(name, { module, script, source });
  const requireFrom = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id));
  script.runInThisContext()(module.exports, requireFrom, module, filename, dist);
  return module.exports;
}

/** Whether an agent waits for the answer of a hook: it would let its call run after any other exit code than 2. */
const isHook = process.argv.includes('gateway') && process.argv.includes('hook');

async function start() {
  if (isHook) process.on('uncaughtException', blockCall);
  const file = cacheFile(process.argv.slice(2), __filename);
  cached = readCache(file);
  try {
    process.exitCode = await load('main.cjs').run(process.argv.slice(2), __filename);
    // a run that could not do its work has compiled little of what the next one needs
    if (process.exitCode <= 1) keep(file);
  } catch (error) {
    // main catches everything: what ends here is a broken installation, and must not look like an answer
    process.exitCode = isHook ? 2 : 70;
    process.stderr.write(
      `mcptest: cannot start: ${error.message}\n  help: install it again, or run npm run build\n`,
    );
  }
}

function blockCall(error) {
  process.stderr.write(`mcptest: unexpected error: ${error?.message}\n`);
  process.exit(2);
}

/** Writes the cache anew when V8 had to compile a chunk that is not in it, or no longer as it is. */
function keep(file) {
  const isCurrent = ([name, { script }]) => cached.has(name) && script.cachedDataRejected === false;
  if (file === undefined || [...chunks].every(isCurrent)) return;
  const kept = new Map();
  // those that only some runs load; not after an update of the package, or of Node
  const known = [...chunks].filter(([name]) => cached.has(name));
  if (known.every(isCurrent)) for (const [name, entry] of cached) kept.set(name, entry);
  for (const [name, { script, source }] of chunks)
    kept.set(name, { source, code: script.createCachedData() });
  writeCache(file, kept);
}

if (require.main === module) {
  start();
} else {
  // for a second thread, see src/node/second-core.ts: what that does has no cache
  module.exports = { load };
}
