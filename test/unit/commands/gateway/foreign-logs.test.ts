import { describe, expect, it } from 'vitest';
import type { LogRow } from '../../../../src/artifacts/audit-log/formats/log-format.ts';
import { LOG_FORMATS } from '../../../../src/artifacts/audit-log/formats/log-formats.ts';
import { LogRows } from '../../../../src/artifacts/audit-log/log-rows.ts';
import type { AuditRecord } from '../../../../src/artifacts/audit-log/model.ts';
import { readLogs } from '../../../../src/artifacts/audit-log/read.ts';
import { LOG_SAMPLES } from '../../../support/log-samples.ts';
import { memoryFiles } from '../../../support/memory-files.ts';
import { runCli } from '../../../support/run-cli.ts';

const RULES = `version: "1"
policies:
  - { name: Deny deletions, toolPattern: "delete_*", action: deny }
`;

const DRAFT = `version: "1"
policies:
  - { name: Hold new issues, toolPattern: create_issue, action: require_approval }
  - { name: Deny deletions, toolPattern: "delete_*", action: require_approval }
`;

async function backtest(files: Record<string, string>, ...more: string[]) {
  const logs = Object.keys(files)
    .filter((file) => file !== 'draft.yml')
    .flatMap((file) => ['--audit-log', file]);
  const ran = await runCli(
    ['gateway', 'backtest', '--policies', 'rules.yml', '--draft', 'draft.yml', ...logs, ...more],
    { files: { 'rules.yml': RULES, 'draft.yml': DRAFT, ...files } },
  );
  return { ...ran, json: () => JSON.parse(ran.stdout) };
}

const sample = (format: string) => {
  const found = LOG_SAMPLES.find((each) => each.format === format);
  if (!found) throw new Error(`no sample of ${format}`);
  return found;
};

async function callsOf(text: string) {
  const calls: AuditRecord[] = [];
  const reading = await readLogs(['log'], memoryFiles({ log: text }), (call) => calls.push(call), {
    assume: () => 'allow',
  });
  return { calls, reading };
}

describe.each(LOG_SAMPLES)('a log of $format', ({ format, text, first, decides }) => {
  const assume = decides ? [] : ['--assume', 'allow'];

  it('gives the flips of the draft', async () => {
    const { exitCode, json } = await backtest({ log: text }, '--format', 'json', ...assume);
    expect(exitCode).toBe(0);
    expect(json()).toMatchObject({
      total: 3,
      unknown: 0,
      loosening: 1,
      tightening: 2,
      flips: { 'allow->require_approval': 2, 'deny->require_approval': 1 },
      logs: [{ file: 'log', format }],
      assumed: decides ? null : { decision: 'allow', records: 3 },
      byTool: {
        entries: [
          { name: 'create_issue', total: 2 },
          { name: 'delete_repo', total: 1 },
        ],
      },
      byAgent: { entries: [{ name: 'ana', total: 3 }] },
      byDay: {
        entries: [
          { name: '2026-06-01', total: 2 },
          { name: '2026-06-02', total: 1 },
        ],
      },
    });
  });

  it('is read with its attributes', async () => {
    const { calls } = await callsOf(text);
    expect(calls[0]).toEqual(decides ? first : { ...first, decision: 'allow' });
  });

  it('is the same when the format is named', async () => {
    const auto = await backtest({ log: text }, '--format', 'json', ...assume);
    const named = await backtest({ log: text }, '--format', 'json', '--log-format', format, ...assume);
    expect(named.stdout).toBe(auto.stdout);
  });

  it(decides ? 'says what was decided' : 'needs a word about decisions', async () => {
    const { exitCode, stdout, stderr } = await backtest({ log: text }, '--format', 'json');
    if (decides) expect(JSON.parse(stdout).drift).toMatchObject({ total: 0, unknown: 0 });
    else {
      expect(exitCode).toBe(2);
      expect(stderr).toContain('does not say what was decided about its calls');
      expect(stderr).toContain('--assume allow');
    }
  });

  it('takes the decision of the current rules', async () => {
    const { json } = await backtest({ log: text }, '--format', 'json', '--assume', 'current');
    expect(json()).toMatchObject({ total: 3, drift: { total: 0, unknown: 0 } });
  });

  it('says so when it contains no calls', async () => {
    const others = text
      .split('\n')
      .filter((line) => line !== '' && !/create_issue|delete_repo/.test(line))
      .join('\n');
    const { exitCode, stderr } = await backtest({ log: others }, '--log-format', format, ...assume);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('contains no tool calls');
  });

  it('refuses a line that is cut off', async () => {
    const cut = text.trimEnd().slice(0, -20);
    if (format === 'agentgateway') return;
    const { exitCode, stderr } = await backtest({ log: cut }, ...assume);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('cannot be read');
  });

  it('is claimed by no other format', () => {
    const rows: LogRow[] = text.split('\n').flatMap((line) => [...new LogRows().of(line).rows]);
    const claiming = LOG_FORMATS.filter(({ claims }) => rows.some((row) => claims(row)));
    expect(claiming.map(({ name }) => name)).toEqual([format]);
  });

  it('is read from the prefix of a log collector', async () => {
    if (format === 'json-rpc') return;
    const prefixed = text.replaceAll(/^(?=.)/gm, '[pod/gateway-0/proxy] ');
    const { json } = await backtest({ log: prefixed }, '--format', 'json', ...assume);
    expect(json()).toMatchObject({ total: 3, tightening: 2, loosening: 1 });
  });

  it('is read by suggest', async () => {
    const { exitCode, stdout } = await runCli(
      ['gateway', 'suggest', '--policies', 'rules.yml', '--audit-log', 'log', '--format', 'json', ...assume],
      { files: { 'rules.yml': RULES, log: text } },
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ records: 3, logs: [{ format }] });
  });
});

