import { describe, expect, it } from 'vitest';
import type { HttpServer, SuiteServer } from '../../../../src/artifacts/test-suite/model.ts';
import type { Diagnostic } from '../../../../src/diagnostic.ts';
import { InputError } from '../../../../src/errors.ts';
import { reachServer } from '../../../../src/features/run/reach-server.ts';

const ENV = { TOKEN: 'abcd-1234', ID: 'harbour', SECRET: 's3cret-s3cret', EMPTY: '', SHORT: 'abc' };
const at = () => ({ file: 'mcptest.yml', position: { line: 1, column: 1 } });
const reach = (server: object, transport?: 'stdio' | 'http') =>
  reachServer({ name: 'server', path: ['server'], ...server } as SuiteServer, transport, ENV, 'suites', at);

function diagnosticsOf(server: object, transport?: 'stdio' | 'http'): readonly Diagnostic[] {
  try {
    reach(server, transport);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics;
  }
  return [];
}

/** The places and messages of what is wrong. */
function faults(server: object, transport?: 'stdio' | 'http'): string[] {
  return diagnosticsOf(server, transport).map(({ path, message }) => `${path?.join('.')} ${message}`);
}

const http = { url: 'http://127.0.0.1:1/mcp' };

describe('reachServer', () => {
  it('starts a program in the folder of its suite, with values of the environment', () => {
    const stdio = { command: 'node', args: ['s.js'], env: { A: 'a', B: { from_env: 'TOKEN' } }, cwd: 'srv' };
    expect(reach({ stdio })).toEqual({
      target: {
        kind: 'stdio',
        command: 'node',
        args: ['s.js'],
        env: { A: 'a', B: ENV.TOKEN },
        cwd: 'suites/srv',
      },
      secrets: [{ name: 'TOKEN', value: ENV.TOKEN }],
    });
    expect(reach({ stdio: { command: 'node', cwd: '/srv' } }).target).toMatchObject({
      args: [],
      cwd: '/srv',
    });
  });

  it('passes a token, or the credentials of a client, which no report may show', () => {
    expect(reach({ http: { ...http, headers: { X: 'y' }, auth: { bearer_env: 'TOKEN' } } })).toEqual({
      target: { kind: 'http', ...http, headers: { X: 'y', Authorization: `Bearer ${ENV.TOKEN}` } },
      secrets: [{ name: 'TOKEN', value: ENV.TOKEN }],
    });
    const client = { issuer: 'http://127.0.0.1:2', id_env: 'ID', secret_env: 'SECRET', scope: 'read' };
    const { target, secrets } = reach({ http: { ...http, auth: { client_credentials: client } } });
    expect(target).toMatchObject({
      credentials: { issuer: client.issuer, id: ENV.ID, secret: ENV.SECRET, scope: 'read' },
    });
    expect(secrets.map(({ name }) => name)).toEqual(['ID', 'SECRET']);
  });

  it('names every variable that is missing or empty, and never one of another object', () => {
    const client = { issuer: 'http://127.0.0.1:2', id_env: 'NONE', secret_env: 'EMPTY' };
    expect(faults({ http: { ...http, auth: { client_credentials: client } } })).toEqual([
      'server.auth.client_credentials.id_env the variable `NONE` is not set',
      'server.auth.client_credentials.secret_env the variable `EMPTY` is empty',
    ]);
    expect(faults({ http: { ...http, auth: { bearer_env: 'constructor' } } })).toEqual([
      'server.auth.bearer_env the variable `constructor` is not set',
    ]);
  });

  it('refuses a value that is too short to be hidden', () => {
    expect(faults({ http: { ...http, headers: { X: { from_env: 'SHORT' } } } })).toEqual([
      'server.headers.X.from_env the value of `SHORT` has fewer than 4 characters, so it cannot be hidden in what mcptest writes',
    ]);
  });

  it('says which key of the suite can name another variable', () => {
    const help = (auth: NonNullable<HttpServer['auth']>) =>
      diagnosticsOf({ http: { ...http, auth } })[0]?.help;
    expect(help({ bearer_env: 'NONE' })).toMatch(/name another one in `bearer_env`$/);
    const client = { issuer: 'http://127.0.0.1:2', id_env: 'ID', secret_env: 'NONE' };
    expect(help({ client_credentials: client })).toMatch(/name another one in `secret_env`$/);
  });

  it('takes the transport that is asked for, or says that the server has none', () => {
    const both = { stdio: { command: 'node' }, http };
    expect(reach(both).target.kind).toBe('stdio');
    expect(reach(both, 'http').target.kind).toBe('http');
    expect(faults({ stdio: { command: 'node' } }, 'http')).toEqual([
      'server has no `http`, which `matrix.transport` asks for',
    ]);
    expect(faults({ ...both, stdio: { command: 'node', env: { A: { from_env: 'NONE' } } } })).toEqual([
      'server.stdio.env.A.from_env the variable `NONE` is not set',
    ]);
  });
});
