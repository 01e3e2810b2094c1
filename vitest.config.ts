import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    coverage: {
      provider: 'v8',
      // all of src counts, loaded by a test or not
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
