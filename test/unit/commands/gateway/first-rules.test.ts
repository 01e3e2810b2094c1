import { describe, expect, it } from 'vitest';
import { parseRuleSet } from '../../../../src/features/gateway/rule-file/rule-set-file.ts';
import { runCli } from '../../../support/run-cli.ts';

const DRAFT = `- { name: Hold deletions, toolPattern: "aws.delete_*", action: require_approval, enabled: false }\n`;
const LOG = ['aws.delete_bucket', 'aws.list']
  .map((tool) => JSON.stringify({ at: '2026-06-01T12:00:00Z', tool, decision: 'allow' }))
  .join('\n');
const EMPTY = [
  ['a mapping', 'version: "1"\npolicies: []\n'],
  ['a list', '[]\n'],
] as const;

const backtested = async (files: Record<string, string>, ...flags: string[]) => {
  const {
    stdout,
    stderr,
    exitCode: code,
  } = await runCli(['gateway', 'backtest', '--audit-log', 'log', '--format', 'json', ...flags], {
    files: { 'draft.yml': DRAFT, log: LOG, ...files },
  });
  return {
    code,
    stderr,
    report: stdout === '' ? undefined : (JSON.parse(stdout) as Record<string, unknown>),
  };
};

describe('the first rule', () => {
  it.each(EMPTY)('is tried on a rule set that is empty, as %s', async (_, text) => {
    const { code, report } = await backtested(
      { 'r.yml': text },
      '--policies',
      'r.yml',
      '--draft',
      'draft.yml',
    );
    expect(code).toBe(0);
    expect(report).toMatchObject({ ruleSet: 'r.yml', flipped: 1, asIfEnabled: ['Hold deletions'] });
  });

  it('is tried without a rule set', async () => {
    const { code, report } = await backtested({}, '--draft', 'draft.yml', '--max-flips', '0');
    expect(code).toBe(1);
    expect(report).toMatchObject({ ruleSet: null, flipped: 1 });
  });

  it('is not judged by --fail-on-loosen without rules to compare with', async () => {
    const { code, stderr } = await backtested({}, '--draft', 'draft.yml', '--fail-on-loosen');
    expect(code).toBe(2);
    expect(stderr).toContain('--fail-on-loosen needs the rules to compare with');
  });

  it.each(EMPTY)('is added to a rule set that is empty, as %s', async (_, text) => {
    const { exitCode: code, files } = await runCli(
      [
        'gateway',
        'policies',
        'add',
        '--policies',
        'r.yml',
        '--name',
        'a',
        '--tool-pattern',
        'b.*',
        '--action',
        'deny',
      ],
      { files: { 'r.yml': text } },
    );
    expect(code).toBe(0);
    expect(parseRuleSet(files['r.yml'] as string, 'r.yml').rules).toMatchObject([{ toolPattern: 'b.*' }]);
  });

  it.each(EMPTY)('is needed to decide: %s', async (_, text) => {
    const { exitCode: code, stderr } = await runCli(
      ['gateway', 'simulate', '--policies', 'r.yml', '--tool', 'x'],
      {
        files: { 'r.yml': text },
      },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('must be a non-empty list');
  });

  it('is needed in a draft', async () => {
    const { code, stderr } = await backtested({ 'draft.yml': '[]' }, '--draft', 'draft.yml');
    expect(code).toBe(2);
    expect(stderr).toContain('must be a non-empty list');
  });

  it.each(EMPTY)('may be suggested: %s', async (_, text) => {
    const { exitCode: code } = await runCli(
      ['gateway', 'suggest', '--policies', 'r.yml', '--audit-log', 'log'],
      {
        files: { 'r.yml': text, log: LOG },
      },
    );
    expect(code).toBe(0);
  });
});

describe('a draft that is switched off', () => {
  const rule = '{ name: Hold deletions, toolPattern: "aws.delete_*", action: require_approval';

  it('is tried as if it were on, and the report says so', async () => {
    const { stdout } = await runCli(['gateway', 'backtest', '--audit-log', 'log', '--draft', 'draft.yml'], {
      files: { 'draft.yml': DRAFT, log: LOG },
    });
    expect(stdout).toContain('as enabled  Hold deletions');
    expect(stdout).toContain('1 flip');
  });

  it('is what it says where it only switches off the rule that it replaces', async () => {
    const files = { 'r.yml': `- ${rule} }\n`, 'draft.yml': `- ${rule}, enabled: false }\n` };
    const { report } = await backtested(files, '--policies', 'r.yml', '--draft', 'draft.yml');
    expect(report).toMatchObject({ loosening: 1, asIfEnabled: [] });
  });

  it('switches off the rule that it replaces, also where it changes more', async () => {
    const files = {
      'r.yml': `- ${rule} }\n`,
      'draft.yml': `- ${rule}, enabled: false, priority: 7 }\n`,
    };
    const { code, report } = await backtested(
      files,
      '--policies',
      'r.yml',
      '--draft',
      'draft.yml',
      '--fail-on-loosen',
    );
    expect(code).toBe(1);
    expect(report).toMatchObject({ loosening: 1, asIfEnabled: [] });
  });

  it('shows what enabling a rule of the set would do', async () => {
    const files = { 'r.yml': `- ${rule}, enabled: false }\n`, 'draft.yml': `- ${rule}, enabled: false }\n` };
    const { report } = await backtested(files, '--policies', 'r.yml', '--draft', 'draft.yml');
    expect(report).toMatchObject({ tightening: 1, asIfEnabled: ['Hold deletions'] });
  });
});
