import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClientConfig } from '../../../../src/artifacts/client-config/read.ts';
import { withoutComments } from '../../../../src/artifacts/client-config/without-comments.ts';

const names = (value: unknown) =>
  readClientConfig(JSON.stringify(value), 'mcp.json').servers.map(({ path }) => path.join('.'));

describe('the configuration of a client', () => {
  it.each([
    ['Claude, Cursor', { mcpServers: { a: {} } }, ['mcpServers.a']],
    ['VS Code', { servers: { a: {} }, inputs: [] }, ['servers.a']],
    ['the settings of VS Code', { mcp: { servers: { a: {} } } }, ['mcp.servers.a']],
    ['Zed', { context_servers: { a: {} } }, ['context_servers.a']],
    ['Claude Code', { projects: { p: { mcpServers: { a: {} } }, q: {} } }, ['projects.p.mcpServers.a']],
  ])('of %s', (_, value, paths) => {
    expect(names(value)).toEqual(paths);
  });

  it.each([{}, [], { mcpServers: {} }, { projects: 7 }])('has servers: %j', (value) => {
    expect(() => names(value)).toThrow('has no servers');
  });

  it('has objects as servers', () => {
    expect(() => names({ mcpServers: [] })).toThrow('must be a mapping');
    expect(() => names({ servers: { a: 'x' } })).toThrow('must be a mapping');
  });

  it('keeps the places of values in front of comments', () => {
    const text = '{\n  // one\n  "mcpServers": { /* two\n */ "a": { "url": "http://x//y", }, },\n}';
    const { servers, locate } = readClientConfig(text, 'mcp.json');
    expect(servers[0]?.value).toEqual({ url: 'http://x//y' });
    expect(locate(['mcpServers', 'a', 'url'])).toMatchObject({ line: 4 });
  });

  it('keeps a text without comments as it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(withoutComments(text)).toBe(text);
      }),
    );
  });

  it('leaves what has no end', () => {
    for (const text of ['{} /* a', '{} /*/', '"a', '"a\\']) expect(withoutComments(text)).toBe(text);
  });

  it('keeps the length of any text', () => {
    const piece = fc.constantFrom('"', '\\', '/', '*', '//', '/*', '*/', ',', '}', ']', '\n', 'a', '"a"');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(withoutComments(text)).toHaveLength(text.length);
      }),
    );
  });
});
