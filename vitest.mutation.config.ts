import { defineConfig } from 'vitest/config';

// only what judges the mutated code: the evaluator, the facts, the time
export default defineConfig({
  test: {
    include: [
      'test/unit/rules/**/*.test.ts',
      'test/unit/facts/**/*.test.ts',
      'test/unit/time/**/*.test.ts',
      'test/unit/policy/**/*.test.ts',
      'test/property/evaluate.test.ts',
    ],
  },
});
