import { expect, it } from 'vitest';
import { answerPlanTask, type PlanTask, planCalls } from '../../../../src/commands/live/plan-calls.ts';
import { InputError, NothingSelectedError } from '../../../../src/errors.ts';
import { withOwnArguments } from '../../../../src/features/probe/own-arguments.ts';
import { planProbe } from '../../../../src/features/probe/plan.ts';
import type { Planner } from '../../../../src/ports.ts';

const POLICY = { strict: false, executeDestructive: false };
const session = { signal: new AbortController().signal, breathe: async () => {} };
const task: PlanTask = {
  tools: [{ name: 'get_a' }, { name: 'delete_b' }],
  names: [],
  own: new Map(),
  policy: POLICY,
};

/** A thread: task and answer are copied. */
const thread: Planner = async (input) =>
  structuredClone(await answerPlanTask(structuredClone(input) as PlanTask));

it('plans in a thread what it plans without one', async () => {
  const own = new Map([['get_a', { id: 7 }]]);
  const expected = await withOwnArguments(await planProbe(task.tools, [], POLICY), own, POLICY);
  expect(await planCalls({ ...task, own }, thread, 1000, session)).toEqual(expected);
  expect(await planCalls({ ...task, own }, undefined, 1000, session)).toEqual(expected);
});

it.each([
  ['an unknown tool', { names: ['get_b'] }, NothingSelectedError],
  ['arguments for an unknown tool', { own: new Map([['get_b', {}]]) }, InputError],
])('reports %s from a thread as it does without one', async (_, change, kind) => {
  const errors = await Promise.all(
    [thread, undefined].map((planner) =>
      planCalls({ ...task, ...change }, planner, 1000, session).catch((error) => error),
    ),
  );
  for (const error of errors) expect(error).toBeInstanceOf(kind);
  expect(errors[0].diagnostics).toEqual(errors[1].diagnostics);
});

it.each([
  ['timeout', 'planning the calls takes longer than 3 s'],
  ['out-of-memory', 'planning the calls needs too much memory'],
])('is an error of the input after %s', async (answer, message) => {
  const planning = planCalls(task, async () => answer, 3000, session);
  const error = await planning.catch((thrown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  expect(error.message).toBe(message);
});
