import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_CHDB } from '../../support/chdb.ts';
import { type ClickHouseBridge, startClickHouse } from '../../support/clickhouse-bridge.ts';
import { runCli } from '../../support/run-cli.ts';

const POLICIES = JSON.stringify([
  {
    name: 'Nights',
    toolPattern: '*',
    action: 'deny',
    context: {
      time: { windows: [{ start: '22:00', end: '06:00' }], tz: 'Europe/Berlin' },
      resource: { host: { anyOf: ['*.corp.com'] } },
      ip: { anyOf: ['10.0.0.0/8'] },
    },
  },
]);
const DRAFT = JSON.stringify([
  { name: 'Hold mail', toolPattern: 'gmail.*', action: 'require_approval', signalCategory: 'pii' },
  {
    name: 'Jailbroken',
    toolPattern: 'db.*',
    action: 'deny',
    context: { mlThreatClass: { anyOf: ['jailbreak'] } },
  },
]);

const HOSTILE = 'a`\'"\\ table; DROP TABLE audit';

let server: ClickHouseBridge;
beforeAll(async () => {
  if (NO_CHDB) return;
  server = await startClickHouse('secret');
  server.run(`CREATE TABLE audit (id String, at DateTime, tool LowCardinality(String), agent_id LowCardinality(String),
    agent_mlThreatClass LowCardinality(String), agent_labels Array(String), ip String, resource_host String,
    risk UInt8, signals String, decision Enum8('allow' = 1, 'deny' = 2)) ENGINE = MergeTree ORDER BY at`);
  server.run(`INSERT INTO audit SELECT 'call-' || toString(number), toDateTime('2026-06-01 00:00:00', 'UTC') + number * 3600,
    if(number % 3 = 0, 'gmail.send', 'db.read'), 'ana', if(number = 150, 'jailbreak', ''), ['ci'], '10.0.0.1', 'db.corp.com', 5,
    if(number % 2 = 0, '["pii"]', '[]'), 'allow' FROM numbers(200)`);
  server.run(`CREATE TABLE \`${HOSTILE.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\` AS audit`);
  server.run(
    `INSERT INTO \`${HOSTILE.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\` SELECT * FROM audit`,
  );
  server.run(`CREATE TABLE written (at String, tool String, decision String) ENGINE = MergeTree ORDER BY at`);
  server.run(`INSERT INTO written SELECT '2026-06-01T12:00:00Z', 'db.read', 'allow' FROM numbers(10)`);
});
afterAll(() => server?.close());

const source = (table: string, port = server.port) =>
  `clickhouse://127.0.0.1:${port}/default?table=${encodeURIComponent(table)}`;

const run = (from: string, more: readonly string[] = [], options: Parameters<typeof runCli>[1] = {}) =>
  runCli(['gateway', 'backtest', '--policies', 'p.json', '--draft', 'd.json', '--source', from, ...more], {
    env: { CLICKHOUSE_PASSWORD: 'secret' },
    ...options,
    files: {
      'p.json': POLICIES,
      'd.json': DRAFT,
      'secret.yml': 'user: reader\npassword: secret\n',
      'broken.yml': 'user: reader\npasword: secret\n',
    },
  });

