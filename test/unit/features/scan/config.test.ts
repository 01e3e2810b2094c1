import { describe, expect, it } from 'vitest';
import { readClientConfig } from '../../../../src/artifacts/client-config/read.ts';
import { findInConfigs } from '../../../../src/features/scan/config/find-in-config.ts';
import { unpinnedPackage } from '../../../../src/features/scan/config/packages.ts';

/** Returns what is found in a configured server, as `rule /pointer`. */
function found(server: object, name = 's'): string[] {
  const config = readClientConfig(JSON.stringify({ mcpServers: { [name]: server } }), 'mcp.json');
  return findInConfigs([config]).map(({ hit }) => `${hit.rule} /${hit.path.slice(2).join('/')}`);
}

/** A reference to a variable, which the client puts in. */
const ref = (name: string) => `\${${name}}`;

describe('a package', () => {
  it.each([
    ['npx -y pkg', 'pkg'],
    ['npx -y @scope/pkg@latest', '@scope/pkg@latest'],
    ['npx -y pkg@^1.2.3', 'pkg@^1.2.3'],
    ['npx --package=pkg@next cmd', 'pkg@next'],
    ['npx -p pkg cmd', 'pkg'],
    ['npx --registry https://example.com pkg', 'pkg'],
    ['npx.cmd pkg', 'pkg'],
    ['/usr/bin/npx pkg', 'pkg'],
    ['npx github:me/pkg', 'github:me/pkg'],
    ['npm exec pkg', 'pkg'],
    ['npm x -y pkg', 'pkg'],
    ['pnpm dlx pkg', 'pkg'],
    ['yarn dlx pkg', 'pkg'],
    ['bun x pkg', 'pkg'],
    ['bunx pkg', 'pkg'],
    ['uvx pkg', 'pkg'],
    ['uvx --from git+https://example.com/x cmd', 'git+https://example.com/x'],
    ['uv tool run pkg', 'pkg'],
    ['pipx run pkg', 'pkg'],
    ['pipx run --spec pkg cmd', 'pkg'],
    ['docker run -i --rm -e A=b mcp/thing', 'mcp/thing'],
    ['podman run mcp/thing:latest', 'mcp/thing:latest'],
    ['cmd /c npx pkg', 'pkg'],
    ['env A=b npx pkg', 'pkg'],
  ])('without a version: %s', (line, name) => {
    const [command = '', ...args] = line.split(' ');
    expect(unpinnedPackage(command, args)).toBe(name);
  });

  it.each([
    'npx -y pkg@1.2.3',
    'npx -y @scope/pkg@1.2.3-beta.1',
    'npx ./here',
    'npx github:me/pkg#0123456789abcdef0123456789abcdef01234567',
    'npm run start',
    'npm exec',
    'uvx pkg==1.2.3',
    'uvx pkg@1.2',
    'uvx ./here',
    'uvx --from git+https://example.com/x@0123456789abcdef0123456789abcdef01234567 cmd',
    `docker run mcp/thing@sha256:${'0'.repeat(64)}`,
    'docker run mcp/thing:1.2.3',
    'docker ps',
    'npx C:\\\\servers\\\\x',
    'uvx git+https://example.com/x@v1.2',
    'node server.js',
    'constructor x',
    'cmd /c',
    'npx',
  ])('with a version, or none at all: %s', (line) => {
    const [command = '', ...args] = line.split(' ');
    expect(unpinnedPackage(command, args)).toBeUndefined();
  });
});

