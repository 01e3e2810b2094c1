import { describe, expect, it } from 'vitest';
import type { Cassette } from '../../../../../src/artifacts/cassette/model.ts';
import type { RecordedRun } from '../../../../../src/artifacts/cassette/recordings/recordings.ts';
import { InputError } from '../../../../../src/errors.ts';
import {
  type JudgeOptions,
  judgeScenario,
} from '../../../../../src/features/scenario/judge/judge-scenario.ts';
import { parseSuite } from '../../../../../src/features/scenario/suite/suite-file.ts';

const cassette: Cassette = {
  turns: [{ tool_calls: [{ name: 'a', args: {}, is_error: false, result: 'ok' }], final_response: 'r' }],
};
const runOf = (value: Cassette, reference = 'a.json'): RecordedRun => ({
  reference,
  file: `runs/${reference}`,
  read: { value },
  news: { errors: [], warnings: [] },
});
const problem = { file: 'runs/no.json', message: 'is not there' };
const unreadable: RecordedRun = {
  reference: 'no.json',
  file: 'runs/no.json',
  read: { problems: [problem] },
  news: { errors: [problem], warnings: [] },
};

async function judge(
  written: object,
  runs: readonly RecordedRun[],
  options: Partial<JudgeOptions> = {},
): ReturnType<typeof judgeScenario> {
  const scenario = {
    name: 'x',
    cassette: 'a.json',
    transitions: [{ tool: 'a' }],
    expect: [{ target: 'actions', matcher: { min: 1 } }],
    ...written,
  };
  const suite = await parseSuite(JSON.stringify({ scenarios: [scenario] }), 's.yml');
  return judgeScenario(suite.scenarios[0]!, stream(runs), {
    suite: 's.yml',
    strict: false,
    trace: 'failing',
    costOf: async () => undefined,
    ...options,
  });
}

async function* stream(runs: readonly RecordedRun[]): AsyncGenerator<RecordedRun, void> {
  yield* runs;
}

describe('judgeScenario', () => {
  it('makes a trial of each run, those that could not be read among them', async () => {
    const { result, errors } = await judge({}, [unreadable, runOf(cassette)]);
    expect(result.trials).toEqual([
      { cassette: 'no.json', error: 'runs/no.json: is not there' },
      { cassette: 'a.json', judged: expect.objectContaining({ passed: true }) },
    ]);
    expect(errors).toEqual([problem]);
  });

  it('names the file of a run that cannot be judged', async () => {
    const costOf = () => Promise.reject(new InputError({ message: 'costs too much' }));
    const { result, errors } = await judge({}, [runOf(cassette)], { costOf });
    expect(result.trials).toEqual([{ cassette: 'a.json', error: 'runs/a.json: costs too much' }]);
    expect(errors).toEqual([{ file: 'runs/a.json', message: 'costs too much' }]);
  });

  it.each([
    ['failing', {}, undefined],
    ['failing', { transitions: [] }, expect.objectContaining({ calls: 1 })],
    ['all', {}, expect.objectContaining({ calls: 1 })],
  ] as const)('follows call by call what is wanted: %s, %o', async (trace, written, expected) => {
    const { trials } = (await judge(written, [runOf(cassette)], { trace })).result;
    expect(trials).toEqual([expect.objectContaining({ trajectory: expected })]);
  });

  it('asks of an agent that does nothing with the model of the first readable recording', async () => {
    const ofModel = { expect: [{ target: 'model', matcher: { exact: 'm' } }] };
    const runs = [unreadable, runOf({ ...cassette, model: 'm' }), runOf({ ...cassette, model: 'n' })];
    const { result, warnings } = await judge(ofModel, runs);
    expect(result.vacuous).toBe(true);
    expect(warnings).toEqual([expect.objectContaining({ file: 's.yml', position: { line: 1, column: 1 } })]);
  });
});

describe('a forbidden rule that cannot be judged', () => {
  it('fails the scenario, with one warning for all trials', async () => {
    const forbidden = [
      { tool: 'a', server: 'prod', reason: 'never' },
      { tool: 'b', server: 'prod', reason: 'nor this' },
    ];
    const { result, warnings } = await judge({ forbidden }, [runOf(cassette), runOf(cassette, 'b.json')]);
    expect(result.trials.map((trial) => 'judged' in trial && trial.judged.failedBy)).toEqual([
      ['forbidden_transitions'],
      ['forbidden_transitions'],
    ]);
    expect(warnings).toEqual([
      expect.objectContaining({
        file: 's.yml',
        position: { line: 1, column: 1 },
        message:
          'scenario `x`: the forbidden rule `never` cannot judge 2 calls, such as one to `a`, which count as forbidden: the recording does not name the server of the call',
      }),
    ]);
  });
});
