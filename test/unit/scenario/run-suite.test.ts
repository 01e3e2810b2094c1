import { describe, expect, it } from 'vitest';
import { runSuite } from '../../../src/scenario/run-suite.ts';
import { parseSuite } from '../../../src/scenario/suite-file.ts';
import { memoryFiles } from '../../support/memory-files.ts';

const run = JSON.stringify({
  tool_calls: [{ name: 'a', is_error: false, result: 'ok' }],
  final_response: 'r',
});

/** Runs scenarios, and counts how often each file is read. */
async function runAll(
  scenarios: readonly object[],
  texts: Record<string, string>,
  trace: 'none' | 'failing' | 'all',
) {
  const memory = memoryFiles(texts);
  const reads: string[] = [];
  const readText = (path: string) => {
    reads.push(path);
    return memory.readText(path);
  };
  const files = { ...memory, readText };
  const suite = await parseSuite(JSON.stringify({ scenarios }), 's.yml');
  const options = { folder: { path: '.', files }, strict: false, trace, statedNow: undefined };
  return { reads, ...(await runSuite(suite, suite.scenarios, options)) };
}

const scenario = (name: string, cassette: unknown, more: object = {}) => ({
  name,
  cassette,
  transitions: [{ tool: 'a' }],
  expect: [{ target: 'actions', matcher: { min: 1 } }],
  ...more,
});

describe('runSuite', () => {
  it('reads a recording once, however many scenarios use it', async () => {
    const { reads, results } = await runAll(
      [scenario('x', 'a.json'), scenario('y', ['b.json', 'a.json']), scenario('z', '*.json')],
      { 'a.json': run, 'b.json': run },
      'none',
    );
    expect(reads).toEqual(['a.json', 'b.json']);
    expect(results.map(({ trials }) => trials.map(({ cassette }) => cassette))).toEqual([
      ['a.json'],
      ['b.json', 'a.json'],
      ['a.json', 'b.json'],
    ]);
  });

  it('tells an error of a recording once, and gives it to each scenario', async () => {
    const { errors, results } = await runAll([scenario('x', 'a.json'), scenario('y', 'a.json')], {}, 'none');
    expect(errors).toHaveLength(1);
    expect(results.flatMap(({ trials }) => trials)).toEqual([
      { cassette: 'a.json', error: 'a.json: cannot be read: there is no such file or folder' },
      { cassette: 'a.json', error: 'a.json: cannot be read: there is no such file or folder' },
    ]);
  });

  it.each([
    ['none', [[undefined], [undefined]]],
    ['failing', [[undefined], [expect.objectContaining({ calls: 1 })]]],
    ['all', [[expect.objectContaining({ calls: 1 })], [expect.objectContaining({ calls: 1 })]]],
  ] as const)('follows call by call what is wanted: %s', async (trace, expected) => {
    const failing = scenario('y', 'a.json', { transitions: [] });
    const { trajectories } = await runAll([scenario('x', 'a.json'), failing], { 'a.json': run }, trace);
    expect(trajectories).toEqual(expected);
  });

  it('asks of an agent that does nothing with the model of the first readable recording', async () => {
    const model = { expect: [{ target: 'model', matcher: { exact: 'm' } }] };
    const named = JSON.stringify({ ...JSON.parse(run), model: 'm' });
    const { results } = await runAll(
      [scenario('x', ['no.json', 'a.json'], model)],
      { 'a.json': named },
      'none',
    );
    expect(results[0]?.vacuous).toBe(true);
  });
});
