import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { anything, count } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';
import { SCAN_SEVERITIES } from '../security/model.ts';
import type { TestStatus } from './model.ts';
import { runDetails, serverDetails, testDetails } from './run-details.ts';
import { COUNT_NAMES } from './settle-counts.ts';

/** Every spelling of a status, with its canonical form. The four canonical words come first. */
export const STATUS_WORDS = {
  pass: 'pass',
  fail: 'fail',
  skip: 'skip',
  inconclusive: 'inconclusive',
  passed: 'pass',
  ok: 'pass',
  failed: 'fail',
  error: 'fail',
  skipped: 'skip',
} as const satisfies Record<string, TestStatus>;

const milliseconds = () => z.number('a number, 0 or more').check(z.minimum(0, 'a number, 0 or more'));
const text = () => z.optional(z.string());

/** One entry of `tests`, in any spelling. */
export const testRecordSchema = z.object({
  name: described(z.string(), 'the name of the test'),
  status: described(
    z.enum(Object.keys(STATUS_WORDS) as (keyof typeof STATUS_WORDS)[]),
    'how the test ended; pass, fail, skip and inconclusive are the canonical words',
  ),
  server: described(text(), 'the server under test'),
  file: described(text(), 'the file that contains the test'),
  line: z.optional(count()),
  duration_ms: z.optional(milliseconds()),
  message: described(text(), 'why the test ended that way'),
  rule_id: text(),
  severity: z.optional(z.enum(SCAN_SEVERITIES)),
  flaky: described(z.optional(z.boolean()), 'true: it passed only when it was tried again'),
  ...testDetails,
});

const countsSchema = z.object(
  Object.fromEntries(COUNT_NAMES.map((name) => [name, z.optional(count())])) as Record<
    (typeof COUNT_NAMES)[number],
    z.ZodMiniOptional<ReturnType<typeof count>>
  >,
);

const sourceSchema = z.object({
  repo: text(),
  branch: text(),
  commit_sha: text(),
  commit: described(text(), 'another name for commit_sha'),
  sha: described(text(), 'another name for commit_sha'),
});

const keys = {
  schema_version: z.optional(z.literal(ARTIFACTS['run-report'].schemaVersion)),
  run_id: text(),
  mcptest_version: text(),
  started_at: described(text(), 'RFC 3339'),
  ended_at: described(text(), 'RFC 3339'),
  duration_ms: z.optional(milliseconds()),
  summary: described(z.optional(countsSchema), 'the number of tests by how they ended'),
  totals: described(z.optional(countsSchema), 'another name for summary'),
  // the five counts may be at the top level too
  ...countsSchema.shape,
  servers: z.optional(
    z.array(
      z.object({
        name: z.string(),
        transport: text(),
        auth: text(),
        version: text(),
        protocol_version: text(),
        ...serverDetails,
      }),
    ),
  ),
  spec_version: described(text(), 'the version of the MCP specification'),
  corpus_version: described(text(), 'the version of the test corpus'),
  source: described(z.optional(sourceSchema), 'the commit that was tested'),
  git: described(z.optional(sourceSchema), 'another name for source'),
  cassette_hash: text(),
  cost_profile: z.optional(anything()),
  compliance_tier: z.optional(anything()),
  tdqs: z.optional(anything()),
  ...runDetails,
};

/** The canonical run report in every spelling that mcptest reads. */
export const runReportSchema = z.object({
  ...keys,
  tests: described(z.optional(z.array(testRecordSchema)), 'one entry per test'),
});

/** The same schema, except that it does not look at each test: a report may contain a million of them. */
export const envelopeSchema = z.object({
  ...keys,
  tests: z.optional(z.custom<unknown[]>(Array.isArray, 'a list')),
});

/** A run report as written in the file, its tests unchecked. */
export type RunEnvelope = z.output<typeof envelopeSchema>;
