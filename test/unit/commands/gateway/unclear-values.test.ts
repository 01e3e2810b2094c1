import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const RULES = `version: "1"
servers: [{ name: pg, environment: production, type: database }]
policies:
  - { name: held, toolPattern: "other.*", action: deny }
`;
const draftOn = (context: string) =>
  `[{ name: draft, toolPattern: "db.*", action: deny, context: { ${context} } }]`;

const ON = {
  type: draftOn('resource: { type: { anyOf: [database] } }'),
  environment: draftOn('resource: { environment: { anyOf: [production] } }'),
  host: draftOn('resource: { host: { anyOf: ["*.corp.com"] } }'),
  threat: draftOn('mlThreatClass: { anyOf: [malware] }'),
  ip: draftOn('ip: { anyOf: [10.0.0.0/8] }'),
};

const backtested = async (records: readonly object[], draft: string, ...flags: string[]) => {
  const log = records
    .map((each) =>
      JSON.stringify({ at: '2026-06-01T12:00:00Z', tool: 'db.read', decision: 'allow', ...each }),
    )
    .join('\n');
  const { stdout, stderr, exitCode } = await runCli(
    [
      'gateway',
      'backtest',
      '--policies',
      'r.yml',
      '--draft',
      'd.yml',
      '--audit-log',
      'log',
      '--json',
      ...flags,
    ],
    { files: { 'r.yml': RULES, 'd.yml': draft, log } },
  );
  return { exitCode, stderr, report: JSON.parse(stdout) as Record<string, unknown> };
};

describe('a value of a log that no rule can be tried on', () => {
  it.each([
    ['resource.type', ON.type, { resource: { type: 'Database' } }, 'Database', 'did you mean `database`?'],
    ['resource.type', ON.type, { resource: { type: 'sql' } }, 'sql', 'write one of `database`'],
    ['agent.mlThreatClass', ON.threat, { agent: { mlThreatClass: 'phishing' } }, 'phishing', 'malware'],
    [
      'resource.environment',
      ON.environment,
      { resource: { environment: 'PROD' } },
      'PROD',
      'as the rule set',
    ],
    ['resource.host', ON.host, { resource: { host: 'https://a.corp.com' } }, 'https://a.corp.com', 'alone'],
    ['ip', ON.ip, { ip: '10.0.0.1, 192.0.2.1' }, '10.0.0.1, 192.0.2.1', '--trust-forwarded'],
    ['ip', ON.ip, { ip: '10.0.0.1:70000' }, '10.0.0.1:70000', 'write one IPv4 or IPv6 address'],
  ])('makes %s unknown, is counted and named', async (attribute, draft, record, value, help) => {
    const { exitCode, report, stderr } = await backtested([record, record], draft, '--max-flips', '1');
    expect(report).toMatchObject({
      unknown: 2,
      unclear: [{ attribute, value, records: 2 }],
    });
    expect(stderr).toContain(`2 records have a value of \`${attribute}\``);
    expect(stderr).toContain(`\`${value}\` (2)`);
    expect(stderr).toContain(help);
    expect(exitCode).toBe(1);
  });

  it('does not matter where the registry knows better', async () => {
    const record = { server: 'pg', resource: { type: 'Database', environment: 'PROD' } };
    const { report, stderr } = await backtested([record], ON.type);
    expect(report).toMatchObject({ unknown: 0, flipped: 1, unclear: [] });
    expect(stderr).toBe('');
  });

  it('is none where it can be read', async () => {
    const records = [
      {
        ip: '10.0.0.1:443',
        resource: { type: 'database', environment: 'production', host: 'A.corp.com:5432' },
      },
      { ip: '', server: '', resource: { type: '', environment: '', host: '' }, agent: { mlThreatClass: '' } },
      { ip: '10.0.0.1:443, 192.0.2.1' },
    ];
    const { report, stderr } = await backtested(records, ON.ip, '--trust-forwarded');
    expect(report).toMatchObject({ unclear: [], flipped: 2, unknown: 1 });
    expect(stderr).toBe('');
  });

  it('is named by `suggest` too', async () => {
    const log = JSON.stringify({
      at: '2026-06-01T12:00:00Z',
      tool: 'db.read',
      decision: 'allow',
      resource: { type: 'Database' },
    });
    const { stderr } = await runCli(['gateway', 'suggest', '--policies', 'r.yml', '--audit-log', 'log'], {
      files: { 'r.yml': RULES, log },
    });
    expect(stderr).toContain('1 record has a value of `resource.type` that no rule can be tried on');
  });

  it('is counted together with others where there are very many', async () => {
    const records = Array.from({ length: 1200 }, (_, index) => ({ resource: { type: `t${index}` } }));
    const { report, stderr } = await backtested(records, ON.type);
    const unclear = report.unclear as { value: string | null; records: number }[];
    expect(unclear).toHaveLength(1001);
    expect(unclear[0]).toMatchObject({ value: null, records: 200 });
    expect(stderr).toContain('others (200)');
  });
});

it('a mapped network that is larger than IPv4 is refused, since it contains no IPv4 address', async () => {
  const { exitCode, stderr } = await runCli(['gateway', 'check', 'r.yml'], {
    files: { 'r.yml': draftOn('ip: { anyOf: ["::ffff:10.0.0.0/8"] }') },
  });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('`::ffff:10.0.0.0/8` contains no IPv4 address');
});
