import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const RULES = `# our rules
- name: No deletes   # ever
  toolPattern: aws.delete_*
  action: deny

# for now
- {name: Reads, toolPattern: '*.get_*', action: allow, enabled: false}
`;

const policies = (args: readonly string[], files: Record<string, string> = {}) =>
  runCli(['gateway', 'policies', ...args, '--policies', 'p.yml'], { files: { 'p.yml': RULES, ...files } });

describe('gateway policies', () => {
  it.each([
    ['enable', 'Reads', RULES.replace('enabled: false', 'enabled: true'), 'switched on'],
    [
      'disable',
      'No deletes',
      RULES.replace('action: deny\n', 'action: deny\n  enabled: false\n'),
      'switched off',
    ],
    ['disable', 'Reads', RULES, 'already switched off'],
    ['enable', 'No deletes', RULES, 'already switched on'],
    ['remove', 'Reads', RULES.slice(0, RULES.indexOf('\n# for now')), 'removed'],
  ])('%s %s', async (edit, name, after, done) => {
    const { exitCode, stdout, files } = await policies([edit, name]);
    expect({ exitCode, stdout, file: files['p.yml'] }).toEqual({
      exitCode: 0,
      stdout: `p.yml: \`${name}\` is ${done}\n`,
      file: after,
    });
  });

  it('adds what the flags say', async () => {
    const { exitCode, files } = await policies(
      ['add', '--name', 'Risky', '--tool-pattern', '*', '--action', 'deny'].concat([
        '--risk-threshold',
        '80',
        '--signal-category',
        'pii',
        '--priority',
        '-1',
        '--disabled',
      ]),
    );
    expect(exitCode).toBe(0);
    const added = ['name: Risky', 'toolPattern: "*"', 'action: deny', 'riskThreshold: 80'].concat([
      'signalCategory: pii',
      'priority: -1',
      'enabled: false',
    ]);
    expect(files['p.yml']).toBe(`${RULES}\n- ${added.join('\n  ')}\n`);
  });

  it.each([
    [
      'a policy',
      'name: New\ntoolPattern: x\naction: allow\n',
      '\n- name: New\n  toolPattern: x\n  action: allow\n',
    ],
    [
      'a list of them as JSON',
      '[{"name":"A","toolPattern":"x","action":"allow"},{"name":"B","toolPattern":"y","action":"deny","context":null}]',
      '\n- name: A\n  toolPattern: x\n  action: allow\n\n- name: B\n  toolPattern: "y"\n  action: deny\n  context: null\n',
    ],
  ])('adds %s from a file', async (_, text, added) => {
    const { exitCode, files } = await policies(['add', '--from', '-'], { '-': text });
    expect({ exitCode, file: files['p.yml'] }).toEqual({ exitCode: 0, file: RULES + added });
  });

  it.each([
    ['a name that nobody has', ['enable', 'No delete'], 'did you mean `No deletes`?'],
    ['a name that is far from all', ['remove', 'zzz'], 'mcptest gateway policies list'],
    ['a rule without its flags', ['add', '--name', 'x'], 'a rule needs --tool-pattern and --action'],
    [
      'a name that is taken',
      ['add', '--name', 'Reads', '--tool-pattern', 'x', '--action', 'deny'],
      'p.yml:7:1: error: there is already a rule called `Reads`',
    ],
    [
      'a name that is too long',
      ['add', '--name', 'x'.repeat(121), '--tool-pattern', 'x', '--action', 'deny'],
      '--name must be text of 1 to 120 characters',
    ],
    [
      'an action that is none',
      ['add', '--name', 'x', '--tool-pattern', 'x', '--action', 'dney'],
      'did you mean `deny`?',
    ],
    [
      'a priority that is no number',
      ['add', '--priority', '1.5'],
      '--priority must be a whole number, found `1.5`',
    ],
    [
      'a threshold out of range',
      ['add', '--risk-threshold', '101'],
      '--risk-threshold must be a whole number from 0 to 100, found `101`',
    ],
    [
      'flags beside a file',
      ['add', '--from', 'n.yml', '--name', 'x', '--disabled'],
      '--from and --name, --disabled contradict each other',
    ],
  ])('refuses %s and writes nothing', async (_, args, message) => {
    const result = await policies(args, { 'n.yml': '' });
    expect(result).toMatchObject({ exitCode: 2, stdout: '', files: { 'p.yml': RULES } });
    expect(result.stderr).toContain(message);
  });

  it.each([
    [
      'the file of a new rule is a rule set',
      { 'n.yml': '{version: "1", policies: [{name: a, toolPattern: a, action: deny}]}' },
      ['add', '--from', 'n.yml'],
      'found a whole rule set',
    ],
    [
      'the new rule is malformed',
      { 'n.yml': 'name: a\ntoolPatern: x\n' },
      ['add', '--from', 'n.yml'],
      'n.yml:',
    ],
    [
      'the rule is the only one',
      { 'p.yml': '- {name: a, toolPattern: a, action: deny}\n' },
      ['remove', 'a'],
      'is the only rule',
    ],
  ])('refuses when %s', async (_, files, args, message) => {
    const result = await policies(args, files);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(message);
  });

  it.each([
    [
      'YAML',
      '# one\nname: a # a\ntoolPattern: a\naction: deny\n\n# below\ndescription: |\n  two\n  lines\n',
      '# one\n- name: a # a\n  toolPattern: a\n  action: deny\n\n  # below\n  description: |\n    two\n    lines\n- name: b\n  toolPattern: x\n  action: deny\n',
    ],
    [
      'JSON',
      '{"name": "a", "toolPattern": "a", "action": "deny"}\n',
      '[{"name": "a", "toolPattern": "a", "action": "deny"}, {"name":"b","toolPattern":"x","action":"deny"}]\n',
    ],
  ])('makes a list of one policy that is the whole file, in %s', async (_, before, after) => {
    const { exitCode, files } = await policies(
      ['add', '--name', 'b', '--tool-pattern', 'x', '--action', 'deny'],
      { 'p.yml': before },
    );
    expect({ exitCode, file: files['p.yml'] }).toEqual({ exitCode: 0, file: after });
  });

  it('removes none from a file that is one policy', async () => {
    const one = 'name: a\ntoolPattern: a\naction: deny\n';
    const { exitCode, stderr, files } = await policies(['remove', 'a'], { 'p.yml': one });
    expect({ exitCode, file: files['p.yml'] }).toEqual({ exitCode: 2, file: one });
    expect(stderr).toContain('switch it off instead');
  });

  it('makes a file that is not there', async () => {
    const add = ['gateway', 'policies', 'add', '--name', 'a', '--tool-pattern', 'x', '--action', 'deny'];
    const { exitCode, stdout, files } = await runCli([...add, '--policies', 'ci/new.yml'], {
      files: { 'ci/x': '' },
    });
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout:
        'ci/new.yml: new rule set\nci/new.yml: `a` is added\n' +
        'ci/new.yml has no schema line for editors, because mcptest is not in node_modules here\n',
    });
    const rules = 'version: "1"\n\npolicies:\n  - name: a\n    toolPattern: x\n    action: deny\n';
    expect(files['ci/new.yml']).toBe(rules);
    const schema = 'node_modules/mcptest/schemas/rule-set.v1.schema.json';
    const inProject = await runCli([...add, '--policies', 'ci/new.yml'], {
      files: { 'ci/x': '', [schema]: '{}' },
    });
    expect(inProject.stdout).not.toContain('schema line');
    expect(inProject.files['ci/new.yml']).toBe(`# yaml-language-server: $schema=../${schema}\n${rules}`);
    const json = await runCli([...add, '--policies', 'new.json'], { files: {} });
    expect(JSON.parse(json.files['new.json'] ?? '')).toEqual({
      version: '1',
      policies: [{ name: 'a', toolPattern: 'x', action: 'deny' }],
    });
    const list = await runCli(['gateway', 'policies', 'enable', 'a', '--policies', 'none.yml'], {
      files: {},
    });
    expect([list.exitCode, list.files['none.yml']]).toEqual([2, undefined]);
  });

  it('says that comments of a file of rules stay behind', async () => {
    const rule = 'name: New # c\ntoolPattern: x\naction: allow\n';
    const { exitCode, stderr } = await policies(['add', '--from', 'n.yml'], { 'n.yml': rule });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'n.yml: warning: its comments are not copied\n',
    });
    const without = await policies(['add', '--from', 'n.yml'], {
      'n.yml': rule.replace('# c', '"#"').replace('New ', ''),
    });
    expect([without.exitCode, without.stderr]).toEqual([0, '']);
  });

  it('adds three hundred rules in the time of one', async () => {
    const rules = Array.from({ length: 300 }, (_, index) => ({
      name: `r${index}`,
      toolPattern: 'x',
      action: 'deny',
    }));
    const { exitCode, files } = await policies(['add', '--from', '-'], { '-': JSON.stringify(rules) });
    expect(exitCode).toBe(0);
    expect(files['p.yml']?.startsWith(RULES)).toBe(true);
    expect(files['p.yml']?.match(/\n\n- name: r\d+\n/g)).toHaveLength(300);
  });

  it('switches one policy that is the whole file', async () => {
    const { exitCode, files } = await policies(['disable', 'a'], {
      'p.yml': '# one\nname: a\ntoolPattern: a\naction: deny\n',
    });
    expect({ exitCode, file: files['p.yml'] }).toEqual({
      exitCode: 0,
      file: '# one\nname: a\ntoolPattern: a\naction: deny\nenabled: false\n',
    });
  });

  it('edits no standard input', async () => {
    const { exitCode, stderr } = await runCli(['gateway', 'policies', 'enable', 'x', '--policies', '-']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'error: --policies must be a file: standard input cannot be edited\n',
    });
  });
});
