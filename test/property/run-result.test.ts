import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRunReport } from '../../src/artifacts/run-report/read.ts';
import { InputError } from '../../src/errors.ts';
import { runContradictions } from '../../src/features/run/run-contradictions.ts';
import { isAccepted } from '../../src/features/run/to-run-result.ts';
import { PLAIN } from '../../src/report/palette.ts';
import { RUN_FORMATS } from '../../src/report/run/formats.ts';
import { asWritten } from '../support/as-written.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { runResults } from '../support/run-results.ts';

describe('a report of a run', () => {
  it('never contradicts itself', () => {
    fc.assert(
      fc.property(runResults, (result) => {
        expect(runContradictions(asWritten(result))).toEqual([]);
      }),
    );
  });

  it.each(['json', 'junit', 'tap'] as const)(
    'is read back from %s with the same verdict on every test',
    async (name) => {
      const format = await RUN_FORMATS[name]();
      await fc.assert(
        fc.asyncProperty(runResults, async (result) => {
          const text = (format as (report: typeof result, palette: typeof PLAIN) => string)(result, PLAIN);
          const files = memoryFiles({ report: text });
          const ran = result.summary.passed + result.summary.failed > 0;
          if (!ran) {
            await expect(readRunReport('report', files)).rejects.toThrow(InputError);
            return;
          }
          const { value } = await readRunReport('report', files);
          const { passed, failed = 0, skipped = 0 } = value.counts;
          expect({ passed, failed, skipped }).toEqual({
            passed: result.summary.passed,
            failed: result.summary.failed,
            skipped: result.summary.skipped,
          });
          expect(failed === 0 && (passed ?? 0) > 0).toBe(isAccepted(result));
          expect(value.tests?.map(({ status }) => status)).toEqual(
            result.tests.map(({ status }) => (status === 'error' ? 'fail' : status)),
          );
        }),
        { numRuns: 150 },
      );
    },
  );
});
