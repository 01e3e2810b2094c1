import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readClientConfig } from '../../../../src/artifacts/client-config/read.ts';
import { withoutComments } from '../../../../src/artifacts/client-config/without-comments.ts';
import type { Diagnostic } from '../../../../src/diagnostic.ts';
import { InputError } from '../../../../src/errors.ts';

const names = (value: unknown) =>
  readClientConfig(JSON.stringify(value), 'mcp.json').servers.map(({ path }) => path.join('.'));

function readProblems(value: unknown): { readonly problems: readonly Diagnostic[] } {
  try {
    names(value);
  } catch (error) {
    if (error instanceof InputError) return { problems: error.diagnostics };
  }
  return { problems: [] };
}

describe('the configuration of a client', () => {
  it.each([
    ['Claude, Cursor', { mcpServers: { a: { command: 'x' } } }, ['mcpServers.a']],
    ['VS Code', { servers: { a: { command: 'x' } }, inputs: [] }, ['servers.a']],
    ['the settings of VS Code', { mcp: { servers: { a: { command: 'x' } } } }, ['mcp.servers.a']],
    ['Zed', { context_servers: { a: { command: 'x' } } }, ['context_servers.a']],
    [
      'Claude Code',
      { projects: { p: { mcpServers: { a: { command: 'x' } } }, q: {} } },
      ['projects.p.mcpServers.a'],
    ],
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

  it.each([
    ['nothing', {}, 'has neither a command nor a URL'],
    ['a number as command', { command: 5 }, 'must be a text; found a number'],
    ['no command', { command: null }, 'must be a text; found null'],
    ['an empty command', { command: ' ' }, 'must be a text; found an empty text'],
    ['an empty list', { command: [] }, 'must be a text or a list of words; found an empty list'],
    ['a list of numbers', { command: ['x', 7] }, 'must be a text; found a number'],
    [
      'an object without a program',
      { command: {} },
      'must be a text, or an object with `path`; found an object',
    ],
    ['an object with a list', { command: { path: ['x'] } }, 'must be a text; found a list'],
    ['arguments in one text', { command: 'x', args: '-y evil' }, 'must be a list of texts; found a text'],
    ['arguments of Zed', { command: { path: 'x', args: 7 } }, 'must be a list of texts; found a number'],
    ['a flag that is no text', { command: 'x', args: [true] }, 'must be a text; found true or false'],
    [
      'a list as environment',
      { command: 'x', env: ['A=b'] },
      'must be a mapping of names to texts; found a list',
    ],
    ['an object as variable', { command: 'x', env: { A: {} } }, 'must be a text; found an object'],
    ['a number as URL', { url: 7 }, 'must be a text; found a number'],
    ['a number as folder', { command: 'x', cwd: 7 }, 'must be a text; found a number'],
  ])('is refused with %s', (_, server, message) => {
    expect(() => names({ mcpServers: { a: server } })).toThrow(message);
  });

  it('says all that is malformed, where it stands, and no text of it', () => {
    const server = { command: 5, args: '--token q8Zt1LmX0vR5nB2k', url: 7 };
    const { problems } = readProblems({ mcpServers: { a: server, b: 7 } });
    expect(problems.map(({ path }) => path?.join('.'))).toEqual([
      'mcpServers.a.command',
      'mcpServers.a.args',
      'mcpServers.a.url',
      'mcpServers.b',
    ]);
    expect(JSON.stringify(problems)).not.toContain('q8Zt1LmX0vR5nB2k');
  });

  it.each([
    { command: 'x', args: null, env: { PORT: 8080, DEBUG: true, NONE: null } },
    { command: ['x', 'y'] },
    { command: { path: 'x', args: ['y'], env: { A: 'b' } } },
    { settings: {} },
    { type: 'http', url: 'https://example.com' },
  ])('may have %j', (server) => {
    expect(names({ mcpServers: { a: server } })).toEqual(['mcpServers.a']);
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