describe('a decision that is not known', () => {
  it.each([
    ['toolhive', '"outcome":"success"', '"outcome":"quarantined"', '`outcome` must be one of'],
    ['golf', '"blocked":false', '"blocked":"no"', '`security.blocked` must be true or false'],
    ['golf', '"authorization_result":"granted"', '"authorization_result":"maybe"', 'authorization_result'],
    ['policy-fabric', '"decision":"allow"', '"decision":"ALLOW"', '`decision` must be one of'],
    ['cerbos', 'EFFECT_ALLOW', 'EFFECT_NO_MATCH', '`EFFECT_ALLOW`, `EFFECT_DENY`, found "EFFECT_NO_MATCH"'],
  ])('makes the line of a log of %s unreadable', async (format, from, to, message) => {
    const { exitCode, stderr } = await backtest({ log: sample(format).text.replaceAll(from, to) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  it('is unknown where the gateway tells only how the request ended', async () => {
    const log = sample('agentgateway').text.replaceAll('http.status=200', 'http.status=502');
    const { json } = await backtest({ log }, '--format', 'json');
    expect(json()).toMatchObject({ total: 3, drift: { unknown: 2 } });
  });
});

describe('a stream of several kinds of lines', () => {
  it('counts the lines that are no calls by kind', async () => {
    const { json, stdout } = await backtest({ log: sample('toolhive').text }, '--format', 'json');
    expect(json().logs).toEqual([
      {
        file: 'log',
        format: 'toolhive',
        leftOut: [
          { what: '`mcp_tools_list` events', lines: 1 },
          { what: 'lines of the application log', lines: 1 },
          { what: 'lines that are not JSON', lines: 1 },
        ],
      },
    ]);
    expect(JSON.parse(stdout).unreadable).toBe(0);
  });

  it('names the format and the kinds in the report', async () => {
    const { stdout } = await backtest({ log: sample('claude-code').text }, '--assume', 'current');
    expect(stdout).toContain('log       log, read as claude-code');
    expect(stdout).toContain(
      'left out  `summary` rows (1), calls that are written again (1), messages without calls (1)',
    );
    expect(stdout).toContain('assumed   the decision of 3 records: what the current rules say');
  });

  it('finds the first call after many other lines', async () => {
    const other = `${JSON.stringify({ level: 'info', msg: 'ready' })}\n`.repeat(5000);
    const { json } = await backtest({ log: other + sample('toolhive').text }, '--format', 'json');
    expect(json()).toMatchObject({ total: 3 });
  });

  it.each([
    [
      'our records',
      '{"at":"2026-06-01T12:00:00Z","tool":"delete_repo","decision":"allow"}\n',
      'records of mcptest',
    ],
    ['another log', sample('golf').text, 'Golf Gateway audit log'],
  ])('does not lose %s in the middle', async (_, more, named) => {
    const { exitCode, stderr } = await backtest({ log: sample('toolhive').text + more });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`is a line of another log (${named})`);
  });

  it('does not lose a line of our log in which another follows', async () => {
    const ours = '{"at":"2026-06-01T12:00:00Z","tool":"delete_repo","decision":"allow"}\n';
    const { exitCode } = await backtest({ log: ours + sample('toolhive').text });
    expect(exitCode).toBe(2);
  });

  it('refuses a key that is written twice', async () => {
    const text = sample('toolhive').text.replace('"outcome":"application', '"outcome":"denied",$&');
    const { exitCode, stderr } = await backtest({ log: text });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('a key occurs twice in one object');
  });
});

describe('a JSON document', () => {
  it.each(['toolhive', 'cerbos', 'claude-code', 'codex', 'otlp', 'json-rpc'])(
    'is read like lines: %s',
    async (format) => {
      const { text, decides } = sample(format);
      const values = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
      const assume = decides ? [] : ['--assume', 'allow'];
      const texts = {
        list: JSON.stringify(values),
        'list over lines': JSON.stringify(values, null, 2),
        'one after the other': values.map((value) => JSON.stringify(value, null, 2)).join('\n'),
      };
      for (const log of Object.values(texts)) {
        const { json } = await backtest({ log }, '--format', 'json', ...assume);
        expect(json()).toMatchObject({ total: 3, tightening: 2, loosening: 1, logs: [{ format }] });
      }
    },
  );

  it('holds all spans of a trace', async () => {
    const resourceSpans = sample('otlp')
      .text.trimEnd()
      .split('\n')
      .flatMap((line) => JSON.parse(line).resourceSpans);
    const { json } = await backtest(
      { log: JSON.stringify({ resourceSpans }, null, 2) },
      '--format',
      'json',
      '--assume',
      'allow',
    );
    expect(json()).toMatchObject({ total: 3 });
  });
});

describe('a log in no format', () => {
  it('is refused with the keys that it has, and the page that helps', async () => {
    const log = '{"ts":1780304400,"action":"create_issue","verdict":"allow"}\n';
    const { exitCode, stderr } = await backtest({ log });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is in no format of logs that is read');
    expect(stderr).toContain('an object with `"ts"`, `"action"`, `"verdict"`');
    expect(stderr).toContain('docs/logs.md');
  });

  it('is refused when it is text', async () => {
    const { exitCode, stderr } = await backtest({ log: 'GET / 200\nGET / 200\n' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the first line is not JSON');
  });

  it('is a record without a decision, unless one is assumed', async () => {
    const log = '{"at":"2026-06-01T12:00:00Z","tool":"create_issue"}\n';
    const refused = await backtest({ log });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--assume allow');
    const { json } = await backtest({ log }, '--format', 'json', '--assume', 'allow');
    expect(json()).toMatchObject({ total: 1, assumed: { decision: 'allow', records: 1 } });
  });

  it('keeps a wrong decision unreadable, whatever is assumed', async () => {
    const log = '{"at":"2026-06-01T12:00:00Z","tool":"create_issue","decision":"maybe"}\n';
    expect((await backtest({ log }, '--assume', 'allow')).exitCode).toBe(2);
  });
});

describe('a call without a time', () => {
  const BARE = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_issue' } })}\n`;
  const NIGHT = `version: "1"
policies:
  - name: Nothing at night
    toolPattern: create_issue
    action: deny
    context: { time: { windows: [{ start: "22:00", end: "06:00" }] } }
`;

  it('is decided, on a day that is not known', async () => {
    const { json } = await backtest({ log: BARE }, '--format', 'json', '--assume', 'allow');
    expect(json()).toMatchObject({ tightening: 1, byDay: { entries: [{ name: null, total: 1 }] } });
    expect(json().samples[0].at).toBeNull();
  });

  it('is unknown to a rule on the time', async () => {
    const { json } = await backtest(
      { log: BARE, 'draft.yml': NIGHT },
      ...['--format', 'json', '--assume', 'allow', '--log-format', 'json-rpc'],
    );
    expect(json()).toMatchObject({ unknown: 1, lacking: { time: 1 } });
  });

  it('cannot be selected by time', async () => {
    const { exitCode, stderr } = await backtest(
      { log: BARE },
      ...['--assume', 'allow', '--since', '2026-01-01T00:00:00Z'],
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain('cannot select calls without a time');
  });

  it('is no habit of hours', async () => {
    const { exitCode, stdout } = await runCli(
      [
        ...['gateway', 'suggest', '--policies', 'rules.yml', '--audit-log', 'log', '--format', 'json'],
        ...['--assume', 'allow', '--min-support', '1'],
      ],
      { files: { 'rules.yml': RULES, log: BARE.repeat(40) } },
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).suggestions).not.toContainEqual(
      expect.objectContaining({ kind: 'usual-hours' }),
    );
  });
});

describe('the tool of a server', () => {
  const draft = (toolPattern: string) =>
    `version: "1"\npolicies:\n  - { name: x, toolPattern: "${toolPattern}", action: deny }\n`;

  it.each([
    ['create_issue', 2],
    ['mcp__github__create_issue', 2],
    ['mcp__github__*', 2],
    ['mcp__gitlab__*', 0],
  ])('is matched under both of its names: %s', async (pattern, tightening) => {
    for (const format of ['claude-code', 'codex', 'toolhive']) {
      const log = sample(format).text;
      const ran = await runCli(
        [
          ...['gateway', 'backtest', '--policies', 'rules.yml', '--draft', 'draft.yml', '--audit-log', 'log'],
          ...['--format', 'json', '--assume', 'allow'],
        ],
        { files: { 'rules.yml': RULES, 'draft.yml': draft(pattern), log } },
      );
      expect(JSON.parse(ran.stdout).tightening).toBe(tightening);
    }
  });
});
