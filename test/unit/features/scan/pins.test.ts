import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pins } from '../../../../src/artifacts/pins/model.ts';
import { readPins } from '../../../../src/artifacts/pins/read.ts';
import { writePins } from '../../../../src/artifacts/pins/write.ts';
import type { ScannedServer } from '../../../../src/features/scan/core/rule.ts';
import { comparePins } from '../../../../src/features/scan/pins/compare-pins.ts';
import { pathOfParameter } from '../../../../src/features/scan/pins/parameters-of.ts';
import { toPinnedServer } from '../../../../src/features/scan/pins/to-pins.ts';
import { sha256 } from '../../../../src/node/sha256.ts';
import { serverOf } from '../../../support/scans.ts';

const lockOf = (server: ScannedServer): Pins => ({
  servers: { [server.name]: toPinnedServer(server, sha256) },
});

/** Returns the rules that find something when a server that was pinned says something else. */
function changes(before: unknown, now: unknown): string[] {
  return comparePins([serverOf('s', now)], lockOf(serverOf('s', before)), sha256).found.map(
    ({ hit }) => hit.rule,
  );
}

const tool = (members: object = {}) => ({
  tools: [
    {
      name: 'read',
      description: 'Reads.',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      ...members,
    },
  ],
});

const schema = (inputSchema: object) => tool({ inputSchema });
const properties = (members: object) => schema({ type: 'object', properties: members });

describe('a change since it was pinned', () => {
  it.each([
    ['a description', tool(), tool({ description: 'Reads!' }), ['pin-description']],
    ['a description that is gone', tool(), tool({ description: undefined }), ['pin-description']],
    ['a title', tool(), tool({ title: 'Read' }), ['pin-title']],
    ['an output schema', tool(), tool({ outputSchema: {} }), ['pin-output-schema']],
    ['a hint', tool(), tool({ annotations: { readOnlyHint: true } }), ['pin-hint']],
    [
      'a hint that says its default',
      tool(),
      tool({ annotations: { readOnlyHint: false } }),
      ['pin-annotations'],
    ],
    ['another annotation', tool(), tool({ annotations: { title: 'R' } }), ['pin-annotations']],
    ['another member', tool(), tool({ _meta: { a: 1 } }), ['pin-other']],
    ['the name', tool(), tool({ name: 'read2' }), ['pin-tool-removed', 'pin-tool-added']],
    ['a second tool of the name', tool(), { tools: [...tool().tools, ...tool().tools] }, ['pin-copies']],
    ['a schema in the other spelling', tool(), tool({ input_schema: { type: 'object' } }), ['pin-other']],
    ['a parameter', properties({ a: {} }), properties({ a: {}, b: {} }), ['pin-parameter-added']],
    [
      'a parameter that is gone',
      properties({ a: {}, b: {} }),
      properties({ a: {} }),
      ['pin-parameter-removed'],
    ],
    [
      'a type',
      properties({ a: { type: 'string' } }),
      properties({ a: { type: 'number' } }),
      ['pin-parameter-type'],
    ],
    ['a default', properties({ a: {} }), properties({ a: { default: '/etc' } }), ['pin-parameter-type']],
    ['words', properties({ a: {} }), properties({ a: { description: 'A' } }), ['pin-parameter-text']],
    ['words of the schema', schema({}), schema({ description: 'A' }), ['pin-parameter-text']],
    [
      'what is required',
      properties({ a: {} }),
      schema({ type: 'object', properties: { a: {} }, required: ['a'] }),
      ['pin-parameter-type'],
    ],
    [
      'a parameter inside',
      properties({ a: { properties: { b: {} } } }),
      properties({ a: { properties: { c: {} } } }),
      ['pin-parameter-removed', 'pin-parameter-added'],
    ],
    [
      'a dot in a name',
      properties({ a: { properties: { b: {} } } }),
      properties({ a: { properties: {} }, 'a.b': {} }),
      ['pin-parameter-removed', 'pin-parameter-added'],
    ],
    ['an empty name', properties({}), properties({ '': { type: 'string' } }), ['pin-parameter-added']],
    [
      'a slash in a key',
      schema({ items: { type: 'string' } }),
      schema({ items: {}, 'items/type': 'string' }),
      ['pin-parameter-type'],
    ],
    [
      'the order of a list',
      schema({ enum: ['a', 'b'] }),
      schema({ enum: ['b', 'a'] }),
      ['pin-parameter-type'],
    ],
    [
      'instructions',
      { ...tool(), instructions: 'a' },
      { ...tool(), instructions: 'b' },
      ['pin-instructions'],
    ],
    ['instructions that are gone', { ...tool(), instructions: 'a' }, tool(), ['pin-instructions']],
    ['a prompt', { prompts: [{ name: 'p' }] }, { prompts: [{ name: 'p', title: 'P' }] }, ['pin-prompt']],
    [
      'a resource',
      { prompts: [], resources: [{ uri: 'a:b' }] },
      { prompts: [], resources: [{ uri: 'a:b', name: 'b' }] },
      ['pin-resource'],
    ],
    [
      'the size of a resource',
      { prompts: [], resources: [{ uri: 'a:b', size: 1 }] },
      { prompts: [], resources: [{ uri: 'a:b', size: 2 }] },
      [],
    ],
    [
      'when a resource changed',
      { prompts: [], resources: [{ uri: 'a:b', annotations: { lastModified: '1' } }] },
      { prompts: [], resources: [{ uri: 'a:b', annotations: { lastModified: '2' } }] },
      [],
    ],
    [
      'that a resource changed, for the first time',
      { prompts: [], resources: [{ uri: 'a:b' }] },
      { prompts: [], resources: [{ uri: 'a:b', annotations: { lastModified: '1' } }] },
      [],
    ],
    [
      'the revision of the protocol that was spoken',
      { ...tool(), serverInfo: { name: 'a', protocol: '2025-11-25' } },
      { ...tool(), serverInfo: { name: 'a', protocol: '2025-06-18' } },
      [],
    ],
    [
      'the audience of a resource',
      { prompts: [], resources: [{ uri: 'a:b', annotations: { audience: [] } }] },
      { prompts: [], resources: [{ uri: 'a:b', annotations: {} }] },
      ['pin-resource'],
    ],
    [
      'the server',
      { ...tool(), serverInfo: { name: 'a', version: '1' } },
      { ...tool(), serverInfo: { name: 'b', version: '1' } },
      ['pin-identity'],
    ],
    [
      'the version',
      { ...tool(), serverInfo: { name: 'a', version: '1' } },
      { ...tool(), serverInfo: { name: 'a', version: '2' } },
      ['pin-version'],
    ],
    [
      'a version that is gone',
      { ...tool(), serverInfo: { name: 'a', version: '1' } },
      { ...tool(), serverInfo: { name: 'a' } },
      ['pin-version'],
    ],
  ])('%s', (_, before, now, rules) => {
    expect(changes(before, now)).toEqual(rules);
    expect(changes(now, now)).toEqual([]);
  });

  it('is another finding for each text, also beyond what is shown', () => {
    const digestOf = (end: string) => {
      const server = serverOf('s', tool({ description: `${'a'.repeat(400)}${end}` }));
      const [found] = comparePins([server], lockOf(serverOf('s', tool())), sha256).found;
      return found?.hit.digest;
    };
    expect(digestOf('b')).not.toBe(digestOf('c'));
  });
});

