import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';

const MANY = 150_000;

const vitest = {
  success: true,
  numTotalTests: MANY,
  numPassedTests: MANY,
  numFailedTests: 0,
  testResults: Array(MANY).fill({
    status: 'passed',
    startTime: 1,
    endTime: 2,
    assertionResults: [{ status: 'passed' }],
  }),
};

const catalog = (inputSchema: object) => JSON.stringify({ tools: [{ name: 'get_d', inputSchema }] });

describe('an input with very many parts', () => {
  it('is no bug of ours: files of a test run', async () => {
    const files = { 'run.json': JSON.stringify(vitest) };
    const { exitCode, stdout } = await runCli(['policy', 'facts', '--run-report', 'run.json'], { files });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(new RegExp(`run\\.passed +${MANY}`));
  });

  it('is no bug of ours: parts of a schema', async () => {
    for (const count of [5000, MANY]) {
      const files = { 'tools.json': catalog({ type: 'object', allOf: Array(count).fill({}) }) };
      const args = ['scaffold', '--tools-from', 'tools.json', '--out', 's.yml'];
      const { exitCode, stderr } = await runCli(args, { files });
      // no arguments can be made up, so there is nothing to test
      expect(exitCode).toBe(2);
      expect(stderr).toContain('no test can be made up for the tool: ');
    }
  });
});

describe('src/', () => {
  it('passes no list as arguments whose length an input decides', () => {
    const root = join(import.meta.dirname, '../../src');
    const spreads = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const text = readFileSync(join(root, name), 'utf8').replace(/^ *(?:\/?\*|\/\/).*$/gm, '');
        const calls = text.match(
          /\b(?:push|unshift|splice|concat|min|max|hypot|fromCharCode|fromCodePoint|of)\([^(){}[\]]*\.\.\.|(?<!world)\.apply\(/g,
        );
        return (calls ?? []).map((call) => `${name}: ${call}`);
      });
    expect(spreads, 'use src/values/append.ts or reduce').toEqual([]);
  });
});
