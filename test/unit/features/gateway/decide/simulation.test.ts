import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../../../../src/artifacts/audit-log/model.ts';
import { refuseOtherTimes } from '../../../../../src/features/gateway/calls/call-options.ts';
import { simulate, unknownServers } from '../../../../../src/features/gateway/decide/simulation.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';
import { compileRuleSet } from '../../../../../src/features/gateway/rules/rule-set.ts';
import { runCli } from '../../../../support/run-cli.ts';

const RULES = JSON.stringify({
  version: '1',
  policies: [{ name: 'No secrets', toolPattern: '*', action: 'deny', signalCategory: 'secret' }],
  servers: [{ name: 'warehouse' }],
  inspection: { disabled: ['pii.email'] },
});
const ruleSet = compileRuleSet(parseRuleSet(RULES, 'p.json'));

const verdictOf = (call: ToolCall) =>
  simulate(ruleSet, { many: false, calls: [call] }, { at: 0, trace: 'none' }).calls[0]?.verdict;

describe('a simulation', () => {
  it('inspects what the call does not carry, with the settings of the rule set', () => {
    const args = { to: 'somebody@example.org', key: 'AKIAIOSFODNN7EXAMPLX' };
    const verdict = verdictOf({ tool: 'x', arguments: args });
    expect(verdict).toMatchObject({ decision: 'deny', risk: 45 });
    expect(verdict?.signals.map(({ id }) => id)).toEqual(['secret.aws_access_key']);
    expect(verdictOf({ tool: 'x', arguments: args, signals: [], risk: 7 })).toMatchObject({
      decision: 'allow',
      risk: 7,
      signals: [],
    });
  });

  it.each([
    ['AKIAIOSFODNN7EXAMPLX', 'AK…LX (20 characters)'],
    ['hunter2', '7 characters'],
    ['the secret … is 12 characters', 'th…rs (29 characters)'],
    ['AK…LX (20 characters)', 'AK…LX (20 characters)'],
    ['8 characters', '8 characters'],
    ['1 character', '1 character'],
  ])('shows the evidence `%s` that a call brings along as `%s`', (evidence, shown) => {
    const verdict = verdictOf({ tool: 'x', signals: [{ category: 'secret', evidence }] });
    expect(verdict?.signals).toEqual([{ category: 'secret', evidence: shown }]);
  });

  it('takes the time of the call before that of the command', () => {
    const times = [{ tool: 'x', at: 5 }, { tool: 'x' }];
    const { calls } = simulate(ruleSet, { many: true, calls: times }, { at: 9, trace: 'none' });
    expect(calls.map(({ call }) => call.at)).toEqual([5, 9]);
    const file = { many: true, calls: times, warnings: [], placeOf: () => ({}) };
    expect(() => refuseOtherTimes(file, 5)).not.toThrow();
    expect(() => refuseOtherTimes(file, 9)).toThrow('contradicts --at');
  });

  it('knows the servers of the rule set, if it has any', () => {
    const unknown = (file: typeof ruleSet.file, ...servers: string[]) =>
      unknownServers({ calls: [{ tool: 'x' }, ...servers.map((server) => ({ tool: 'x', server }))] }, file);
    expect(unknown(ruleSet.file, 'warehouse')).toEqual([]);
    expect(unknown({ ...ruleSet.file, servers: [] }, 'x')).toEqual([]);
    expect(unknown(ruleSet.file, 'warehose', 'warehouse', 'warehose')).toMatchObject([
      { help: 'did you mean `warehouse`?' },
    ]);
  });

  it('decides each of many calls as it would alone', async () => {
    const lines = [
      '{"tool":"a","arguments":{"k":"AKIAIOSFODNN7EXAMPLX"}}',
      '{"tool":"b"}',
      '{"tool":"c","risk":9}',
    ];
    const flags = ['gateway', 'simulate', '--policies', 'p.json', '--format', 'json', '--trace', 'all'];
    const decide = async (text: string) => {
      const files = { 'p.json': RULES, 'c.ndjson': text };
      return (await runCli([...flags, '--call', 'c.ndjson'], { files })).stdout;
    };
    const alone = await Promise.all(lines.map(decide));
    expect(
      (await decide(lines.join('\n')))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(alone.map((text) => JSON.parse(text)));
  });

  it('holds each call of a file against what the file expects of it', async () => {
    const run = (calls: string, ...more: string[]) =>
      runCli(['gateway', 'simulate', '--policies', 'p.json', '--call', 'c.ndjson', ...more], {
        files: { 'p.json': RULES, 'c.ndjson': calls },
      });
    const denied = '{"tool":"a","signals":["secret"],"expect":"deny"}\n';
    const wrong = '{"tool":"b","expect":"require_approval"}\n';
    const met = await run(denied + denied);
    expect([met.exitCode, met.stderr]).toEqual([0, '']);
    expect(met.stdout).toContain('2 deny, 0 require_approval, 0 allow; all as expected');

    const missed = await run(denied + wrong, '--format', 'json');
    expect(missed.exitCode).toBe(1);
    expect(missed.stderr).toBe(
      'c.ndjson:2:22: error: [1].expect: expected require_approval, but the verdict is allow\n' +
        '  help: no rule matches, and calls are allowed by default\n',
    );
    expect(JSON.parse(missed.stdout.split('\n')[1] ?? '')).toMatchObject({
      decision: 'allow',
      expected: 'require_approval',
    });
    expect((await run(denied + wrong)).stdout).toContain('; 1 not as expected');

    const gate = await run(denied, '--gate');
    expect([gate.exitCode, gate.stdout]).toEqual([2, '']);
    expect(gate.stderr).toContain('--gate and `expect` contradict each other');
    const partial = await run(`${denied}{"tool":"b"}\n`);
    expect([partial.exitCode, partial.stdout]).toEqual([2, '']);
    expect(partial.stderr).toContain('[1].expect: is missing, but other calls');
  });

  it('has colour where there is a terminal', async () => {
    const args = ['gateway', 'simulate', '--policies', 'p.json', '--tool', 'x', '--signal', 'secret'];
    const { stdout } = await runCli(args, { files: { 'p.json': RULES }, isTerminal: true });
    expect(stdout).toContain('\u001b[31mDENY');
  });
});
