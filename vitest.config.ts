import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // processes, not threads: the test of the documentation changes its working folder
    pool: 'forks',
    // else one core is left idle, which of two is half of them
    maxWorkers: '100%',
    // how long a test takes is the business of the machine: this only ends one that hangs
    testTimeout: 60_000,
    coverage: {
      provider: 'v8',
      // all of src counts, loaded by a test or not
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: { statements: 97, branches: 93, functions: 97, lines: 97 },
    },
  },
});
