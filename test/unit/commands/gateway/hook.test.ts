import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openApprovalsFolder } from '../../../../src/node/approvals-folder.ts';
import { HOST_NAMES, HOSTS, SAMPLES } from '../../../support/hook-contracts.ts';
import { runCli } from '../../../support/run-cli.ts';

type Host = (typeof HOST_NAMES)[number];

const folder = mkdtempSync(join(tmpdir(), 'mcptest-hook-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder of approvals of its own for each hook that does not ask for one. */
let folders = 0;

const RULES = `
version: "1"
servers: [{name: pg, environment: production}, {name: a__b}]
agents: [{id: bot, labels: [ci]}]
policies:
  - {name: no deletes, toolPattern: delete_it, action: deny}
  - {name: ask for mail, toolPattern: send_mail, action: require_approval}
  - {name: no production, toolPattern: write, action: deny, context: {resource: {environment: {anyOf: [production]}}}}
  - {name: no ci, toolPattern: deploy, action: deny, context: {agent: {labels: {anyOf: [ci]}}}}
  - {name: no secrets, toolPattern: "*", action: deny, signalCategory: secret}
  - {name: no pushes, toolPattern: Shell, action: deny, signalCategory: destructive}
`;

interface Given {
  readonly host?: Host;
  readonly input?: unknown;
  readonly text?: string;
  readonly flags?: readonly string[];
  readonly files?: Record<string, string>;
  readonly approvals?: string;
}

const nextFolder = () => join(folder, `approvals-${folders++}`);

async function hook({
  host = 'claude',
  input,
  text = JSON.stringify(input),
  flags = [],
  files = {},
  approvals = nextFolder(),
}: Given) {
  const end = await runCli(['gateway', 'hook', '--agent', host, '--policies', 'p.yml', ...flags], {
    files: { 'p.yml': RULES, '-': text, ...files },
    approvals: () => openApprovalsFolder(approvals),
  });
  return { ...end, act: HOSTS[host](end) };
}

const act = async (given: Given) => (await hook(given)).act;

describe.each(HOST_NAMES)('the hook of %s', (host) => {
  const sample = (tool: string, args: unknown = {}) => ({ host, input: SAMPLES[host](tool, args) });

  it('lets an allowed call run', async () => {
    expect(await act(sample('Read', { path: 'README.md' }))).toBe('run');
  });

  it('denies a call and says which rule did', async () => {
    const { act, stdout } = await hook(sample('delete_it'));
    expect(act).toBe('deny');
    expect(stdout).toContain(
      'denied by policy `no deletes`: the explicit rule `no deletes` says deny; do not retry',
    );
  });

  it('asks where the host asks, and denies elsewhere', async () => {
    const { act, stdout } = await hook(sample('send_mail'));
    const asks = host === 'claude' || host === 'vscode';
    expect(act).toBe(asks ? 'ask' : 'deny');
    expect(stdout).toContain('held for approval by policy `ask for mail`');
    expect(stdout.includes('there is no decision yet; after `mcptest gateway approvals approve ')).toBe(
      !asks,
    );
  });

  it('inspects the arguments', async () => {
    expect(await act(sample('Write', { text: `AKIA${'QWERTYUIOPASDFGH'}` }))).toBe('deny');
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'rm -rf /'],
    ['no object', '[]'],
    ['two objects', '{} {}'],
    ['no name', JSON.stringify({ tool_input: {} })],
    ['a name that is no text', JSON.stringify(SAMPLES[host]({ toString: 1 } as never, {}))],
    ['no arguments', JSON.stringify(SAMPLES[host]('Read', undefined))],
    ['arguments that are no object', JSON.stringify(SAMPLES[host]('Read', ['a']))],
    ['null for arguments', JSON.stringify(SAMPLES[host]('Read', null))],
    ['a key twice', `{"tool_name":"delete_it",${JSON.stringify(SAMPLES[host]('Read', {})).slice(1)}`],
    [
      'an escaped key twice',
      `{"tool_nam\\u0065":"delete_it",${JSON.stringify(SAMPLES[host]('Read', {})).slice(1)}`,
    ],
    [
      'no event',
      JSON.stringify({ ...SAMPLES[host]('Read', {}), hook_event_name: undefined, hookEventName: undefined }),
    ],
    ['another event', JSON.stringify({ ...SAMPLES[host]('Read', {}), hook_event_name: 'PostToolUse' })],
    [
      'an event that is no text',
      JSON.stringify({ ...SAMPLES[host]('Read', {}), hook_event_name: { toString: 1 } }),
    ],
    ['arguments that are nested deeply', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['more than it reads', `{"x":"${'x'.repeat(9 * 2 ** 20)}"}`],
    ['nothing for too long', undefined],
  ])('denies when the agent sends %s', async (_, text) => {
    const files: Record<string, string> = { 'p.yml': RULES, ...(text !== undefined && { '-': text }) };
    const end = await runCli(['gateway', 'hook', '--agent', host, '--policies', 'p.yml'], { files });
    expect(HOSTS[host](end)).toBe('deny');
    expect(end.stdout + end.stderr).toContain('denied, since the call cannot be decided: ');
  });

  it.each([
    ['missing', {}, 'none.yml'],
    ['empty', { 'e.yml': '' }, 'e.yml'],
    ['without rules', { 'e.yml': 'version: "1"\npolicies: []' }, 'e.yml'],
    [
      'switched off',
      { 'e.yml': 'version: "1"\npolicies: [{name: a, toolPattern: b, action: deny, enabled: false}]' },
      'e.yml',
    ],
    ['wrong', { 'e.yml': 'version: "1"\npolicies: [{name: a}]' }, 'e.yml'],
  ])('denies when the rules are %s', async (_, files, policies) => {
    const end = await runCli(['gateway', 'hook', '--agent', host, '--policies', policies], {
      files: { '-': JSON.stringify(SAMPLES[host]('Read', {})), ...files },
    });
    expect(HOSTS[host](end)).toBe('deny');
    expect(end.stdout + end.stderr).toContain(policies);
  });

  it.each([
    [['--audit-log', 'no/log']],
    [['--audit-log', 'p.yml']],
    [['--audit-log', 'log', '--audit-max-size', 'big']],
    [['--deadline', 'soon']],
    [['--labels', 'a,,b']],
  ])('denies with %j', async (flags) => {
    expect(await act({ ...sample('Read'), flags })).toBe('deny');
  });

  it('prints settings that call it', async () => {
    const { exitCode, stdout } = await runCli([
      'gateway',
      'hook',
      'install',
      '--agent',
      host,
      '--policies',
      'p.yml',
    ]);
    expect(exitCode).toBe(0);
    expect(JSON.stringify(JSON.parse(stdout))).toContain(`mcptest gateway hook --agent ${host} --policies `);
  });
});

describe('the names of tools', () => {
  it.each<[Host, string, HostActName]>([
    ['claude', 'mcp__shop__delete_it', 'deny'],
    ['claude', 'mcp__shop__list', 'run'],
    // the server may be `shop__x`
    ['claude', 'mcp__shop__x__delete_it', 'deny'],
    // or not, when the rule set knows `a__b`
    ['claude', 'mcp__a__b__delete_it', 'deny'],
    ['claude', 'mcp__pg__write', 'deny'],
    ['claude', 'mcp__new__write', 'deny'],
    ['claude', 'mcp__', 'run'],
    ['claude', 'DELETE_IT', 'deny'],
    ['vscode', 'mcp_shop_delete_it', 'deny'],
    ['vscode', 'mcp_shop_list', 'run'],
    ['gemini', 'mcp_shop_delete_it', 'deny'],
    ['gemini', 'mcp__shop__delete_it', 'deny'],
    ['cursor', 'MCP:delete_it', 'deny'],
    ['cursor', 'MCP:shop:delete_it', 'deny'],
    ['cursor', 'MCP:list', 'run'],
  ])('%s calls %s', async (host, tool, wanted) => {
    expect(await act({ host, input: SAMPLES[host](tool, {}) })).toBe(wanted);
  });

  it('of Gemini CLI are in `mcp_context`', async () => {
    const input = (context: unknown) => ({ ...SAMPLES.gemini('mcp_shop_x_write', {}), mcp_context: context });
    const gemini = (context: unknown) => act({ host: 'gemini', input: input(context) });
    expect(await gemini({ server_name: 'pg', tool_name: 'write' })).toBe('deny');
    expect(await gemini({ server_name: 'shop', tool_name: 'delete_it' })).toBe('deny');
    expect(await gemini({ server_name: 'shop', tool_name: 'list' })).toBe('run');
    expect(await gemini({ server_name: '', tool_name: 'list' })).toBe('deny');
    expect(await gemini('shop')).toBe('deny');
  });

  it('have too many parts', async () => {
    const { act, stderr } = await hook({ input: SAMPLES.claude(`mcp__${'a__'.repeat(60)}b`, {}) });
    expect(act).toBe('deny');
    expect(stderr).toContain('more than 50 parts');
  });
});

type HostActName = 'run' | 'deny' | 'ask';

describe('the events of Cursor', () => {
  const cursor = (input: object, ...flags: string[]) => act({ host: 'cursor', input, flags });
  const shell = (command: unknown) => ({ hook_event_name: 'beforeShellExecution', command, cwd: '/' });
  const mcp = (tool_name: string, tool_input: unknown) => ({
    hook_event_name: 'beforeMCPExecution',
    tool_name,
    tool_input,
    command: 'npx a-server',
  });

  it('say a command line without a name', async () => {
    expect(await cursor(shell('git push --force'))).toBe('deny');
    expect(await cursor(shell('git status'))).toBe('run');
    expect(await cursor(shell(undefined))).toBe('deny');
    expect(await cursor(shell(1))).toBe('deny');
  });

  it('say arguments as an object or as JSON text', async () => {
    expect(await cursor(mcp('list', '{"a":1}'))).toBe('run');
    expect(await cursor(mcp('list', { a: 1 }))).toBe('run');
    expect(await cursor(mcp('list', '{"a":1,"a":2}'))).toBe('deny');
    expect(await cursor(mcp('list', '[]'))).toBe('deny');
    expect(await cursor(mcp('list', ''))).toBe('deny');
    expect(await cursor({ hook_event_name: 'beforeMCPExecution', command: 'npx a', tool_input: {} })).toBe(
      'deny',
    );
  });

  it('ask where it asks', async () => {
    expect(await cursor(mcp('send_mail', {}))).toBe('ask');
    expect(await cursor(SAMPLES.cursor('MCP:send_mail', {}))).toBe('deny');
  });

  it('take the server from --server', async () => {
    expect(await cursor(mcp('write', {}), '--server', 'a__b')).toBe('run');
    expect(await cursor(mcp('write', {}), '--server', 'pg')).toBe('deny');
    expect(await cursor(mcp('write', {}))).toBe('deny');
  });
});

describe('what the flags say', () => {
  it('of the agent', async () => {
    const input = SAMPLES.claude('deploy', {});
    expect(await act({ input })).toBe('run');
    expect(await act({ input, flags: ['--agent-id', 'bot'] })).toBe('deny');
    expect(await act({ input, flags: ['--labels', 'dev,ci'] })).toBe('deny');
  });

  it('of names and servers', async () => {
    const odd = { input: SAMPLES.claude('DELETE_IT', {}) };
    expect(await act({ ...odd, flags: ['--names', 'loose'] })).toBe('run');
    const unknown = { input: SAMPLES.claude('mcp__new__write', {}) };
    expect(await act({ ...unknown, flags: ['--unknown-server', 'require_approval'] })).toBe('ask');
  });

  it('of the log, with the arguments that were asked for', async () => {
    const text = `AKIA${'QWERTYUIOPASDFGH'}`;
    const input = SAMPLES.claude('Write', { text });
    const logged = async (...flags: string[]) => {
      const { files } = await hook({ input, flags: ['--audit-log', 'log', ...flags] });
      return JSON.parse(files.log ?? '');
    };
    expect(await logged()).toMatchObject({
      id: 'toolu_01',
      at: '2026-06-01T00:00:00Z',
      agent: { id: 'claude' },
      tool: 'Write',
      arguments: { text: '[AK…GH (20 characters)]' },
      decision: 'deny',
      policy: 'no secrets',
      enforced: { names: 'strict', unknownServer: 'deny' },
      ruleSet: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await logged('--log-arguments', 'full')).arguments).toEqual({ text });
    expect(await logged('--log-arguments', 'none')).not.toHaveProperty('arguments');
  });

  it('of the log that a backtest reads without flips', async () => {
    let log = '';
    for (const tool of ['Read', 'delete_it', 'mcp__new__write', 'mcp__a__b__send_mail', 'DELETE\u200b_IT']) {
      const { files } = await hook({
        input: SAMPLES.claude(tool, {}),
        flags: ['--audit-log', 'log'],
        files: { log },
      });
      log = files.log ?? '';
    }
    const { stdout } = await runCli(
      ['gateway', 'backtest', '--policies', 'p.yml', '--after', 'p.yml', '--audit-log', 'log', '--json'],
      { files: { 'p.yml': RULES, log } },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      total: 5,
      unchanged: 5,
      unknown: 0,
      drift: { total: 0, unknown: 0, flips: {} },
    });
  });
});

describe('a held call of an agent that asks nobody', () => {
  const input = SAMPLES.codex('mcp__shop__send_mail', { to: 'ann' });

  it('passes once after it is approved, and is logged as what it became', async () => {
    const approvals = nextFolder();
    const ask = async (log: string, given: object = input) =>
      hook({ host: 'codex', input: given, flags: ['--audit-log', 'log'], files: { log }, approvals });
    const first = await ask('');
    const [, id = ''] = /approve ([0-9a-f]{16})`/.exec(first.stdout) ?? [];
    const again = await ask(first.files.log ?? '');
    expect(again.stdout).toContain(id);
    const decide = (verdict: string) =>
      runCli(['gateway', 'approvals', verdict, id], { approvals: () => openApprovalsFolder(approvals) });
    expect((await decide('approve')).exitCode).toBe(0);
    const other = await ask(again.files.log ?? '', SAMPLES.codex('mcp__shop__send_mail', { to: 'bob' }));
    const used = await ask(other.files.log ?? '');
    const late = await ask(used.files.log ?? '');
    expect([first, again, other, used, late].map(({ act }) => act)).toEqual([
      'deny',
      'deny',
      'deny',
      'run',
      'deny',
    ]);
    expect(late.stdout).not.toContain(id);
    const records = (late.files.log ?? '').trim().split('\n');
    expect(records.map((line) => JSON.parse(line).approval.state)).toEqual([
      'expired',
      'expired',
      'expired',
      'approved',
      'expired',
    ]);
  });

  it('is denied after it is denied, and what the rules deny by then is denied', async () => {
    const approvals = nextFolder();
    const ask = (files = {}) => hook({ host: 'codex', input, approvals, files });
    const decide = async (verdict: string) => {
      const [, id = ''] = /approve ([0-9a-f]{16})`/.exec((await ask()).stdout) ?? [];
      await runCli(['gateway', 'approvals', verdict, id], {
        approvals: () => openApprovalsFolder(approvals),
      });
    };
    await decide('deny');
    expect((await ask()).stdout).toContain('denied by `unknown`; do not retry');
    await decide('approve');
    const denied = await ask({
      'p.yml': 'version: "1"\npolicies: [{name: none, toolPattern: "*", action: deny}]',
    });
    expect(denied.stdout).toContain('denied by policy `none`');
    // the approval is still there for a call that the rules hold
    expect((await ask()).act).toBe('run');
  });

  it('keeps which rules matched and why, although the arguments are masked and the rules may change', async () => {
    const approvals = nextFolder();
    const rules = `version: "1"
policies:
  - {name: ask for secrets, toolPattern: "*", action: require_approval, signalCategory: secret}
  - {name: ask for mail, toolPattern: send_mail, action: require_approval}
  - {name: no deletes, toolPattern: delete_it, action: deny}
`;
    const input = SAMPLES.codex('send_mail', { key: 'AKIAIOSFODNN7EXAMPLE' });
    const { stdout } = await hook({ host: 'codex', input, approvals, files: { 'p.yml': rules } });
    const [, id = ''] = /approve ([0-9a-f]{16})`/.exec(stdout) ?? [];
    const show = async (...flags: string[]) =>
      (
        await runCli(['gateway', 'approvals', 'show', id, ...flags], {
          approvals: () => openApprovalsFolder(approvals),
        })
      ).stdout;
    const shown = await show('--format', 'json');
    expect(JSON.parse(shown).approvals[0].trace).toEqual([
      {
        policy: 'ask for secrets',
        because: '`send_mail` matches the pattern `*`; signals are `secret`, required: `secret`',
      },
      {
        policy: 'ask for mail',
        because: '`send_mail` matches the pattern `send_mail`',
      },
    ]);
    expect(shown).not.toContain('AKIAIOSFODNN7EXAMPLE');
    expect(await show()).toContain('matched    ask for mail: `send_mail` matches the pattern `send_mail`\n');
  });

  it('is not held when its numbers cannot be compared, or nothing can be held', async () => {
    const text = JSON.stringify(input).replace('"ann"', '9007199254740993');
    const { act, stdout } = await hook({ host: 'codex', text });
    expect(act).toBe('deny');
    expect(stdout).toContain('no approval can be bound');
    expect((await hook({ host: 'codex', input, flags: ['--approval-ttl', 'soon'] })).act).toBe('deny');
    expect((await hook({ host: 'codex', input, approvals: '/dev/null' })).act).toBe('deny');
  });

  it.each([
    ['bypassPermissions', 'deny'],
    ['dontAsk', 'deny'],
    ['another', 'deny'],
    [{ toString: 1 }, 'deny'],
    ['plan', 'ask'],
    ['acceptEdits', 'ask'],
  ])('is asked about in Claude Code only where it asks: %j', async (permission_mode, wanted) => {
    expect(await act({ input: { ...SAMPLES.claude('send_mail', {}), permission_mode } })).toBe(wanted);
  });
});

describe('a call about which nothing can be decided', () => {
  const faultOf = async (given: Given & { policies?: string }) => {
    const { files } = await hook({ ...given, flags: ['--audit-log', 'log', ...(given.flags ?? [])] });
    return JSON.parse(files.log ?? '');
  };

  it('is logged with what is known of it', async () => {
    expect(await faultOf({ input: SAMPLES.claude('Read', {}), files: { 'p.yml': 'policies: [' } })).toEqual({
      at: '2026-06-01T00:00:00Z',
      agent: { id: 'claude' },
      decision: 'deny',
      fault: expect.stringContaining('p.yml:1: '),
    });
    expect(await faultOf({ text: '{"tool_name":"Read","tool_name":"Write"}' })).toMatchObject({
      fault: expect.stringContaining('is not JSON that can be read'),
    });
    const approvals = '/dev/null';
    expect(
      await faultOf({ host: 'codex', input: SAMPLES.codex('mcp__a__send_mail', {}), approvals }),
    ).toMatchObject({ id: 'call_01', agent: { id: 'codex' }, server: 'a', tool: 'send_mail' });
  });

  it('is no record of a decision to a backtest', async () => {
    const fault = await faultOf({ text: '' });
    const good = { at: '2026-06-01T00:00:00Z', tool: 'Read', decision: 'allow', risk: 0, signals: [] };
    const log = [fault, good, fault].map((each) => JSON.stringify(each)).join('\n');
    const argv = ['gateway', 'backtest', '--policies', 'p.yml', '--after', 'p.yml', '--audit-log', 'log'];
    const { stdout, exitCode } = await runCli([...argv, '--json'], { files: { 'p.yml': RULES, log } });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      total: 1,
      unreadable: 0,
      drift: { total: 0 },
      logs: [{ leftOut: [{ what: 'denials without a decision', lines: 2 }] }],
    });
  });
});

describe('settings that call a hook', () => {
  it('block when the hook fails', async () => {
    const install = async (host: Host) =>
      (await runCli(['gateway', 'hook', 'install', '--agent', host, '--policies', 'p.yml'])).stdout;
    expect(await install('claude')).toContain('"onFailure": "block"');
    expect(await install('cursor')).toContain('"failClosed": true');
    expect(await install('vscode')).toContain('|| exit 2"');
    expect(await install('gemini')).toContain('|| exit 2"');
    expect(await install('codex')).toContain('exit 2; }"');
  });

  it('have the flags, and paths from the folder of the project', async () => {
    const { stdout } = await runCli([
      ...['gateway', 'hook', 'install', '--agent', 'claude', '--policies', "my rule's.yml"],
      ...['--audit-log', '/var/log/calls.ndjson', '--labels', 'ci,dev', '--deadline', '1s'],
    ]);
    expect(JSON.parse(stdout).hooks.PreToolUse[0].hooks[0].command).toBe(
      `mcptest gateway hook --agent claude --policies "$CLAUDE_PROJECT_DIR"/'my rule'\\''s.yml' --audit-log /var/log/calls.ndjson --labels ci,dev --deadline 1s --approvals-dir "$CLAUDE_PROJECT_DIR"/.mcptest/approvals`,
    );
  });
});

describe('a hook that cannot even begin', () => {
  it.each([
    [['gateway', 'hook']],
    [['gateway', 'hook', '--agent', 'claude']],
    [['gateway', 'hook', '--agent', 'other', '--policies', 'p.yml']],
    [['gateway', 'hook', '--agent', 'claude', '--policies', 'p.yml', '--odd']],
    [['gateway', 'hook', '--agent', 'claude', '--policies', 'p.yml', 'extra']],
  ])('blocks with %j', async (argv) => {
    const { exitCode, stderr } = await runCli(argv, { files: { 'p.yml': RULES } });
    expect(exitCode).toBe(2);
    expect(stderr).not.toBe('');
  });
});
