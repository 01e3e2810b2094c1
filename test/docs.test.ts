import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runPage, withRealOutput } from '../scripts/console-blocks.ts';
import { documentedCommands } from '../scripts/console-commands.ts';
import { ConsoleSession } from '../scripts/console-session.ts';
import { withTables } from '../scripts/doc-tables.ts';
import { gatePicture, pages } from '../scripts/generated-files.ts';
import { words } from '../scripts/shell-words.ts';
import { officialFormat } from '../src/artifacts/conformance/official.ts';
import { FOREIGN_JSON_FORMATS } from '../src/artifacts/run-report/foreign-json.ts';
import { OTHER_FORMATS } from '../src/artifacts/run-report/read.ts';
import { SECURITY_FORMATS } from '../src/artifacts/security/formats.ts';
import { parseYaml } from '../src/documents/yaml.ts';
import { parseRuleSet } from '../src/features/gateway/rule-file/rule-set-file.ts';
import { parsePolicy } from '../src/features/policy/policy-file.ts';
import { compileSuite } from '../src/features/run/compile-suite.ts';
import { parseSuite } from '../src/features/scenario/suite/suite-file.ts';
import { POLICY_FORMAT_NAMES } from '../src/report/policy/formats.ts';
import { SCENARIO_FORMAT_NAMES } from '../src/report/scenario/formats.ts';
import { blocksOf } from './support/doc-blocks.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe.each(pages(root))('%s', (path) => {
  const page = read(path);

  it('shows what its commands print', async () => {
    for (const { line, command, printed, really } of await runPage(root, path, page)) {
      expect(printed, `${path}:${line}: ${command}\n(\`npm run generate\` brings it up to date)`).toBe(
        really,
      );
    }
  });

  it('passes the time where the output depends on it', () => {
    const timeless = documentedCommands(page)
      .map(({ command }) => command)
      .filter((command) => command.includes('--max-age') && !command.includes('--now'));
    expect(timeless).toEqual([]);
  });

  it('has tables that agree with the code', () => {
    expect(page, 'run `npm run generate`').toBe(withTables(page));
  });

  it('links to files and headings that exist', () => {
    expect(brokenLinks(path, page)).toEqual([]);
  });

  it('shows shell, YAML and JSON that can be read', async () => {
    for (const text of blocksOf(page, 'yaml')) {
      // a part of a workflow keeps its indentation
      const value = parseYaml(text, path).value as {
        rules?: unknown;
        scenarios?: unknown;
        policies?: unknown;
        tests?: unknown;
      };
      if (value.rules) expect(() => parsePolicy(text, path)).not.toThrow();
      if (value.policies) expect(() => parseRuleSet(text, path)).not.toThrow();
      if (value.tests) await expect(compileSuite(text, path)).resolves.toBeDefined();
      // a suite of tests names suites of scenarios
      else if (value.scenarios) await expect(parseSuite(text, path)).resolves.toBeDefined();
    }
    for (const text of blocksOf(page, 'json')) expect(() => JSON.parse(text)).not.toThrow();
    for (const text of blocksOf(page, 'sh')) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
      expect({ text, status, stderr }).toEqual({ text, status: 0, stderr: '' });
    }
  });

  it('has no marks of a merge that was not finished', () => {
    expect(page.match(/^(<{7}|={7}|>{7})( .*)?$/gm) ?? []).toEqual([]);
  });

  it('marks blocks that cannot be run by their language', () => {
    // without a language, it is unclear whether a block should be run
    expect(page.match(/^```\n(?=.)[\s\S]*?^```$/gm) ?? []).toEqual([]);
    expect(page).not.toMatch(/^```(bash|shell|terminal)$/m);
  });
});

it('has a row and a section for every output format', () => {
  const page = read('docs/output-formats.md');
  const rows = [...page.matchAll(/^\| \[`(\w+)`\]\(#\1\)/gm)].map(([, name]) => name);
  expect(rows).toEqual(POLICY_FORMAT_NAMES);
  for (const name of POLICY_FORMAT_NAMES) expect(page).toContain(`\n## ${name}\n`);
});

describe('the tables of formats that are read', () => {
  const page = read('docs/artifacts.md');
  const rowsOf = (heading: string) =>
    (page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.toLowerCase());
  /** The words that tell a format from others. */
  const wordsOf = (name: string) =>
    name
      .toLowerCase()
      .replace(/\bjson\b|\bxml\b|mcptest [a-z -]+|[()]/g, ' ')
      .split(/[\s/]+/)
      .filter((word) => word !== '' && !/^(?:a|of|with|each|the|mcp|kubernetes|report)$/.test(word));

  it.each([
    ['Run report', [...FOREIGN_JSON_FORMATS.map(({ name }) => name), ...OTHER_FORMATS]],
    ['Security scan', SECURITY_FORMATS.map(({ name }) => name)],
    ['Conformance report', [officialFormat.name]],
  ])('%s: have a row for each format', (heading, names) => {
    const rows = rowsOf(heading);
    expect(rows.length).toBeGreaterThan(2);
    const missing = names.filter(
      (name) => !rows.some((row) => wordsOf(name).every((word) => row.includes(word))),
    );
    expect(missing).toEqual([]);
  });
});

it('has a row for every output format of scenarios', () => {
  const [, rest = ''] = read('docs/output-formats.md').split('\n## Reports of scenarios\n');
  const [section = ''] = rest.split('\n## ');
  const rows = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(rows).toEqual(SCENARIO_FORMAT_NAMES);
});

it('shows a picture of the actual output', async () => {
  expect(read('docs/gate.svg'), 'run `npm run generate`').toBe(await gatePicture(root));
});

function brokenLinks(path: string, page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```$/gm, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });
}

function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('the check of the documentation', () => {
  const block = (...lines: string[]) => ['```console', ...lines, '```', ''].join('\n');

  it('reads commands, continued lines and what they print', () => {
    const page = `# Title\n\n${block('$ mcptest policy \\', '    --help', 'usage', '', '$ echo $?', '2')}`;
    expect(documentedCommands(page)).toEqual([
      { line: 4, command: 'mcptest policy \\\n    --help', printed: 'usage\n\n' },
      { line: 8, command: 'echo $?', printed: '2\n' },
    ]);
    expect(() => documentedCommands(block('usage'))).toThrow('begins with a command');
  });

  it('runs a page and inserts the output of its commands', async () => {
    const page = block('$ cd examples/policy', 'old', '$ mcptest polic', '$ echo $?', '0');
    const fresh = await withRealOutput(root, 'README.md', page);
    expect(fresh).toBe(
      block(
        '$ cd examples/policy',
        '$ mcptest polic',
        "error: unknown command 'polic'",
        '(Did you mean policy?)',
        '$ echo $?',
        '2',
      ),
    );
    expect(await withRealOutput(root, 'README.md', fresh)).toBe(fresh);
  });

  it('requires the exit code after a failing command', async () => {
    await expect(runPage(root, 'README.md', block('$ mcptest polic'))).rejects.toThrow('README.md:2');
  });

  it('finds broken links', () => {
    expect(
      brokenLinks('docs/facts.md', '[a](facts.md) [b](no.md) [c](#no) [d](https://example.com)'),
    ).toEqual(['no.md', '#no']);
  });

  it('splits words as a shell does, and refuses syntax that needs a shell', () => {
    expect(words(`a 'b c' "d e" \\\n  --f=g.h`)).toEqual(['a', 'b c', 'd e', '--f=g.h']);
    for (const line of ['a | b', 'a > b', 'a $B', 'a "$B"', "a'b'", 'a; b', 'a *']) {
      expect(() => words(line), line).toThrow('more shell');
    }
  });

  describe('a session', () => {
    let session: ConsoleSession | undefined;
    afterEach(() => session?.end());

    it('starts in the folder of an example, and stays inside its copy', async () => {
      session = new ConsoleSession(root, 'examples/policy/README.md');
      expect(await session.run('cat policy.yml')).toBe(read('examples/policy/policy.yml'));
      await expect(session.run('cd ../../..')).rejects.toThrow('leaves the copy');
      await expect(session.run('rm -r x')).rejects.toThrow('is not a command that the documentation can run');
    });
  });
});
