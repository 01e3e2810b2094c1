import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { main } from '../../../../src/main.ts';
import { nodeFiles } from '../../../../src/node/files.ts';
import { sha256 } from '../../../../src/node/sha256.ts';

const root = mkdtempSync(join(tmpdir(), 'mcptest-demo-'));
const SUITE = `# yaml-language-server: $schema=../../schemas/test-suite.v1.schema.json
version: "1"
server: { command: node, args: [server.mjs], cwd: . }
tests: [{ name: lists, tool: list_tickets }]
security: {}
evidence: {}
policy: policy.yml
`;
const POLICY = `version: "1.0"
rules: [{ id: nothing-misleading, fact: security.high_count, max: 0 }]
`;

/** Makes a package whose example is smaller, and so quicker. */
function packageWith(name: string, change: (server: string) => string = (server) => server): string {
  const example = join(root, name, 'examples/loop');
  mkdirSync(example, { recursive: true });
  cpSync(join(import.meta.dirname, '../../../../examples/loop'), example, { recursive: true });
  writeFileSync(join(example, 'mcptest.yml'), SUITE);
  writeFileSync(join(example, 'policy.yml'), POLICY);
  const server = join(example, 'server.mjs');
  writeFileSync(server, change(readFileSync(server, 'utf8')));
  return join(root, name);
}

async function demo(out: string, packageFolder: string | undefined) {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const exitCode = await main({
    argv: ['demo', '--out', out],
    env: {},
    files: nodeFiles(),
    sha256,
    packageFolder,
    processes: { run: async () => ({ kind: 'not-found' }) },
    stdout: { isTerminal: false, write: (text) => void stdout.push(text) },
    stderr: { isTerminal: false, write: (text) => void stderr.push(text) },
    systemTime: () => Date.UTC(2026, 5, 1),
    onInterrupt: () => () => {},
  });
  return { exitCode, stdout: stdout.join(''), stderr: stderr.join('') };
}

let whole: string;
beforeAll(() => {
  whole = packageWith('whole');
});
afterAll(() => rmSync(root, { recursive: true }));

it('shows how a release is stopped, mended and released, and may be run again', async () => {
  const out = join(root, 'shown');
  for (const _ of [1, 2]) {
    const { exitCode, stdout, stderr } = await demo(`${out}/`, whole);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.match(/^\$ echo \$\?\n\d+$/gm)).toEqual(['$ echo $?\n1', '$ echo $?\n0', '$ echo $?\n0']);
    expect(stdout).toContain('\n-     annotations: { readOnlyHint: true },\n');
    expect(stdout).toContain('\n+     annotations: { readOnlyHint: false, destructiveHint: true },\n');
    expect(stdout).toContain(`Open ${out}/report/index.html`);
  }
  expect(statSync(join(out, 'release.key')).mode & 0o77).toBe(0);
  expect(existsSync(join(out, 'report/evidence.json.sigstore.json'))).toBe(true);
  expect(readFileSync(join(out, 'mcptest.yml'), 'utf8')).not.toContain('$schema');
});

it.each([
  [
    'the gate opens at once',
    (server: string) => server.replaceAll(/readOnlyHint: true/g, 'readOnlyHint: false'),
  ],
  [
    'the line to mend is not where it was',
    (server: string) => server.replace("name: 'delete", "name:  'delete"),
  ],
])('says so when %s', async (name, change) => {
  const { exitCode, stderr } = await demo(join(root, name), packageWith(`package, ${name}`, change));
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/\nthe demo did not show what it should: .+\n$/);
});

it('refuses a folder of others, and an installation without the example', async () => {
  const mine = join(root, 'mine');
  mkdirSync(mine);
  writeFileSync(join(mine, 'server.mjs'), 'mine');
  const message = 'is left unchanged, because it has files that `mcptest demo` did not write';
  expect(await demo(mine, whole)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
  expect(readFileSync(join(mine, 'server.mjs'), 'utf8')).toBe('mine');
  const lost = { exitCode: 2, stderr: expect.stringContaining('the example for the demo is missing') };
  expect(await demo(join(root, 'new'), undefined)).toMatchObject(lost);
  expect(await demo(join(root, 'new'), join(root, 'no such package'))).toMatchObject(lost);
});
