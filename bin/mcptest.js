#!/usr/bin/env node
'use strict';
// Loads the bundled program from dist/. Each chunk is a CommonJS module, already wrapped in its function, with
// a V8 code cache made by the build beside it: on the Node that built them this saves most of the time a start
// costs. V8 itself rejects a cache of another version or other flags, and then compiles the chunk as usual.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const dist = join(__dirname, '..', 'dist');
const chunks = new Map();

function load(name) {
  const known = chunks.get(name);
  if (known) return known.module.exports;
  const filename = join(dist, name);
  const module = { exports: {} };
  const script = new Script(readFileSync(filename, 'utf8'), { filename, cachedData: cacheOf(filename) });
  chunks.set(name, { module, script });
  const requireFrom = (id) => (id.startsWith('./') ? load(id.slice(2)) : require(id));
  script.runInThisContext()(module.exports, requireFrom, module, filename, dist);
  return module.exports;
}

function cacheOf(filename) {
  try {
    return readFileSync(`${filename}.cache`);
  } catch {
    return undefined;
  }
}

async function start() {
  try {
    process.exitCode = await load('main.cjs').run(process.argv.slice(2), __filename);
  } catch (error) {
    // main catches everything: what ends here is a broken installation, and must not look like an answer
    process.exitCode = 70;
    process.stderr.write(
      `mcptest: cannot start: ${error.message}\n  help: install it again, or run npm run build\n`,
    );
  }
}

if (require.main === module) {
  start();
} else {
  // for the build, which makes the caches
  module.exports = { load, chunks };
}
