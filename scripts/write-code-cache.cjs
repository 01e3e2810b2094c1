// Runs the built program on an example of each common command and stores what V8 compiled on the way: a cache
// made before anything ran would hold no function bodies. The build starts this in a process of its own.
'use strict';
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { chunks, load } = require('../bin/mcptest.js');

const root = join(__dirname, '..');
const example = join(root, 'examples', 'policy');
const artifacts = Object.entries(require('./example-artifacts.json')).flatMap(([kind, file]) => [
  `--${kind}`,
  join(example, file),
]);

async function warmUp() {
  const { run } = load('main.cjs');
  for (const format of ['pretty', 'json', 'junit', 'sarif', 'github', 'markdown']) {
    await run([
      'policy',
      'simulate',
      '--policy',
      join(example, 'policy.yml'),
      ...artifacts,
      '--format',
      format,
    ]);
  }
  await run(['policy', 'facts', ...artifacts]);
  await run(['policy', 'check', join(example, 'policy.yml')]);
  const world = join(root, 'examples', 'scenario-world');
  for (const format of ['pretty', 'json', 'junit', 'markdown']) {
    await run(['scenario', 'run', join(world, 'impatient.yml'), '--format', format]);
  }
  await run(['scenario', 'check', join(world, 'suite.yml')]);
  const evidence = join(root, 'examples', 'evidence');
  const [artifact, key] = ['evidence.json', 'release.pub'].map((name) => join(evidence, 'published', name));
  await run(['evidence', join(evidence, 'run.json'), '--reproducible-with', join(evidence, 'again.json')]);
  await run(['evidence', 'verify', artifact, '--key', key]);
  const gateway = join(root, 'examples', 'gateway');
  const rules = join(gateway, 'policies.yml');
  for (const format of ['pretty', 'json']) {
    const calls = join(gateway, 'calls.ndjson');
    await run(['gateway', 'simulate', '--policies', rules, '--call', calls, '--format', format]);
  }
  await run(['gateway', 'check', rules, '--tools', join(gateway, 'tools.json')]);
  await run(['gateway', 'policies', 'list', '--policies', rules]);
  const log = ['--policies', rules, '--audit-log', join(gateway, 'audit.ndjson')];
  await run(['gateway', 'backtest', ...log, '--draft', join(gateway, 'draft.yml')]);
  const folder = mkdtempSync(join(tmpdir(), 'mcptest-build-'));
  await run(['gateway', 'suggest', ...log, '--state', join(folder, 'state.json')]);
  rmSync(folder, { recursive: true });
  for (const [name, { script }] of chunks) {
    writeFileSync(join(root, 'dist', `${name}.cache`), script.createCachedData());
  }
}

warmUp();
