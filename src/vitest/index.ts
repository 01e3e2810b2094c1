/**
 * `mcptest/vitest`: a fixture that starts a server for a test, and a matcher that judges its answers as a suite does.
 * Importing it adds the matcher.
 *
 * Spec (suites and recording): "`mcptest run [SUITE…] [-- CMD…]`"
 */
import { expect } from 'vitest';
import { judgeAnswer, SuiteAnswers } from './suite-answers.ts';
import type * as types from './types.ts';

export type * from './types.ts';

/** See the declaration in `types.ts`. */
export const mcptest: typeof types.mcptest = (server, options = {}) => ({
  // Vitest reads from the parameter which other fixtures are used: it must be destructured
  // biome-ignore lint/correctness/noEmptyPattern: the same
  server: async ({}, use) => {
    const answers = await SuiteAnswers.open(server, options);
    try {
      await use(answers);
    } finally {
      await answers.close();
    }
    answers.refuseBreaches();
  },
});

expect.extend({
  async toMeet(received: unknown, expectation: types.Expectation) {
    const faults = await judgeAnswer(received, expectation);
    return {
      pass: faults.length === 0,
      message: () =>
        faults.length === 0
          ? 'the answer meets the expectation'
          : `the answer does not meet it:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    };
  },
});
