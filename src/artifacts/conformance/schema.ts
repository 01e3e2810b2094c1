import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { anything, count } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';
import { BADGES, TIERS } from './model.ts';

/** A conformance report in every spelling that mcptest reads. */
export const conformanceSchema = z.object({
  schema_version: z.optional(z.literal(ARTIFACTS['conformance-report'].schemaVersion)),
  server: described(z.optional(anything()), 'the server that was checked'),
  spec_version: described(z.optional(z.string()), 'the version of the MCP specification'),
  badge: described(z.optional(z.enum(BADGES)), 'the tier as a short code'),
  tier: described(z.optional(z.enum(TIERS)), 'the tier, spelled out'),
  withheld: described(
    z.optional(z.string()),
    'why there is no badge, although the counts would give one; then none follows from them',
  ),
  must_passed: described(z.optional(count()), 'MUST checks passed'),
  must_total: described(z.optional(count()), 'all MUST checks, without skipped ones'),
  should_passed: described(z.optional(count()), 'SHOULD checks passed'),
  should_total: described(z.optional(count()), 'all SHOULD checks, without skipped ones'),
  checks: z.optional(
    recordList(
      z.object({
        id: z.optional(z.string()),
        level: z.enum(['MUST', 'SHOULD', 'MAY']),
        status: z.enum(['pass', 'fail', 'skip']),
        message: z.optional(z.string()),
      }),
    ).check(z.minLength(1, 'a non-empty list: without a check nothing was checked')),
  ),
});

/** A conformance report as written in the file. */
export type ConformanceFile = z.infer<typeof conformanceSchema>;
