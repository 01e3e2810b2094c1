import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withHttpServer } from '../../support/conforming-http.ts';
import { runCli } from '../../support/run-cli.ts';

const program = join(import.meta.dirname, '../../support/conforming-server.mjs');

/** The arguments that check the server with these faults. */
function run(told: object, ...flags: readonly string[]): string[] {
  return ['conformance', 'run', ...flags, '--', process.execPath, program, JSON.stringify(told)];
}

const policy = 'version: "1.0"\nrules:\n  - id: badge\n    fact: conformance.badge\n    equals: T1\n';

describe('mcptest conformance run', () => {
  it('gives a server of both eras a badge, which the gate reads', async () => {
    const { exitCode, stdout, files } = await runCli(run({}, '--out', 'report.json'));
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^PASS {2}conforming \(.*\): Tier 1 \(T1\), (\d+) of \1 MUSTs/);
    expect(stdout).toMatch(/legacy over stdio, 2025-11-25: /);
    expect(stdout).toMatch(/modern over stdio, 2026-07-28: /);
    const gate = ['policy', 'simulate', '--policy', 'p.yml', '--conformance-report', 'report.json', '--gate'];
    const inputs = { 'p.yml': policy, 'report.json': files['report.json'] ?? '' };
    expect(await runCli(gate, { files: inputs })).toMatchObject({ exitCode: 0 });
  });

  it('fails a server of a broken MUST, and quotes the sentence', async () => {
    const { exitCode, stdout } = await runCli(run({ speaks: ['legacy'], faults: ['prints', 'stays'] }));
    expect(exitCode).toBe(1);
    expect(stdout).toContain('MUST  stdout-pure (legacy): wrote "starting...", which is not a message');
    expect(stdout).toContain(
      'The server MUST NOT write anything to its `stdout` that is not a valid MCP message.',
    );
    expect(stdout).toContain('modern over stdio: the server does not speak it');
  });

  it('writes a page for people, which begins with what failed', async () => {
    const { exitCode, stdout } = await runCli(
      run({ speaks: ['legacy'], faults: ['prints'] }, '--format', 'html'),
    );
    expect(exitCode).toBe(1);
    const [, first] = /<h2>([^<]*)<\/h2>/.exec(stdout) ?? [];
    expect(first).toBe('Failed MUSTs: legacy era, over stdio');
    expect(stdout).toContain(
      '<blockquote><p class="name">The server MUST NOT write anything to its `stdout`',
    );
    expect(stdout).toContain(
      '<a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports"',
    );
  });

  it('checks one revision', async () => {
    const told = { speaks: ['modern'], faults: ['stays'] };
    const { exitCode, stdout } = await runCli(run(told, '--spec', '2026-07-28', '--format', 'markdown'));
    expect(exitCode).toBe(0);
    expect(stdout).toContain('`exit-on-eof`');
    const other = await runCli(run(told, '--spec', '2025-11-25'));
    expect(other).toMatchObject({ exitCode: 2, stdout: '' });
    expect(other.stderr).toContain('refused `initialize`');
    const older = await runCli(run({ faults: ['other-version'] }, '--spec', '2025-11-25'));
    expect(older.stderr).toContain('does not speak MCP 2025-11-25; it speaks 2025-06-18');
  });

  it('skips what an older revision does not say', async () => {
    const told = { speaks: ['legacy'], faults: ['other-version'] };
    const { stdout } = await runCli(run(told, '--json'));
    const { checks } = JSON.parse(stdout) as { checks: Record<string, unknown>[] };
    expect(checks.find(({ id }) => id === 'tool-name-length')).toMatchObject({
      status: 'skip',
      reason: 'not-declared',
    });
  });

  it('withholds the badge where failures are expected, and refuses entries that no longer fail', async () => {
    const told = { faults: ['talkative-ping', 'any-tool'] };
    const files = (...ids: string[]) => ({ files: { 'may-fail.yml': `server: ${JSON.stringify(ids)}\n` } });
    const flags = ['--expected-failures', 'may-fail.yml', '--out', 'report.json'];
    const allowed = await runCli(run(told, ...flags), files('ping'));
    expect(allowed).toMatchObject({ exitCode: 0 });
    expect(allowed.stdout).toContain('no badge: some checks are expected to fail');
    expect(allowed.stdout).toContain('failed as expected: ping');
    const gate = ['policy', 'simulate', '--policy', 'p.yml', '--conformance-report', 'report.json', '--gate'];
    const inputs = { 'p.yml': policy, 'report.json': allowed.files['report.json'] ?? '' };
    expect(await runCli(gate, { files: inputs })).toMatchObject({ exitCode: 1 });
    const stale = await runCli(run(told, ...flags), files('ping', 'discover'));
    expect(stale).toMatchObject({ exitCode: 1 });
    expect(stale.stdout).toContain('expected to fail, but did not: discover');
  });

  it('withholds the badge where too little was verified', async () => {
    const told = { capabilities: {}, speaks: ['modern'] };
    const { exitCode, stdout } = await runCli(run(told, '--min-verified', '100', '--format', 'markdown'));
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/no badge: \d+ of \d+ MUSTs were verified, less than the required 100 %/);
    expect(stdout).toContain('not verified: `stateless (modern)');
  });

  it('refuses a server that does not answer', async () => {
    const silent = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
    const found = await runCli(['conformance', 'run', '--timeout', '300ms', '--', ...silent]);
    expect(found).toMatchObject({ exitCode: 2, stdout: '' });
    expect(found.stderr).toContain('did not answer `initialize` and did not answer `server/discover`');
    const missing = await runCli(['conformance', 'run', '--', '/no/such/program']);
    expect(missing).toMatchObject({ exitCode: 2 });
    const nobody = await runCli(['conformance', 'run', '--url', 'http://127.0.0.1:1/mcp']);
    expect(nobody).toMatchObject({ exitCode: 2 });
  });

  it('says why a server did not start, as `run` does', async () => {
    const dies = 'console.error("boom"); process.exit(3)';
    const ended = await runCli(['conformance', 'run', '--', process.execPath, '-e', dies]);
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /` ended with code 3 before it answered\n {2}help: the server wrote to standard error:\n {4}boom\n$/,
    );
    const missing = await runCli(['conformance', 'run', '--', '/no/such/program']);
    expect(missing.stderr).toContain('cannot be started: there is no such program');
    const quoted = await runCli(['conformance', 'run', '--', '/no/such program']);
    expect(quoted.stderr).toContain('help: pass the command and its arguments as separate words');
    const nobody = await runCli(['conformance', 'run', '--url', 'http://127.0.0.1:1/mcp']);
    expect(nobody.stderr).toMatch(/cannot be reached: nothing listens at that address\n$/);
  });

  it.each([
    [
      404,
      '/',
      {},
      /refused the connection: HTTP 404\n {2}help: most servers listen at .*\/mcp: pass that URL/,
    ],
    [404, '/mcp', {}, /refused the connection: HTTP 404\n {2}help: check the command or the URL/],
    [401, '/mcp', {}, /refused the connection: HTTP 401, pass --bearer-env or --header-env\n/],
    [
      308,
      '/mcp',
      { location: '/other?token=secret' },
      /redirects to `http:.*\/other`\n {2}help: redirects are not/,
    ],
  ])('says that a server over HTTP answered %i at %s', async (status, path, headers, said) => {
    const server = createServer((_, response) => response.writeHead(status, headers).end('<p>no</p>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { exitCode, stderr } = await runCli([
        'conformance',
        'run',
        '--url',
        `http://127.0.0.1:${port}${path}`,
      ]);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(said);
      expect(stderr).not.toContain('--timeout');
    } finally {
      server.close();
    }
  });

  it('shows no secret that a refusal repeats', async () => {
    const error = { code: -32000, message: 'unknown key\na-secret-token' };
    const server = createServer((_, response) =>
      response.writeHead(400).end(JSON.stringify({ jsonrpc: '2.0', id: 1, error })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/mcp`;
      const flags = ['conformance', 'run', '--url', url, '--bearer-env', 'TOKEN'];
      const { exitCode, stderr } = await runCli(flags, { env: { TOKEN: 'a-secret-token' } });
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(
        /refused `initialize`: unknown key .* \(-32000\) and refused `server\/discover`: /,
      );
      expect(stderr).not.toContain('a-secret-token');
    } finally {
      server.close();
    }
  });

  it('checks over HTTP, and shows no secret', async () => {
    await withHttpServer({ faults: ['any-origin'] }, async (url) => {
      const { exitCode, stdout } = await runCli(
        ['conformance', 'run', '--url', url, '--bearer-env', 'TOKEN', '--json'],
        { env: { TOKEN: 'a-secret-token' } },
      );
      expect(exitCode).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ badge: 'F', accepted: false });
      expect(stdout).not.toContain('a-secret-token');
    });
  });

  it('ends when it is interrupted', async () => {
    const silent = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
    const ended = await runCli(['conformance', 'run', '--', ...silent], {
      onInterrupt: (listener) => {
        setTimeout(listener, 200);
        return () => {};
      },
    });
    expect(ended.exitCode).toBe(2);
  });
});
