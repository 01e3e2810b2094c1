import { describe, expect, it } from 'vitest';
import { shownCommand } from '../../../src/inspection/shown-command.ts';
import { nameOf } from '../../../src/mcp/target.ts';

const KEY = 'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';

describe('the name of a server in a report', () => {
  it('shows no secret that its command names', () => {
    const args = [`GITHUB_TOKEN=${KEY}`, 'node', 'server.mjs', '--api-key', KEY];
    expect(shownCommand(['env', ...args])).toBe(
      'env GITHUB_TOKEN=gh…R8 (40 characters) node server.mjs --api-key gh…R8 (40 characters)',
    );
  });

  it.each([
    ['-H', 'X-Api-Key: q8Zt1LmX0vR5nB2kW3', 'X-Api-Key: '],
    ['--header', 'Authorization: Bearer q8Zt1LmX0vR5nB2kW3', 'Authorization: '],
    ['--', '--api-key q8Zt1LmX0vR5nB2kW3', '--api-key '],
    ['--password', 'correct horse battery', ''],
  ])('shows no secret after %s', (before, word, start) => {
    const shown = shownCommand([before, word]);
    expect(shown.startsWith(`${before} ${start}`)).toBe(true);
    expect(shown).toContain('characters)');
    expect(shown).not.toMatch(/q8Zt1LmX0vR5nB2kW3|battery/);
  });

  it('is the command, or the URL without its query', () => {
    const args = ['server.mjs', '--root', '/srv/data'];
    expect(nameOf({ kind: 'stdio', command: 'node', args }, shownCommand)).toBe(
      'node server.mjs --root /srv/data',
    );
    expect(nameOf({ kind: 'http', url: 'http://127.0.0.1:1/mcp?key=a', headers: {} }, shownCommand)).toBe(
      'http://127.0.0.1:1/mcp',
    );
  });
});
