import * as z from 'zod/mini';
import { ordinal } from '../../../documents/schema-parts.ts';
import { findingsShape } from '../../../findings/schema.ts';
import { SUITE_FINDINGS } from './findings.ts';

/** What `scenario check --format json` prints. */
export const suiteCheckSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/scenario-check/v1'),
  suite: z.string(),
  ...findingsShape(SUITE_FINDINGS, { scenario: z.string(), line: ordinal() }),
});

/** The result of linting a suite, as data. */
export type SuiteCheck = z.infer<typeof suiteCheckSchema>;