describe.skipIf(NO_CHDB)('gateway backtest --source clickhouse:', () => {
  it('reads a table, whatever its name, and only reads', async () => {
    const { stdout, stderr, exitCode } = await run(source('audit'), ['--format', 'json']);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    const report = JSON.parse(stdout);
    // of the records of ana, those after the assessment are decided by it
    expect(report).toMatchObject({ total: 200, source: { cases: 0, streamed: 200 } });
    expect(report.flips['allow->require_approval']).toBeGreaterThan(0);
    expect(report.flips['allow->deny']).toBeGreaterThan(0);
    expect(server.requests.every((each) => each.get('readonly') === '1')).toBe(true);
    const named = await run(source(HOSTILE), ['--format', 'json']);
    expect(JSON.parse(named.stdout)).toMatchObject({ total: 200, flips: report.flips, byDay: report.byDay });
    const range = ['--since', '2026-06-02T00:00:00Z', '--until', '2026-06-03T00:00:00Z', '--format', 'json'];
    expect(JSON.parse((await run(source('audit'), range)).stdout)).toMatchObject({ total: 24, outside: 176 });
  });

  it('reads times that are text', async () => {
    const { stdout } = await run(source('written'), ['--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ total: 10, source: { cases: 1 } });
  });

  it('takes credentials from a file, else from the environment', async () => {
    const given = ['--credentials', 'secret.yml'];
    expect((await run(source('audit'), given, { env: {} })).exitCode).toBe(0);
    expect(
      (await run(source('audit'), [], { env: { CLICKHOUSE_USER: 'u', CLICKHOUSE_PASSWORD: 'secret' } }))
        .exitCode,
    ).toBe(0);
    for (const env of [{}, { CLICKHOUSE_USER: 'reader' }]) {
      const { exitCode, stderr } = await run(source('audit'), [], { env });
      expect(stderr).toContain('Authentication failed');
      expect(stderr).toContain('help: set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD, or pass --credentials');
      expect(exitCode).toBe(2);
    }
    const broken = await run(source('audit'), ['--credentials', 'broken.yml']);
    expect(broken.stderr).toContain('must have `user` and `password`, and nothing else');
    expect(broken.stderr).not.toContain('secret');
    const needless = await run('parquet:a.parquet', given);
    expect(needless.stderr).toContain('--credentials is only for a database server');
  });

  it('shows its queries, with values apart', async () => {
    const { stdout, exitCode } = await run(source('audit'), ['--explain']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      '-- groups of records that look the same to the rules\n-- value 1: "corp.com"\n-- value 2: ".corp.com"\n',
    );
    expect(stdout).toMatch(/\n-- records that are read one by one, in the order of time\nSELECT .*;\n/);
    expect(stdout).toContain('FROM `default`.`audit` AS mcptest_log');
    expect(stdout).not.toMatch(/SELECT.*corp/);
    const two = await run(source('audit'), ['--explain', '--format', 'json']);
    expect(two.stderr).toContain('--explain shows the queries and makes no report');
  });

  it('shows how far it is on a terminal', async () => {
    const { stderr } = await run(source('audit'), [], { isTerminal: true });
    expect(stderr).toMatch(/\r\u001b\[K[\d,]+( of [\d,]+)? records, \d+ MB/);
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });

  it('works for a user who may not change settings', async () => {
    const env = { CLICKHOUSE_USER: 'restricted', CLICKHOUSE_PASSWORD: 'secret' };
    const { exitCode, stderr } = await run(source('audit'), [], { env });
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });

  it('lets no profile cut its answers', async () => {
    const env = { CLICKHOUSE_USER: 'restricted', CLICKHOUSE_PASSWORD: 'secret' };
    for (const [set, unset, message] of [
      [
        "SET max_rows_to_group_by = 1, group_by_overflow_mode = 'break'",
        'max_rows_to_group_by = 0',
        /may cut answers without/,
      ],
      ['SET limit = 3', 'limit = 0', /counted 200 rows, but its answers stand for \d+\n/],
      ['SET offset = 3', 'offset = 0', /has no column for /],
    ] as const) {
      server.run(set);
      const { stdout } = await run(source('audit'), ['--format', 'json']);
      const restricted = await run(source('audit'), [], { env });
      server.run(`SET ${unset}, group_by_overflow_mode = 'throw'`);
      // the first fails, or answers in full
      expect(stdout === '' || JSON.parse(stdout).total === 200).toBe(true);
      expect(restricted.stderr).toMatch(message);
      expect(restricted.exitCode).toBe(2);
    }
  });

  /** Answers the three questions of a backtest: for the columns, the bounds and the groups. */
  const lying = async (bounds: object, ...groups: object[]) => {
    const answers = [
      [
        { c1: 'at', c2: 'DateTime' },
        { c1: 'tool', c2: 'String' },
        { c1: 'decision', c2: 'String' },
      ],
      [{ first: '1780315200000', last: '1780315200000', records: '5', outside: '0', faults: '0', ...bounds }],
      groups.map((group) => ({
        ...{ alike: '["db.read","allow",null]', id: '', least: '1780315200000', count: '5', ...group },
      })),
    ];
    const stub = createServer((_, response) => {
      const rows = answers.shift() ?? [];
      response.end(rows.map((row) => `${JSON.stringify({ row })}\n`).join(''));
    });
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const port = (stub.address() as AddressInfo).port;
    const args = [
      'gateway',
      'backtest',
      '--draft',
      'd.json',
      '--source',
      source('a', port),
      '--max-flips',
      '0',
    ];
    const draft = JSON.stringify([{ name: 'No mail', toolPattern: 'gmail.*', action: 'deny' }]);
    const { stderr, exitCode } = await runCli(args, { files: { 'd.json': draft } });
    stub.close();
    return { stderr, exitCode };
  };

  it.each([
    [{}, { count: 'nan' }, 'answers with nan as a number of records'],
    [{}, { count: -5 }, 'answers with -5 as a number of records'],
    [{}, { count: 1.5 }, 'answers with 1.5 as a number of records'],
    [{}, { count: '9007199254740993' }, 'answers with 9007199254740993 as a number of records'],
    [{}, { count: null }, 'as a number of records'],
    [{}, { least: 'noon' }, 'answers with noon as a time'],
    [{}, { alike: '{' }, 'answers with { as a list'],
    [{}, { alike: '{"length":16}' }, 'as a list'],
    [{}, { alike: '["db.read"]' }, 'as a list'],
    [{ outside: 'nan' }, {}, 'answers with nan as a number of records'],
    [{}, { count: '4' }, 'the database counted 5 rows, but its answers stand for 4'],
    [{ records: 6 }, {}, 'the database counted 6 rows, but its answers stand for 5'],
  ])('takes no wrong answer: %j and %j', async (bounds, group, message) => {
    const { stderr, exitCode } = await lying(bounds, group);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('takes more records than were counted first: a table may grow', async () => {
    expect(await lying({}, {}, { alike: '["db.write","allow",null]' })).toEqual({ stderr: '', exitCode: 0 });
  });

  it('shows no password that a server repeats', async () => {
    const stub = createServer((_, response) => response.writeHead(500).end('who is hunter22?'));
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const env = { CLICKHOUSE_PASSWORD: 'hunter22' };
    const { stderr } = await run(source('a', (stub.address() as AddressInfo).port), [], { env });
    stub.close();
    expect(stderr).toContain('ClickHouse says: who is ***?');
  });

  it('says what the server says', async () => {
    const { stderr, exitCode } = await run(source('missing'));
    expect(stderr).toContain('there is no table missing in the database default');
    expect(exitCode).toBe(2);
  });

  it.each([
    [
      '{"exception":"Code: 241. DB::Exception: Memory limit\\nmore"}\n',
      'ClickHouse says: Code: 241. DB::Exception: Memory limit\n',
    ],
    ['<html>', 'an answer that is not JSONEachRowWithProgress: <html>'],
    ['{"row":5}\n', 'an answer that is not'],
    ['', 'there is no table'],
  ])('does not take %s for an answer', async (answer, message) => {
    const stub = createServer((_, response) => response.end(answer));
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const { stderr, exitCode } = await run(source('a', (stub.address() as AddressInfo).port));
    stub.close();
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('does not take a part for the whole', async () => {
    const stub = createServer((request, response) => {
      response.write('{"row":{"c1":"at","c2":"DateTime"}}\n{"row":{"c1":"tool","c2":"String"}}\n');
      setTimeout(() => request.socket.destroy(), 50);
    });
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const { stderr, exitCode } = await run(source('a', (stub.address() as AddressInfo).port));
    stub.close();
    expect(stderr).toContain('ClickHouse says: an answer that breaks off');
    expect(exitCode).toBe(2);
  });

  it('bounds what a failing server can say', async () => {
    const stub = createServer((_, response) => response.writeHead(500).end('x'.repeat(2 ** 20)));
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const { stderr, exitCode } = await run(source('a', (stub.address() as AddressInfo).port));
    stub.close();
    expect(stderr.length).toBeLessThan(1000);
    expect(exitCode).toBe(2);
  });
});

describe('a server that gives no answer', () => {
  const failure = async (from: string) => {
    const { stderr, exitCode } = await run(from);
    expect(exitCode).toBe(2);
    return stderr.replace(from, 'SOURCE');
  };

  it('says what the system says in plain words, and not that ClickHouse said it', async () => {
    expect(await failure('clickhouse://127.0.0.1:1/?table=a')).toBe(
      'SOURCE: error: cannot be reached: nothing listens at that address\n',
    );
    expect(await failure('clickhouse://nowhere.invalid/?table=a')).toMatch(
      // a machine without a network asks nobody
      /^SOURCE: error: cannot be reached: (there is no host with that name|getaddrinfo EAI_AGAIN nowhere\.invalid)\n$/,
    );
  });

  it('says that a port does not speak TLS, or may', async () => {
    const stub = createServer((request) => request.socket.destroy());
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const { port } = stub.address() as AddressInfo;
    const secure = await failure(`clickhouse://127.0.0.1:${port}/?table=a&secure=true`);
    const plain = await failure(`clickhouse://127.0.0.1:${port}/?table=a`);
    stub.close();
    expect(secure).toBe(
      'SOURCE: error: cannot be reached: that port does not speak TLS\n  help: leave out secure=true, or name the port for TLS\n',
    );
    expect(plain).toContain('SOURCE: error: cannot be reached: socket hang up\n');
    expect(plain).toContain('help: if the port is one for TLS, append &secure=true to the source\n');
  });

  it('says how to trust a certificate of your own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcptest-test-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const args = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -days 2'.split(' ');
    execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const stub = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) });
    rmSync(folder, { recursive: true });
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const { port } = stub.address() as AddressInfo;
    const stderr = await failure(`clickhouse://127.0.0.1:${port}/?table=a&secure=true`);
    stub.close();
    expect(stderr).toContain('cannot be reached: self-signed certificate\n');
    expect(stderr).toContain(
      'help: name a file with the certificate of the authority in NODE_EXTRA_CA_CERTS\n',
    );
  });
});
