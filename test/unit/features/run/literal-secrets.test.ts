import { describe, expect, it } from 'vitest';
import { readTestSuite } from '../../../../src/artifacts/test-suite/read.ts';
import { formatDiagnostic } from '../../../../src/diagnostic.ts';
import { literalSecrets } from '../../../../src/features/run/literal-secrets.ts';

// put together here, so that no scanner takes the file for one that holds a secret
const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');

function warnings(server: string): string[] {
  const text = `version: "1"\nserver: ${server}\ntests: [{ name: one, tool: t }]\n`;
  return literalSecrets(readTestSuite(text, 's.yml')).map((each) => formatDiagnostic(each, 'warning'));
}

describe('a secret that is written into a suite', () => {
  it('is named by its place, and not quoted', () => {
    const [found = '', another] = warnings(
      `{ command: node, env: { GITHUB_TOKEN: "${TOKEN}", MODE: fast } }`,
    );
    expect(found).toContain('s.yml:2:47: warning: server.env.GITHUB_TOKEN: looks like a secret');
    expect(found).not.toContain(TOKEN);
    expect(another).toBeUndefined();
  });

  it('is found in headers, and below `http:`', () => {
    expect(warnings(`{ url: "http://127.0.0.1:1", headers: { X-Token: "${TOKEN}" } }`)).toHaveLength(1);
    const pair = `{ stdio: { command: node }, http: { url: "http://127.0.0.1:1", headers: { X-Token: "${TOKEN}" } } }`;
    expect(warnings(pair)).toEqual([expect.stringContaining('server.http.headers')]);
  });

  it('is not one that comes from the environment', () => {
    expect(warnings('{ command: node, env: { GITHUB_TOKEN: { from_env: GITHUB_TOKEN } } }')).toEqual([]);
  });
});
