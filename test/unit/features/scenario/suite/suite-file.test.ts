import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../../../src/diagnostic.ts';
import { InputError } from '../../../../../src/errors.ts';
import { parseSuite } from '../../../../../src/features/scenario/suite/suite-file.ts';

const examples = join(import.meta.dirname, '..', '..', '..', '..', '..', 'examples');

async function faultsOf(text: string): Promise<string[]> {
  try {
    await parseSuite(text, 's.yml');
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map((d) => formatDiagnostic(d));
    throw error;
  }
  return [];
}

/** A suite of one scenario with more lines in it; they begin in line 4. */
function suite(...lines: string[]): string {
  return [
    'scenarios:',
    '  - name: a',
    '    cassette: a.json',
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n');
}

describe('parseSuite', () => {
  it.each([
    ['a cassette', '{"turns":[{"final_response":"r"}]}', 'mcptest cassette'],
    ['a chat', '[{"role":"user","content":"hi"}]', 'OpenAI chat messages'],
    ['a list of runs', '[{"traj":[]},{"traj":[]}]', 'tau-bench record'],
    ['a file of runs', '{"simulations":[{"messages":[],"termination_reason":"x"}]}', 'tau2-bench simulation'],
    ['JSON Lines', '{"type":"header","cassetteVersion":1}\n{"type":"frame"}\n', 'mcp-cassette tape'],
  ])('knows a recording: %s', async (_, text, format) => {
    expect(await faultsOf(text)).toEqual([
      `s.yml:1:1: error: is a recording (${format}), not a suite\n` +
        '  help: name it under `cassette:` in a suite, or print it with `mcptest cassette show`',
    ]);
  });

  it.each(['{}', '[]', '{"role":"user"}', '{"a":1}\n{"b":1}'])(
    'does not take %j for a recording',
    async (text) => {
      expect((await faultsOf(text)).join()).not.toContain('recording');
    },
  );

  it('has effects, conditions and expectations in the order of the file', async () => {
    const text = suite(
      'transitions: [{tool: a, when: {b: 1, "1": 2}, effect: {"1.a": 5, "1": {set: {}}, "0": 1}}]',
      'expect_state: {b: 1, "1": 2}',
    );
    const { scenarios } = await parseSuite(text, 's.yml');
    const [
      {
        transitions: [transition],
        expectState,
      },
    ] = scenarios as never as [
      { transitions: [(typeof scenarios)[0]['transitions'][0]]; expectState: { text: string }[] },
    ];
    expect(transition.effects.map((effect) => effect.text)).toEqual(['1.a', '1', '0']);
    expect(transition.when.map((condition) => condition.text)).toEqual(['b', '1']);
    expect(expectState.map((expectation) => expectation.text)).toEqual(['b', '1']);
  });

  it('reads the example of the source text', async () => {
    const text = readFileSync(join(examples, 'scenario-world', 'suite.yml'), 'utf8');
    const { scenarios, rates } = await parseSuite(text, 's.yml');
    expect(rates.size).toBe(0);
    expect(scenarios).toHaveLength(1);
    const [scenario] = scenarios;
    expect(scenario).toMatchObject({
      name: 'restock the widget shelf',
      line: 3,
      cassettes: ['cassettes/restock.json'],
      seed: { inventory: { widgets: 3 }, shelf_full: false },
      hasRubric: false,
      allowsInvalid: false,
    });
    expect(scenario?.transitions.map(({ tool, line }) => [tool.literal, line])).toEqual([
      ['add_widget', 10],
      ['remove_widget', 13],
      ['mark_full', 18],
    ]);
    expect(scenario?.forbidden).toMatchObject([{ reason: 'destructive bulk delete is never allowed' }]);
    expect(scenario?.golden?.[0]?.steps.map(({ tool }) => tool)).toEqual([
      'add_widget',
      'add_widget',
      'mark_full',
    ]);
    expect(scenario?.expect.map(({ text: target }) => target)).toEqual(['invalid_actions', 'golden.matched']);
  });

  it('takes JSON, a byte order mark aside', async () => {
    const { scenarios } = await parseSuite('{"scenarios":[{"name":"a","cassette":["b","c"]}]}', 's.json');
    expect(scenarios[0]?.cassettes).toEqual(['b', 'c']);
  });

  it.each<[what: string, text: string, line: string, help?: string]>([
    ['an empty file', '', '1:1: error: the file is empty'],
    ['a list', '[]', '1:1: error: must be a mapping, found an empty list'],
    ['no scenario', 'scenarios: []', '1:12: error: scenarios: must be a non-empty list, found an empty list'],
    ['no name', 'scenarios: [{cassette: a}]', '1:13: error: scenarios[0].name: is missing; it must be text'],
    [
      'no cassette',
      'scenarios: [{name: a}]',
      '1:13: error: scenarios[0].cassette: is missing; it must be the path of a recording, or a list of them',
    ],
    [
      'an unknown key',
      suite('sed: {}'),
      '4:5: error: scenarios[0].sed: unknown key `sed`',
      'did you mean `seed`?',
    ],
    [
      'a misspelt key of a transition',
      suite('transitions: [{tool: t, wehn: {}}]'),
      '4:29: error: scenarios[0].transitions[0].wehn: unknown key `wehn`',
      'did you mean `when`?',
    ],
    [
      'a forbidden rule without a reason',
      suite('forbidden: [{tool: t}]'),
      '4:17: error: scenarios[0].forbidden[0].reason: is missing; it must be text',
    ],
    [
      'a misspelt guard',
      suite('transitions: [{tool: t, when: {x: {mni: 1}}}]'),
      '4:45: error: scenarios[0].transitions[0].when.x.mni: unknown guard `mni`',
      'did you mean `min`?',
    ],
    [
      'a guard that compares with text',
      suite('transitions: [{tool: t, args: {x: {min: "1"}}}]'),
      '4:45: error: scenarios[0].transitions[0].args.x.min: must be a number, found `"1"`',
    ],
    [
      'a path that does not parse, at the key',
      suite('transitions: [{tool: t, effect: {"a..b": 1}}]'),
      '4:38: error: scenarios[0].transitions[0].effect["a..b"]: found an empty segment',
      'write an empty key as `[""]`',
    ],
    [
      'an amount that is text',
      suite('transitions: [{tool: t, effect: {a: {inc: "1"}}}]'),
      '4:47: error: scenarios[0].transitions[0].effect.a.inc: must be a finite number, found `"1"`',
      'use a number or `{ from_arg: ... }`',
    ],
    [
      'a template where there is no call',
      suite('expect_state: {"a.{b}": 1}'),
      '4:20: error: scenarios[0].expect_state["a.{b}"]: there is no call here to fill a template from',
    ],
    [
      'a target that cannot exist',
      suite('expect: [{target: action, matcher: {min: 1}}]'),
      '4:23: error: scenarios[0].expect[0].target: unknown target `action`',
      'did you mean `actions`?',
    ],
    [
      'an unknown matcher',
      suite('expect: [{target: actions, matcher: {equals: 1}}]'),
      '4:50: error: scenarios[0].expect[0].matcher.equals: unknown matcher `equals`',
    ],
    [
      'a pattern that does not compile',
      suite('expect: [{target: model, matcher: {regex: "(?=a)"}}]'),
      '4:47: error: scenarios[0].expect[0].matcher.regex: the pattern does not compile: invalid or unsupported Perl syntax: `(?=`',
    ],
    [
      'a rate below zero',
      `${suite()}rates: {m: {input: -1, output: 1}}\n`,
      '4:20: error: rates.m.input: must be a number of US dollars, 0 or more, found `-1`',
    ],
    [
      'a name twice',
      `${suite()}  - {name: a, cassette: b}\n`,
      '4:12: error: scenarios[1].name: `a` is already the name of the scenario on line 2',
      'give each scenario its own name',
    ],
    [
      'a path that climbs',
      'scenarios: [{name: a, cassette: x/../../y.json}]',
      '1:33: error: scenarios[0].cassette: `x/../../y.json` leads out of the folder of the suite',
    ],
    [
      'a path that goes back and stays inside',
      'scenarios: [{name: a, cassette: r/../a.json}]',
      '1:33: error: scenarios[0].cassette: `r/../a.json` contains `..`, which is not allowed in the path of a recording',
      'write the path without `..`',
    ],
    [
      'a matcher named __proto__',
      suite('expect: [{target: turns, matcher: {min: 0, __proto__: {exact: 9}}}]'),
      '4:59: error: scenarios[0].expect[0].matcher.__proto__: unknown matcher `__proto__`',
    ],
    [
      'a matcher named __proto__ inside another',
      suite('expect: [{target: turns, matcher: {not: {exact: 9, __proto__: 1}}}]'),
      '4:67: error: scenarios[0].expect[0].matcher.not.__proto__: unknown matcher `__proto__`',
    ],
    [
      'a price named __proto__',
      `${suite()}rates: {__proto__: {input: -1}}\n`,
      '4:9: error: rates.__proto__: no model can be called `__proto__`',
    ],
    [
      'a price with a __proto__',
      `${suite()}rates: {m: {input: 1, output: 1, __proto__: 1}}\n`,
      '4:34: error: rates.m.__proto__: unknown key `__proto__`',
    ],
    [
      'an absolute path in a list',
      'scenarios: [{name: a, cassette: [b, /c]}]',
      '1:37: error: scenarios[0].cassette[1]: `/c` is an absolute path',
    ],
    [
      'a list of no cassette',
      'scenarios: [{name: a, cassette: []}]',
      '1:33: error: scenarios[0].cassette: must be a non-empty list, found an empty list',
    ],
    [
      'a glob that is none',
      suite('transitions: [{tool: ""}]'),
      '4:26: error: scenarios[0].transitions[0].tool: must be non-empty text, found `""`',
    ],
  ])('refuses %s', async (_, text, line, help) => {
    const faults = await faultsOf(text);
    expect(faults).toHaveLength(1);
    const [first, second] = (faults[0] ?? '').split('\n  help: ');
    expect(first).toBe(`s.yml:${line}`);
    if (help !== undefined) expect(second).toBe(help);
  });

  it('reports every mistake at once, in the order of the file', async () => {
    const faults = await faultsOf(
      suite('seed: {x: .nan}', 'expect_state: {"a b..": 1}', 'expect: [{target: turn, matcher: {}}]'),
    );
    expect(faults.map((fault) => fault.split(':')[1])).toEqual(['4', '5', '6', '6']);
  });
});
