import { describe, expect, it } from 'vitest';
import { compareCombinations } from '../../../../src/features/run/compare-combinations.ts';
import { combinationsOf, expandCases } from '../../../../src/features/run/expand-cases.ts';
import type {
  KeptAnswer,
  SessionRun,
  SuiteRun,
  TestRun,
  TestStatus,
} from '../../../../src/features/run/run-model.ts';
import type { Listing } from '../../../../src/mcp/exchange.ts';
import { readProtocol } from '../../../../src/mcp/protocol.ts';
import { compiled } from './compiled.ts';

const { suite } = await compiled('{ name: one, tool: a }', '{ name: two, tool: b }');
const combinations = combinationsOf({ matrix: {} }, readProtocol('both'));
const [legacy, modern] = combinations;
const cases = expandCases(suite, combinations);

/** A session in the first or second combination. */
function session(at: 0 | 1, listing: Partial<Listing>, more: Partial<SessionRun> = {}): SessionRun {
  const combination = [legacy, modern][at] as NonNullable<typeof legacy>;
  return {
    name: 'shop',
    combination,
    session: {
      server: {},
      transport: 'stdio',
      listing: { tools: [], prompts: [], resources: [], templates: [], ...listing },
    },
    abilities: [],
    traces: {
      stderr: { head: '', tail: '' },
      noise: { count: 0, lines: [] },
      violations: { count: 0, lines: [] },
    },
    died: false,
    ...more,
  };
}

/** The runs of `one` and `two` in the first combination, and then in the second: a status, perhaps with an answer. */
function tests(...runs: readonly (TestStatus | readonly [TestStatus, KeptAnswer])[]): TestRun[] {
  return runs.map((run, at) => {
    const [status, kept] = typeof run === 'string' ? [run, undefined] : run;
    const call = {
      phase: 'call',
      server: 'shop',
      request: { kind: 'tool', name: 'a', args: {} },
      outcome: 'ok',
      duration: 1,
      notifications: 0,
      questions: [],
      findings: [],
      ...(kept && { kept }),
    } as const;
    const of = cases[at] as TestRun['of'];
    const calls = status === 'skipped' ? [] : [call];
    return { of, status, flaky: false, attempts: 1, findings: [], calls, duration: 1 };
  });
}

const compare = (run: Partial<SuiteRun>) =>
  compareCombinations({ tests: [], phases: [], sessions: [], ...run });
const answer = (value: unknown) => ['passed', { digest: JSON.stringify(value), value }] as const;

/** The same test in both combinations, with all these answers. */
function trials(first: readonly unknown[], second: readonly unknown[], status: TestStatus = 'passed') {
  const [one, , other] = tests(answer(0), 'skipped', answer(0), 'skipped');
  return [[one, first] as const, [other, second] as const].map(([run, values]) => ({
    ...(run as TestRun),
    status,
    calls: values.map((value) => ({
      ...(run as TestRun).calls[0],
      kept: { digest: JSON.stringify(value), value },
    })),
  })) as TestRun[];
}

