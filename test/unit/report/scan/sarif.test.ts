import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../../src/features/scan/core/rule.ts';
import { runCli } from '../../../support/run-cli.ts';

const golden = new URL('../../../golden/security/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, golden), 'utf8');

/** The schema of SARIF 2.1.0 as OASIS published it, which the matchers of Microsoft carry. */
const schema = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
    'utf8',
  ),
) as { id: string; $schema: string };

// it is written in draft 4, of which it uses only what draft 7 has too, but for the name of `$id`
const { id: $id, $schema: _, ...rules } = schema;
const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile({
  $id,
  ...rules,
});

const FILES = {
  'tools.json': read('poisoned/tools.json'),
  'others.json': read('suppressed/tools.json'),
  'suppress.yml': read('suppressed/suppress.yml'),
};

/** Files that together have findings of every family, and the arguments that scan them. */
const EVERY_FILE = {
  'tools.json': read('poisoned/tools.json'),
  'changed.json': read('pins/changed.json'),
  'mcp.lock.json': read('pins/mcp.lock.json'),
  'risky.json': read('config/risky.json'),
  'mail.json': read('several/mail.json'),
  'helper.json': read('several/helper.json'),
};
const EVERY_FAMILY = [
  ...['tools.json', 'changed.json', 'mail.json', 'helper.json'],
  ...['--config', 'risky.json', '--pins', 'mcp.lock.json'],
];

interface Sarif {
  readonly runs: readonly [
    {
      readonly tool: { driver: { rules: readonly { properties: { tags: readonly string[] } }[] } };
      readonly results: readonly { ruleIndex: number }[];
    },
  ];
}

describe('the SARIF of a scan', () => {
  it('is valid against the schema of SARIF 2.1.0', async () => {
    for (const args of [['tools.json'], ['tools.json', 'others.json', '--suppress', 'suppress.yml']]) {
      const { stdout } = await runCli(['security', ...args, '--format', 'sarif'], { files: FILES });
      validate(JSON.parse(stdout));
      expect(validate.errors).toBeNull();
    }
  });

  it.each([
    ['counted', []],
    ['known', ['--baseline', 'baseline.json']],
    ['accepted into the lock', ['--update-pins']],
  ])('is valid with findings of every family, %s', async (_, flags) => {
    const scan = ['security', ...EVERY_FAMILY, '--format'];
    const { stdout: baseline } = await runCli([...scan, 'json'], { files: EVERY_FILE });
    const files = { ...EVERY_FILE, 'baseline.json': baseline };
    const { stdout } = await runCli([...scan, 'sarif', ...flags], { files });
    const sarif = JSON.parse(stdout) as Sarif;
    validate(sarif);
    expect(validate.errors).toBeNull();
    const [{ tool, results }] = sarif.runs;
    const families = results.map(({ ruleIndex }) => tool.driver.rules[ruleIndex]?.properties.tags[1]);
    expect(new Set(families)).toEqual(new Set(Object.keys(FAMILIES)));
  });

  it('would not be without its version', () => {
    expect(validate({ runs: [] })).toBe(false);
  });
});

describe('the release gate', () => {
  const policy = `version: "1.0"
rules:
  - { id: critical, fact: security.critical_count, max: 0 }
  - { id: high, fact: security.high_count, max: 0 }
`;

  it.each(['json', 'sarif'])('counts the findings of the %s report', async (format) => {
    const args = ['tools.json', 'others.json', '--suppress', 'suppress.yml', '--format', format];
    const scan = await runCli(['security', ...args, '--out', 'scan'], { files: FILES });
    expect(scan.exitCode).toBe(1);
    const files = { 'policy.yml': policy, 'scan.json': scan.files.scan as string };
    const gate = ['policy', 'simulate', '--policy', 'policy.yml', '--security', 'scan.json', '--gate'];
    const { exitCode, stdout } = await runCli([...gate, '--format', 'json'], { files });
    expect(exitCode).toBe(1);
    const { rules } = JSON.parse(stdout) as { rules: { id: string; actual: number }[] };
    expect(rules.map(({ id, actual }) => [id, actual])).toEqual([
      ['critical', 1],
      ['high', 8],
    ]);
  });
});
