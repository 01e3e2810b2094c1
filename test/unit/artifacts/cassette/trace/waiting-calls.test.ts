import { expect, it } from 'vitest';
import type { Call } from '../../../../../src/artifacts/cassette/trace/call.ts';
import { WaitingCalls } from '../../../../../src/artifacts/cassette/trace/waiting-calls.ts';

/** Settles as many calls, each with an answer and a span, and returns how often it was asked whether one waits. */
function asked(count: number, withIds: boolean): number {
  const waiting = new WaitingCalls();
  let asks = 0;
  for (let index = 0; index < count; index++) {
    let isAnswered = false;
    let hasRun = false;
    const id = withIds ? `c${index}` : undefined;
    waiting.add({
      ...{ id, name: 'free', args: { berth: index }, argsPath: [], path: [index], agent: undefined },
      isError: false,
      get answer() {
        asks++;
        return isAnswered ? { result: 'ok', error: undefined, path: [] } : undefined;
      },
      set answer(_: Call['answer']) {
        isAnswered = true;
      },
      get hasRun() {
        asks++;
        return hasRun;
      },
      set hasRun(value: boolean) {
        hasRun = value;
      },
    } as Call);
  }
  for (let index = 0; index < count; index++) {
    const id = withIds ? `c${index}` : undefined;
    const told = { id, name: 'free', result: 'ok', error: undefined, isError: false, path: [] };
    const answered = waiting.ofAnswer(told);
    expect(answered?.path).toEqual([index]);
    if (answered) answered.answer = told;
    const ran = waiting.ofRun({
      ...told,
      args: `{"berth":${index}}`,
      argsPath: [],
      contents: [],
      stray: undefined,
    });
    expect(ran?.path).toEqual([index]);
    if (ran) ran.hasRun = true;
  }
  return asks;
}

it.each([true, false])('finds each call without asking all others (with ids: %s)', (withIds) => {
  expect(asked(2000, withIds)).toBeLessThan(2.1 * asked(1000, withIds));
});