describe('the combinations of a matrix', () => {
  it('say nothing where all is alike', () => {
    const listing = { tools: [{ name: 'a', inputSchema: { type: 'object', properties: { x: {}, y: {} } } }] };
    const turned = { tools: [{ inputSchema: { properties: { y: {}, x: {} }, type: 'object' }, name: 'a' }] };
    expect(
      compare({
        sessions: [session(0, listing), session(1, turned)],
        tests: tests(answer(1), 'failed', answer(1), 'failed'),
      }),
    ).toEqual([]);
    expect(compare({ sessions: [session(0, listing)], tests: tests('passed', 'failed') })).toEqual([]);
  });

  it('name what is listed in one of them only, or otherwise, once for each pattern', () => {
    const schema = { type: 'object' };
    const one = session(0, {
      tools: [{ name: 'a' }, { name: 'b', inputSchema: schema }, { name: 'c', inputSchema: schema }],
      prompts: [{ name: 'p', arguments: [{ name: 'x' }] }],
      templates: [{ uriTemplate: 'f:///{x}' }],
    });
    const other = session(1, {
      tools: [
        { name: 'b', inputSchema: { type: 'object', required: ['x'] }, execution: {} },
        { name: 'c', inputSchema: { type: 'object', required: ['y'] } },
        { name: 'd' },
        { name: 'e' },
      ],
      prompts: [{ name: 'p' }],
      resources: [{ uri: 'f:///a' }],
      templates: [{ uriTemplate: 'f:///{x}', mimeType: 'text/plain' }],
    });
    expect(compare({ sessions: [one, other] })).toEqual([
      'shop: tools listed in legacy, and not in modern: a',
      'shop: tools whose `inputSchema` in modern differs from that in legacy: b, c',
      'shop: tools listed in modern, and not in legacy: d, e',
      'shop: prompts whose `arguments` in modern differs from that in legacy: p',
      'shop: resources listed in modern, and not in legacy: f:///a',
      'shop: templates whose `mimeType` in modern differs from that in legacy: f:///{x}',
    ]);
  });

  it('are compared for one server with the same abilities, and not if it died', () => {
    const tools = [{ name: 'a' }];
    const able = { abilities: ['elicitation'] };
    expect(compare({ sessions: [session(0, { tools }), session(1, {}, { name: 'other' })] })).toEqual([]);
    expect(compare({ sessions: [session(0, { tools }), session(1, {}, able)] })).toEqual([]);
    expect(compare({ sessions: [session(0, { tools }), session(1, {}, { died: true })] })).toEqual([]);
    // two sessions of one combination are alike in all that a report names
    const twice = [session(0, { tools }, able), session(0, {}, able), session(1, { tools }, able)];
    expect(compare({ sessions: twice })).toEqual([]);
  });

  it('name the tests that end in another way, and not those that made no call', () => {
    const both = tests('passed', 'passed', 'failed', 'failed');
    expect(compare({ tests: both })).toEqual(['passed in legacy, and failed in modern: one, two']);
    expect(compare({ tests: tests('failed', 'error', 'passed', 'passed') })).toEqual([
      'failed in legacy, and passed in modern: one',
      'in error in legacy, and passed in modern: two',
    ]);
    expect(compare({ tests: tests('passed', 'passed', 'skipped', 'skipped') })).toEqual([]);
  });

  it('name the first difference of answers', () => {
    const changed = tests(answer({ a: 1, b: [1] }), answer(1), answer({ a: 1, b: [2, 3] }), answer(1));
    expect(compare({ tests: changed })).toEqual([
      'one: the answer in modern differs from that in legacy: b[0]: found `2`, not `1`',
    ]);
    const long = ['passed', { digest: 'x' }] as const;
    expect(compare({ tests: tests(answer(1), 'passed', long, 'passed') })).toEqual([
      'one: the answer in modern differs from that in legacy',
    ]);
    expect(compare({ tests: tests(answer(1), 'passed', 'passed', 'passed') })).toEqual([]);
  });

  it('compare the answers of all trials of a test that passed', () => {
    const words = 'one: the answer in modern differs from that in legacy';
    expect(compare({ tests: trials([{ n: 1 }, { n: 1 }], [{ n: 1 }, { n: 2 }]) })).toEqual([
      `${words}: n: found \`2\`, not \`1\``,
    ]);
    expect(compare({ tests: trials([{ n: 1 }, { n: 2 }], [{ n: 1 }, { n: 1 }]) })).toEqual([
      `${words}: n: found \`1\`, not \`2\``,
    ]);
    // an answer that changes from trial to trial says nothing about the combination
    expect(compare({ tests: trials([1, 2], [2, 1]) })).toEqual([]);
    expect(compare({ tests: trials([1, 1], [1, 2], 'failed') })).toEqual([]);
  });
});
