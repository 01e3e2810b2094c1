import { defineConfig } from 'vitest/config';

/** Tests that change what the others in their process would see: modules, globals, the working folder, the version. */
const ALONE = [
  'test/*.test.ts',
  'test/e2e/**/*.test.ts',
  'test/unit/node/**/*.test.ts',
  'test/unit/live/**/*.test.ts',
];

const shared = {
  // processes, not threads: the test of the documentation changes its working folder
  pool: 'forks',
  // how long a test takes is the business of the machine: this only ends one that hangs
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
} as const;

export default defineConfig({
  test: {
    globalSetup: 'test/support/shared-folder.ts',
    // else one core is left idle, which of two is half of them
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'alone', include: ALONE } },
      {
        test: {
          ...shared,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: ALONE,
          // loading the modules anew for each file took as long as the tests
          isolate: false,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      // all of src counts, loaded by a test or not
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: { statements: 97, branches: 93, functions: 97, lines: 97 },
    },
  },
});