describe('a configured server', () => {
  it.each([
    [{ command: 'sh', args: ['-c', 'x'] }, ['config-shell /command']],
    [{ command: 'cmd', args: ['/c', 'a & b'] }, ['config-shell /command']],
    [{ command: 'cmd', args: ['/c', 'npx', 'pkg@1.0.0', '|', 'x'] }, ['config-shell /command']],
    [{ command: 'cmd', args: ['/c', 'powershell', 'x'] }, ['config-shell /command']],
    [{ command: 'cmd', args: ['/c', 'npx', 'pkg@1.0.0'] }, []],
    [{ command: 'C:\\Windows\\System32\\cmd.exe', args: [] }, ['config-shell /command']],
    [{ command: '/tmp/server' }, ['config-writable-folder /command']],
    [{ command: 'node', args: ['/var/tmp/server.mjs'] }, ['config-writable-folder /command']],
    [{ command: 'C:\\Users\\Public\\server.exe' }, ['config-writable-folder /command']],
    [{ command: 'node', args: ['server.js', '/tmp/data'] }, []],
    [{ command: { path: 'bash', args: ['-c', 'x'] } }, ['config-shell /command']],
    [{ command: { command: 'npx', args: ['pkg'] } }, ['config-unpinned /command']],
    [{ command: ['npx', 'pkg'] }, ['config-unpinned /command']],
    [{ command: 7, args: ['x'] }, []],
    [{ url: 'http://example.com/mcp' }, ['config-plain-http /url']],
    [{ serverUrl: 'http://192.168.1.2/' }, ['config-plain-http /serverUrl']],
    [{ command: 'npx', args: ['mcp-remote@0.1.0', 'http://example.com/mcp'] }, ['config-plain-http /args/1']],
    [{ url: 'http://127.0.0.1:1/' }, []],
    [{ url: 'http://[::1]:1/' }, []],
    [{ url: 'http://app.localhost/' }, []],
    [{ url: 'http://' }, []],
    [{ url: 'https://example.com/' }, []],
    [{ env: { DB_PASSWORD: 'correct-horse-battery' } }, ['config-secret /env/DB_PASSWORD']],
    [{ env: { API_KEY: '$API_KEY', TOKEN: ref('env:T'), KEY: '%KEY%', PAT: '{{pat}}' } }, []],
    [{ env: { TOKEN_FILE: '/home/me/token.txt', MAX_TOKENS: '4096', API_KEY: '<your key>' } }, []],
    [{ env: { API_KEY: 'short' } }, []],
    [{ env: 'TOKEN=abcdefghijkl' }, []],
    [
      { requestInit: { headers: { 'X-Api-Key': 'q8Zt1LmX0vR5nB2k' } } },
      ['config-secret /requestInit/headers/X-Api-Key'],
    ],
    [{ command: 'x', args: ['--token=q8Zt1LmX0vR5nB2k'] }, ['config-secret /args/0']],
    [{ command: 'x', args: ['--token', 'q8Zt1LmX0vR5nB2k', 7] }, ['config-secret /args/1']],
    [{ command: 'x', args: ['--header', `Authorization: ${ref('AUTH')}`] }, []],
    [{ url: 'https://me:hunter2hunter2@example.com/' }, ['config-secret /url']],
    [{ url: 'https://example.com/?api_key=q8Zt1LmX0vR5nB2kW3' }, ['config-secret /url']],
    [{ url: `https://me:${ref('PASSWORD')}@example.com/?page=2` }, []],
  ])('%j', (server, rules) => {
    expect(found(server)).toEqual(rules);
  });

  it('is never shown with its secret', () => {
    const secret = 'q8Zt1LmX0vR5nB2kW3';
    const config = readClientConfig(
      JSON.stringify({
        mcpServers: {
          a: { command: 'x', args: ['--token', secret], env: { TOKEN: secret } },
          b: { url: `http://me:${secret}@example.com/?token=${secret}` },
        },
      }),
      'mcp.json',
    );
    const hits = findInConfigs([config]);
    expect(hits.map(({ hit }) => hit.rule)).toEqual([
      'config-secret',
      'config-secret',
      'config-plain-http',
      'config-secret',
    ]);
    expect(JSON.stringify(hits)).not.toContain(secret);
  });

  it('has a name of its own, unless it is the same server', () => {
    const config = (file: string, name: string, command: string) =>
      readClientConfig(JSON.stringify({ mcpServers: { [name]: { command } } }), file);
    const rules = (...configs: ReturnType<typeof config>[]) =>
      findInConfigs(configs).map(({ hit }) => `${hit.rule}: ${hit.evidence}`);
    expect(rules(config('a', 'mail', 'x'), config('b', 'mail', 'x'))).toEqual([]);
    expect(rules(config('a', 'mail', 'x'), config('b', 'mail', 'y'))).toEqual([
      'config-same-name: mail in a',
    ]);
    expect(rules(config('a', 'mail', 'x'), config('b', 'm\u0430il', 'x'))).toEqual([
      'config-same-name: mail in a',
    ]);
  });
});
