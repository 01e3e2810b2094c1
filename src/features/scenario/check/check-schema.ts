import * as z from 'zod/mini';
import { SUITE_FINDING_CODES, SUITE_FINDING_SEVERITIES } from './findings.ts';

/** What `scenario check --format json` prints. */
export const suiteCheckSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/scenario-check/v1'),
  suite: z.string(),
  findings: z.array(
    z.strictObject({
      code: z.enum(SUITE_FINDING_CODES),
      severity: z.enum(SUITE_FINDING_SEVERITIES),
      scenario: z.string(),
      line: z.int().check(z.minimum(1)),
      message: z.string(),
      help: z.optional(z.string()),
    }),
  ),
  counts: z.strictObject({
    error: z.int().check(z.minimum(0)),
    warning: z.int().check(z.minimum(0)),
  }),
});

/** The result of a lint, as data. */
export type SuiteCheck = z.infer<typeof suiteCheckSchema>;
export type SuiteFinding = SuiteCheck['findings'][number];
