import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from '../../src/documents/canonical-json.ts';
import { withoutCredentials } from '../../src/features/evidence/emit/repo-url.ts';
import { runCli } from '../support/run-cli.ts';

const json = fc.jsonValue({ maxDepth: 5, noUnicodeString: false });

/** The same value, with its keys in another order at every level. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, shuffled(member)]);
  return Object.fromEntries(entries.reverse());
}

/** The keys of every object in a JSON text that has one member per line, in the order of the text. */
function keysByObject(text: string): string[][] {
  const open: string[][] = [];
  const closed: string[][] = [];
  for (const line of text.split('\n')) {
    const [, key] = /^ *("(?:[^"\\]|\\.)*"): /.exec(line) ?? [];
    if (/^ *[}\]]/.test(line)) closed.push(open.pop() ?? []);
    if (key) open.at(-1)?.push(JSON.parse(key));
    if (/[{[]$/.test(line)) open.push([]);
  }
  return closed;
}

describe('canonical JSON', () => {
  it('contains the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is the same for every order of the keys, and loses no key', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(toCanonicalJson(shuffled(value))).toBe(toCanonicalJson(value));
      }),
    );
  });

  it('has the keys in the order of RFC 8785, numeric keys included', () => {
    const key = fc.oneof(fc.string({ unit: 'binary' }), fc.nat(200).map(String), fc.constant('__proto__'));
    fc.assert(
      fc.property(fc.dictionary(key, fc.dictionary(key, fc.nat())), (value) => {
        for (const keys of keysByObject(toCanonicalJson(value))) expect(keys).toEqual([...keys].sort());
      }),
    );
  });

  it('is indented by two spaces per level, and ends with one line break', () => {
    expect(toCanonicalJson({ b: [1, { c: [] }], a: {}, d: undefined })).toBe(
      '{\n  "a": {},\n  "b": [\n    1,\n    {\n      "c": []\n    }\n  ]\n}\n',
    );
  });

  it('is safe to print', () => {
    expect(toCanonicalJson('\u009b\u202e')).toBe('"\\u009b\\u202e"\n');
  });
});

describe('evidence', () => {
  it('is the same, byte for byte, for every order of the keys of the report', async () => {
    await fc.assert(
      fc.asyncProperty(
        json.filter((value) => value !== null),
        async (cost_profile) => {
          const report = {
            summary: { total: 1, passed: 1, failed: 0 },
            ended_at: '2026-05-30T04:12:08Z',
            servers: [{ name: 'tides', transport: 'stdio' }],
            git: { commit: 'be'.repeat(20) },
            cost_profile,
          };
          const args = ['evidence', 'run.json', '--reproducible'];
          const one = await runCli(args, { files: { 'run.json': JSON.stringify(report) } });
          const other = await runCli(args, {
            files: { 'run.json': JSON.stringify(shuffled(report), null, 1) },
          });
          expect(one).toMatchObject({ exitCode: 0, stderr: '' });
          expect(other.stdout).toBe(one.stdout);
        },
      ),
      { numRuns: 30 },
    );
  });
});

it('never publishes the password in a URL', () => {
  const secret = fc.stringMatching(/^[\w.~!$&'()*+,;=%:@-]{4,20}$/).map((text) => `SECRET${text}SECRET`);
  const url = fc.record({
    scheme: fc.constantFrom('https', 'http', 'ssh', 'git+ssh', 'git', 'ftp', 'HTTPS'),
    user: fc.constantFrom('', 'git', 'x-access-token'),
    secret,
    host: fc.constantFrom('git.example', 'git.example:8443', '[::1]:80', 'localhost'),
    path: fc.constantFrom('', '/', '/a/b.git', '/@a/b', '/a?x=1'),
  });
  fc.assert(
    fc.property(url, ({ scheme, user, secret, host, path }) => {
      const published = withoutCredentials(`${scheme}://${user}:${secret}@${host}${path}`) ?? '';
      expect(published).not.toContain('SECRET');
      expect(withoutCredentials(published), 'once is enough').toBe(published);
    }),
  );
});
