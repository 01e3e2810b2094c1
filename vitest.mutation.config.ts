import { defineConfig } from 'vitest/config';

// only what judges the mutated code: the evaluator, the facts, the time, the words of the release gate, the verdicts on calls
export default defineConfig({
  test: {
    // it sends signals to its own process, which would end the one of Stryker
    exclude: ['test/unit/commands/live/mock.test.ts'],
    include: [
      'test/unit/rules/**/*.test.ts',
      'test/unit/facts/**/*.test.ts',
      'test/unit/time/**/*.test.ts',
      'test/unit/features/policy/**/*.test.ts',
      'test/unit/commands/**/*.test.ts',
      'test/unit/text/nearest.test.ts',
      'test/unit/report/policy/pretty.test.ts',
      'test/unit/artifacts/run-report/settle-counts.test.ts',
      'test/unit/features/evidence/verify/{ancestry,signer}.test.ts',
      'test/property/evaluate.test.ts',
      'test/unit/features/gateway/**/*.test.ts',
      'test/property/gateway-{decide,backtest}.test.ts',
      // the words in the tables stand in the documentation
      'test/doc-tables.test.ts',
    ],
  },
});
