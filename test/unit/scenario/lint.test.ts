import { describe, expect, it } from 'vitest';
import { lintSuite } from '../../../src/scenario/lint.ts';
import { parseSuite } from '../../../src/scenario/suite-file.ts';
import { memoryFiles } from '../../support/memory-files.ts';

/** The codes of what is found in a scenario with these parts; it has a recording and an oracle unless told otherwise. */
async function lint(parts: Record<string, unknown>): Promise<string[]> {
  const scenario = { name: 's', cassette: 'c.json', expect_unchanged: ['x'], ...parts };
  const suite = await parseSuite(JSON.stringify({ scenarios: [scenario] }), 's.yml');
  const { findings } = await lintSuite(suite, { path: '.', files: memoryFiles({ 'c.json': '{}' }) });
  return findings.map(({ code, message }) => `${code} ${/`([^`]*)`/.exec(message)?.[1] ?? ''}`.trim());
}

const transitions = (...tools: unknown[]) => ({
  transitions: tools.map((tool) => (typeof tool === 'string' ? { tool } : tool)),
});

describe('unreachable transitions', () => {
  it.each([
    ['the same tool again', ['a', 'a'], ['a']],
    ['the same tool with a condition', ['a', { tool: 'a', when: { x: 1 } }], ['a']],
    ['a glob behind `*`', ['*', 'a_*'], ['a_*']],
    ['the same glob again', ['a_*', 'a_*'], ['a_*']],
    ['a server behind none', ['a', { tool: 'a', server: 's' }], ['a']],
    ['a glob of names that are declared', ['{a,b}_x', 'a_x', 'b_x'], ['{a,b}_x']],
  ])('finds %s', async (_, tools, found) => {
    expect(await lint(transitions(...tools))).toEqual(found.map((tool) => `unreachable-transition ${tool}`));
  });

  it.each([
    ['what an earlier condition lets through', [{ tool: 'a', when: { x: 1 } }, 'a']],
    ['what earlier arguments let through', [{ tool: 'a', args: { x: 1 } }, 'a']],
    [
      'another server',
      [
        { tool: 'a', server: 's' },
        { tool: 'a', server: 't' },
      ],
    ],
    ['any server behind one', [{ tool: 'a', server: 's' }, 'a']],
    ['a name behind a glob, which is not for it', ['*', 'a']],
    ['a glob behind names, for all others', ['a', '*']],
    ['a glob of which one name is free', ['{a,b}_x', 'a_x']],
    ['a glob that may cover less', ['a_*', 'a_b*']],
  ])('does not mistake %s', async (_, tools) => {
    expect(await lint(transitions(...tools))).toEqual([]);
  });

  it('finds tools that are forbidden whatever happens, and no others', async () => {
    const forbid = (rule: object) =>
      lint({ ...transitions('a'), forbidden: [{ tool: 'a*', reason: 'r', ...rule }] });
    expect(await forbid({})).toEqual(['unreachable-transition a']);
    for (const rule of [{ when: { x: 1 } }, { args: { x: 1 } }, { server: 's' }, { only: 'succeeded' }]) {
      expect(await forbid(rule)).toEqual([]);
    }
  });
});

describe('states that cannot be reached', () => {
  const state = (expectState: object, effect: object, seed: object = {}) =>
    lint({ seed, transitions: [{ tool: 't', effect }], expect_state: expectState });

  it.each([
    ['a misspelt path', { 'a.c': 1 }, { 'a.b': 1 }],
    ['a path beside', { ab: 1 }, { a: 1 }],
    ['another one behind a template', { 'o.1.name': 1 }, { 'o.{id}.status': 1 }],
    ['what must be absent and stays', { a: { absent: true } }, { b: 1 }],
  ])('finds %s', async (_, expected, effect) => {
    expect(await state(expected, effect, { a: 7 })).toHaveLength(1);
  });

  it.each([
    ['what the seed has', { a: 7 }, { b: 1 }],
    ['an effect above', { 'a.b.c': 1 }, { a: {} }],
    ['an effect below', { a: {} }, { 'a.b.c': 1 }],
    ['a template', { 'o.1.name': 1 }, { 'o.{id}.name': 1 }],
    ['part of a segment', { 'o.x1': 1 }, { 'o.x{id}': 1 }],
    ['what moves when an element of a list is removed', { 'l[3]': 1 }, { 'l[0]': { remove: true } }],
  ])('does not mistake %s', async (_, expected, effect) => {
    expect(await state(expected, effect, { a: 7 })).toEqual([]);
  });
});

describe('the rest', () => {
  it('finds golden tools that are not declared or are forbidden, each once', async () => {
    const golden = { calls: ['x', 'x', 'a'], alternates: [['b', { tool: 'x', server: 's' }]] };
    expect(
      await lint({ ...transitions('a', 'b*'), golden, forbidden: [{ tool: 'b', reason: 'r' }] }),
    ).toEqual([
      'golden-undeclared-tool golden.calls',
      'golden-forbidden-tool golden.alternates[0]',
      'golden-undeclared-tool golden.alternates[0]',
    ]);
  });

  it('finds escalation tools without a transition, also by a glob', async () => {
    expect(await lint({ ...transitions('call_*'), escalation: { tools: ['call_boss', 'page'] } })).toEqual([
      'escalation-undeclared-tool page',
    ]);
  });

  it('finds recordings that are missing, whatever the pointer', async () => {
    const cassette = ['c.json', 'c.json#/1', 'd.json#/1', '*.json', 'e/*.json'];
    expect(await lint({ cassette })).toEqual(['missing-cassette d.json#/1', 'missing-cassette e/*.json']);
  });

  it('finds scenarios without an oracle; a golden path alone decides nothing', async () => {
    expect(await lint({ expect_unchanged: undefined })).toEqual(['no-oracle']);
    expect(
      await lint({ expect_unchanged: undefined, ...transitions('a'), golden: { calls: ['a'] } }),
    ).toEqual(['no-oracle']);
  });
});
