import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { builtProgram } from '../support/packed.ts';
import { processesWith } from '../support/processes.ts';

const PROGRAM = await builtProgram();
const SHOP = join(import.meta.dirname, '../support/shop-server.mjs');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-release-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = {
  'suite.yml': `version: "1"
server: { command: node, args: [server.js] }
tests:
  - name: reads
    tool: get_item
    args: { id: a1 }
    expect: { assertions: [{ target: structuredContent.price, matcher: { exact: 12 } }] }
  - { name: refuses, tool: get_item, args: { id: none }, expect: { outcome: tool_error } }
  - name: adds
    serial: true
    tool: add_item
    args: { id: b2, price: 7 }
    verify: [{ tool: count_items, expect: { text: "2" } }]
`,
  'policy.yml': 'version: "1.0"\nrules: [{ id: tests, fact: run.failed, max: 0 }]\n',
  'scenario.yml': `scenarios:
  - name: looks before it adds, and adds one thing
    cassette: cassette.json
    transitions:
      - { tool: get_item }
      - { tool: count_items }
      - { tool: add_item, effect: { added: { inc: 1 } } }
    seed: { added: 0 }
    expect_state: { added: 1 }
`,
};
beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});

/** Runs a command in the folder, and returns its exit code and what it said. */
function mcptest(...argv: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...argv], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CI: 'true' },
  });
  return { code: status, said: stdout + stderr };
}

const shop = (fault?: string) => ['--', process.execPath, SHOP, JSON.stringify({ fault, folder })];
const written = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

// each command is a process of its own
vi.setConfig({ testTimeout: 180_000 });

describe('the report of a run', () => {
  it('opens the gate, and becomes evidence that is accepted', () => {
    expect(mcptest('run', 'suite.yml', '--report', 'json=run.json', ...shop())).toMatchObject({ code: 0 });
    expect(
      mcptest('policy', 'simulate', '--policy', 'policy.yml', '--run-report', 'run.json', '--gate'),
    ).toMatchObject({ code: 0 });
    expect(mcptest('evidence', 'run.json', '--out', 'evidence.json')).toMatchObject({ code: 0 });
    const verify = ['evidence', 'verify', 'evidence.json', '--run-report', 'run.json', '--max-age', '1h'];
    expect(mcptest(...verify)).toMatchObject({ code: 0 });
    expect(written('evidence.json')).toMatchObject({
      grades: { tests_total: 3, tests_passed: 3, tests_failed: 0 },
    });
  });

  it('closes the gate when a test fails, and no longer matches the evidence', () => {
    expect(mcptest('run', 'suite.yml', '--report', 'json=run.json', ...shop('wrong-type'))).toMatchObject({
      code: 1,
    });
    expect(
      mcptest('policy', 'simulate', '--policy', 'policy.yml', '--run-report', 'run.json', '--gate'),
    ).toMatchObject({ code: 1 });
    expect(mcptest('evidence', 'verify', 'evidence.json', '--run-report', 'run.json')).toMatchObject({
      code: 1,
    });
  });
});

it.each(['legacy', 'modern'])('a session is recorded, served, and judged as a scenario: %s', (protocol) => {
  expect(
    mcptest('record', '--suite', 'suite.yml', '--protocol', protocol, '--out', 'tape.jsonl', ...shop()),
  ).toMatchObject({ code: 0 });
  const serve = ['--', process.execPath, ...PROGRAM, 'serve', '--tape', join(folder, 'tape.jsonl')];
  const served = mcptest('run', 'suite.yml', '--protocol', protocol, ...serve);
  expect(served).toEqual({ code: 0, said: expect.stringContaining('3 tests passed') });
  expect(mcptest('record', 'project', '--tape', 'tape.jsonl', '--out', 'cassette.json')).toMatchObject({
    code: 0,
  });
  expect(mcptest('scenario', 'run', 'scenario.yml')).toMatchObject({ code: 0 });
  rmSync(join(folder, 'cassette.json'));
  expect(processesWith(folder)).toEqual([]);
});
