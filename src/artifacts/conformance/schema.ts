import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { anything, count } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';
import { BADGES, TIERS } from './model.ts';

/** A conformance report in every spelling that is read. */
export const conformanceSchema = z.object({
  schema_version: z.optional(z.literal(ARTIFACTS['conformance-report'].schemaVersion)),
  server: described(z.optional(anything()), 'the server that was checked'),
  spec_version: described(z.optional(z.string()), 'the version of the MCP specification'),
  badge: described(z.optional(z.enum(BADGES)), 'the tier, in short'),
  tier: described(z.optional(z.enum(TIERS)), 'the tier, in words'),
  must_passed: described(z.optional(count()), 'MUST checks passed'),
  must_total: described(z.optional(count()), 'MUST checks in all, without skipped ones'),
  should_passed: described(z.optional(count()), 'SHOULD checks passed'),
  should_total: described(z.optional(count()), 'SHOULD checks in all, without skipped ones'),
  checks: z.optional(
    recordList(
      z.object({
        id: z.optional(z.string()),
        level: z.enum(['MUST', 'SHOULD', 'MAY']),
        status: z.enum(['pass', 'fail', 'skip']),
        message: z.optional(z.string()),
      }),
    ),
  ),
});

/** A conformance report as the file has it. */
export type ConformanceFile = z.infer<typeof conformanceSchema>;
