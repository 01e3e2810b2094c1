import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRuns, mayUpdate, perform } from './support/golden-cases.ts';
import { runCli } from './support/run-cli.ts';

const runs = findRuns(join(import.meta.dirname, 'golden'));
const update = mayUpdate(process.env);

/** Every command that does something, as named in the help, joined with hyphens: `policy-simulate`. */
async function commandsBelow(...words: string[]): Promise<string[]> {
  const { stdout } = await runCli([...words, '--help']);
  const [, list = ''] = /^Commands:\n((?: +.*\n)+)/m.exec(stdout) ?? [];
  const names = [...list.matchAll(/^ {2}([\w-]+)/gm)].flatMap(([, name = '']) =>
    name === 'help' ? [] : name,
  );
  if (names.length === 0) return [words.join('-')];
  // a group that accepts an operand is a command too
  const itself = /^Usage: .* (<\S+>|\[command\.\.\.\])$/m.test(stdout) ? [words.join('-')] : [];
  return [...itself, ...(await Promise.all(names.map((name) => commandsBelow(...words, name)))).flat()];
}

describe('golden runs', () => {
  it.each(runs)('$name', async (run) => {
    const actual = await perform(run);
    if (update) writeFileSync(run.file, actual);
    // compares all files at once, so both a missing and an extra file are found
    expect(actual).toBe(readFileSync(run.file, 'utf8'));
  });
});

describe('the runner', () => {
  it('has runs of every command', async () => {
    const commands = await commandsBelow();
    expect(commands).toContain('policy-simulate');
    // `help` is none that does something
    const seen = new Set(runs.map(({ name }) => name.split('/')[0]).filter((name) => name !== 'help'));
    expect([...seen].sort()).toEqual(commands.sort());
  });

  it('rewrites expectations only on request, and never in CI', () => {
    expect(mayUpdate({})).toBe(false);
    expect(mayUpdate({ UPDATE_GOLDENS: '0', CI: 'true' })).toBe(false);
    expect(mayUpdate({ UPDATE_GOLDENS: '1' })).toBe(true);
    expect(() => mayUpdate({ UPDATE_GOLDENS: '1', CI: 'true' })).toThrow('refused');
  });

  it('refuses files that it would not compare', () => {
    const root = mkdtempSync(join(tmpdir(), 'mcptest-golden-'));
    const runsOf = join(root, 'command', 'case', 'runs');
    mkdirSync(runsOf, { recursive: true });
    expect(() => findRuns(root)).toThrow('no run uses these inputs');
    writeFileSync(join(runsOf, 'one.console'), '$ mcptest --version\n');
    expect(findRuns(root).map(({ name }) => name)).toEqual(['command/case/one']);
    mkdirSync(join(runsOf, 'two'));
    expect(() => findRuns(root)).toThrow('two: expected a run');
    rmSync(root, { recursive: true });
  });

  it('reports a difference for a run without expectations', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcptest-golden-'));
    const file = join(folder, 'one.console');
    writeFileSync(file, '$ mcptest --help\n');
    const actual = await perform({ name: 'one', file, inputs: folder });
    expect(actual).toMatch(
      /^\$ mcptest --help\nMay this release go out\?[\s\S]*\nUsage: mcptest[\s\S]*\n\$ echo \$\?\n0\n$/,
    );
    rmSync(folder, { recursive: true });
  });
});