describe('who the server is', () => {
  const named = { ...tool(), serverInfo: { name: 'a', version: '1' } };

  it('is not compared with a list that does not say it, which is told', () => {
    expect(comparePins([serverOf('s', tool())], lockOf(serverOf('s', named)), sha256)).toMatchObject({
      found: [],
      notes: ['`s.json` does not say what the server calls itself: its name is not compared'],
    });
    expect(comparePins([serverOf('s', named)], lockOf(serverOf('s', tool())), sha256)).toMatchObject({
      found: [],
      notes: ['the lock does not say what `s` calls itself: --update-pins adds it'],
    });
  });

  it('is missed in a server that was asked', () => {
    const asked = { ...serverOf('s', tool()), file: undefined };
    const { found } = comparePins([asked], lockOf(serverOf('s', named)), sha256);
    expect(found.map(({ hit }) => hit.rule)).toEqual(['pin-identity', 'pin-version']);
  });
});

describe('a parameter', () => {
  it('has the path of its names', () => {
    expect(pathOfParameter('')).toEqual([]);
    expect(pathOfParameter('a\\.b.c\\\\.\\0')).toEqual([
      'properties',
      'a.b',
      'properties',
      'c\\',
      'properties',
      '',
    ]);
  });
});

describe('any server', () => {
  const json = fc.jsonValue({ depthSize: 'small' });
  const name = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'a.b', 'a'), fc.string({ minLength: 1 }));
  const anyTool = fc.record(
    {
      name,
      title: fc.string(),
      description: fc.string(),
      inputSchema: fc.oneof(json, fc.record({ properties: fc.dictionary(fc.string(), json) })),
      annotations: json,
      _meta: json,
    },
    { requiredKeys: ['name'] },
  );
  const catalog = fc.record({
    tools: fc.array(anyTool, { minLength: 1, maxLength: 4 }),
    prompts: fc.array(fc.record({ name, description: fc.string() }), { maxLength: 2 }),
    serverInfo: json,
  });

  it('is the same after its lock was written and read', () => {
    fc.assert(
      fc.property(catalog, (value) => {
        const server = serverOf('s', value);
        const pins = lockOf(server);
        const read = readPins(writePins(pins), 'lock.json');
        expect({ ...read }).toEqual({
          schema_version: 'mcptest.dev/pins/v1',
          ...JSON.parse(JSON.stringify(pins)),
        });
        expect(comparePins([server], read, sha256).found).toEqual([]);
      }),
    );
  });

  it('has a finding when a tool says anything else', () => {
    fc.assert(
      fc.property(catalog, anyTool, (value, other) => {
        const [first, ...rest] = value.tools;
        const changed = { ...value, tools: [other, ...rest] };
        const isSame = JSON.stringify(sorted(first)) === JSON.stringify(sorted(other));
        fc.pre(!isSame);
        expect(changes(value, changed)).not.toEqual([]);
      }),
    );
  });
});

/** Sorts the keys at every level: their order says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)]);
}
