import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { count } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';
import { BADGES, TIERS } from './model.ts';

const era = () => z.enum(['legacy', 'modern']);
const transport = () => z.enum(['stdio', 'http']);

const counts = {
  must_passed: count(),
  must_total: described(count(), 'MUST checks that passed or failed'),
  should_passed: count(),
  should_total: count(),
};

/** The report of `mcptest conformance run`. It is a conformance report: {@link conformanceSchema} reads it. */
export const conformanceReportSchema = z.strictObject({
  schema_version: z.literal(ARTIFACTS['conformance-report'].schemaVersion),
  server: described(z.string(), 'the command, or the URL, without secrets'),
  server_name: described(z.optional(z.string()), 'what the server calls itself'),
  spec_version: described(z.string(), 'the revisions that were spoken'),
  badge: z.optional(z.enum(BADGES)),
  tier: z.optional(z.enum(TIERS)),
  withheld: described(z.optional(z.string()), 'why there is no badge, although the counts would give one'),
  accepted: described(
    z.boolean(),
    'false if a MUST failed that was not expected to, or too little was verified',
  ),
  ...counts,
  must_applicable: described(count(), 'MUST checks about something that the server offers'),
  min_verified: described(z.number(), 'the share of them, in per cent, that must have passed or failed'),
  eras: described(
    recordList(
      z.strictObject({
        era: era(),
        transport: transport(),
        version: described(
          z.optional(z.string()),
          'the revision; absent where the server does not speak the era',
        ),
        ...counts,
        must_applicable: count(),
      }),
    ),
    'the eras, each counted for itself',
  ),
  expected: described(
    z.array(z.string()),
    'the failed checks that were expected to fail; they count, and there is no badge',
  ),
  unexpected_passes: described(z.array(z.string()), 'the checks that were expected to fail, and did not'),
  checks: recordList(
    z.strictObject({
      id: z.string(),
      level: z.enum(['MUST', 'SHOULD']),
      era: era(),
      transport: transport(),
      status: z.enum(['pass', 'fail', 'skip']),
      reason: z.optional(z.enum(['not-declared', 'needs-fixture', 'not-verified'])),
      message: z.optional(z.string()),
      sentence: described(z.string(), 'the sentence of the specification that the check stands on'),
      page: z.string(),
    }),
  ),
});

/** The report of `mcptest conformance run`, as data. */
export type ConformanceReport = z.infer<typeof conformanceReportSchema>;

/** One check of a report. */
export type ConformanceCheck = ConformanceReport['checks'][number];
