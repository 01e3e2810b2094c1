import { describe, expect, it } from 'vitest';
import { HOSTS, SAMPLES } from '../../../support/hook-contracts.ts';
import { runCli } from '../../../support/run-cli.ts';

const RULES = `version: "1"
policies:
  - { name: no jailbreak, toolPattern: "*", action: deny, context: { mlThreatClass: { anyOf: [jailbreak] } } }
`;
const line = (agent: string, assessed: string, at: string) => JSON.stringify({ agent, class: assessed, at });
const THREATS = [
  line('bot', 'malware', '2026-05-30T00:00:00Z'),
  line('bot', 'jailbreak', '2026-05-31T00:00:00Z'),
  line('other', 'jailbreak', '2026-05-30T00:00:00Z'),
  line('other', 'malware', '2026-05-31T00:00:00+00:00'),
  line('bot', 'malware', '2026-06-02T00:00:00Z'),
].join('\n');

async function decide(agent: string, flags: readonly string[] = [], threats = THREATS) {
  const { exitCode, stdout, stderr } = await runCli(
    [
      ...['gateway', 'simulate', '--policies', 'p.yml', '--tool', 't', '--agent', agent, '--json'],
      ...['--threats', 't.ndjson', ...flags],
    ],
    { files: { 'p.yml': RULES, 't.ndjson': threats } },
  );
  return exitCode === 0 ? JSON.parse(stdout) : stderr;
}

describe('--threats', () => {
  it('takes the most recent assessment at the time of the call', async () => {
    expect((await decide('bot')).decision).toBe('deny');
    expect((await decide('bot', ['--at', '2026-06-03T00:00:00Z'])).decision).toBe('allow');
    expect((await decide('bot', ['--at', '2026-05-30T12:00:00Z'])).decision).toBe('allow');
    expect((await decide('other')).decision).toBe('allow');
    expect((await decide('other', ['--threat', 'jailbreak'])).decision).toBe('allow');
  });

  it('lets through an agent that nobody has assessed, and says so', async () => {
    const { decision, trace } = await decide('new', [], '');
    expect(decision).toBe('allow');
    expect(trace[0].because).toContain('mlThreatClass is absent (the agent has not been assessed)');
  });

  it.each([
    ['x', 't.ndjson:1:1'],
    [line('bot', 'odd', '2026-05-30T00:00:00Z'), 'prompt_injection'],
    [line('', 'malware', '2026-05-30T00:00:00Z'), 'agent'],
    [line('bot', 'malware', 'today'), 'RFC 3339'],
    ['{"agent":"bot","agent":"a"}', 'twice'],
    ['[]', 't.ndjson:1:1'],
  ])('refuses what is no assessment: %s', async (threats, message) => {
    expect(await decide('bot', [], threats)).toContain(message);
  });

  it('counts in a hook, which denies when it cannot read them', async () => {
    const act = async (threats: string | undefined) => {
      const files = { 'p.yml': RULES, '-': JSON.stringify(SAMPLES.claude('Read', {})) };
      const argv = ['gateway', 'hook', '--agent', 'claude', '--policies', 'p.yml', '--threats', 't.ndjson'];
      const given = threats === undefined ? files : { ...files, 't.ndjson': threats };
      return HOSTS.claude(await runCli(argv, { files: given }));
    };
    expect(await act(line('claude', 'jailbreak', '2026-05-31T00:00:00Z'))).toBe('deny');
    expect(await act(line('claude', 'malware', '2026-05-31T00:00:00Z'))).toBe('run');
    expect(await act('x')).toBe('deny');
    expect(await act(undefined)).toBe('deny');
  });
});

describe('a backtest', () => {
  async function backtest(records: readonly object[], rules = RULES, after = rules) {
    const log = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const { stdout, stderr } = await runCli(
      [
        ...['gateway', 'backtest', '--policies', 'p.yml', '--after', 'after.yml', '--audit-log', 'log'],
        '--json',
      ],
      { files: { 'p.yml': rules, 'after.yml': after, log } },
    );
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  }
  const at = (hour: number) => `2026-06-01T0${hour}:00:00Z`;
  const record = (hour: number, id: string, more: object = {}, agent: object = {}) => ({
    ...{ at: at(hour), tool: 't', agent: { id, ...agent }, decision: 'allow', risk: 0, signals: [], ...more },
  });

  it('carries assessments on from record to record of an agent', async () => {
    const jailbroken = { mlThreatClass: 'jailbreak' };
    const none = 'version: "1"\npolicies: []\ndefault: allow\n';
    const { flips, unknown } = await backtest(
      [
        record(1, 'a'),
        record(2, 'a', {}, jailbroken),
        record(3, 'a'),
        record(4, 'b'),
        record(5, 'a', { enforced: { names: 'strict', unknownServer: 'deny' } }),
        record(6, 'a', {}, { mlThreatClass: 'malware' }),
        record(7, 'a'),
        record(8, 'a', {}, jailbroken),
        record(9, 'a', {}, { mlThreatClass: 'something else' }),
        record(9, 'a'),
      ],
      none,
      RULES,
    );
    // of a alone: the one that says it, the one after it, and the one that says it again
    expect(flips['allow->deny']).toBe(3);
    // before the first assessment, of b, and after one that is not understood
    expect(unknown).toBe(4);
  });

  it('compares names as the hook was told to, whatever the rule set says', async () => {
    const rules = (names: string) =>
      `version: "1"\nnames: ${names}\npolicies: [{ name: no, toolPattern: Bash, action: deny }]\n`;
    const input = JSON.stringify(SAMPLES.claude('BASH', {}));
    const argv = ['gateway', 'hook', '--agent', 'claude', '--policies', 'p.yml', '--audit-log', 'log'];
    const logged = async (names: string, ...flags: string[]) => {
      const files = { 'p.yml': rules(names), '-': input };
      return JSON.parse((await runCli([...argv, ...flags], { files })).files.log ?? '');
    };
    const loose = await logged('strict', '--names', 'loose');
    const strict = await logged('loose', '--names', 'strict');
    expect([loose.decision, strict.decision]).toEqual(['allow', 'deny']);
    expect((await backtest([loose], rules('strict'))).drift.total).toBe(0);
    expect((await backtest([strict], rules('loose'))).drift.total).toBe(0);
    const unasked = await logged('strict');
    expect((await backtest([unasked], rules('strict'), rules('loose'))).flipped).toBe(1);
  });
});

describe('gateway simulate --names', () => {
  it('wins over the rule set', async () => {
    const rules = (names: string) =>
      `version: "1"\n${names}policies: [{ name: no, toolPattern: Bash, action: deny }]\n`;
    const decided = async (names: string, ...flags: string[]) => {
      const argv = ['gateway', 'simulate', '--policies', 'p.yml', '--tool', 'BASH', '--json', ...flags];
      const { stdout } = await runCli(argv, { files: { 'p.yml': rules(names) } });
      return JSON.parse(stdout).decision;
    };
    expect(await decided('')).toBe('allow');
    expect(await decided('', '--names', 'strict')).toBe('deny');
    expect(await decided('names: strict\n', '--names', 'loose')).toBe('allow');
  });
});

describe('a log that says an assessment once', () => {
  const record = (tool: string, minute: number, agent: object) =>
    JSON.stringify({
      at: `2026-05-30T00:${String(minute).padStart(2, '0')}:00Z`,
      ...{ tool, agent, decision: 'allow', risk: 0, signals: [] },
    });
  const rest = Array.from({ length: 30 }, (_, minute) => record('db.write', minute + 1, { id: 'bot' }));
  const log = (first: object) => [record('other', 0, { id: 'bot', ...first }), ...rest].join('\n');
  const suggestions = async (first: object) => {
    const argv = ['gateway', 'suggest', '--policies', 'p.yml', '--audit-log', 'log', '--json'];
    const files = { 'p.yml': RULES.replace('"*"', 'db.*'), log: log(first) };
    return JSON.parse((await runCli(argv, { files })).stdout).suggestions;
  };

  it('is read by `suggest` as by a backtest: what an agent was assessed as is known of its later calls, too', async () => {
    expect(await suggestions({})).toEqual([]);
    expect(await suggestions({ mlThreatClass: 'jailbreak' })).toEqual([]);
    expect(await suggestions({ mlThreatClass: 'malware' })).toEqual([
      expect.objectContaining({ kind: 'never-fires', support: 31 }),
    ]);
  });
});
