import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';
import { count } from '../../documents/schema-parts.ts';
import { ARTIFACTS } from '../kinds.ts';
import { CLASSIFICATIONS } from './model.ts';

const counts = () =>
  z.object({
    total: described(z.optional(count()), 'entries compared'),
    pass: described(z.optional(count()), 'entries that still pass'),
    drift: described(z.optional(count()), 'entries that drifted'),
    fail: described(z.optional(count()), 'entries that now fail'),
  });

const model = () => z.object({ model: z.optional(z.string()) });

/** A diff in every spelling that mcptest reads; it writes `summary`. */
export const modelCompatSchema = z.object({
  schema_version: z.optional(z.literal(ARTIFACTS['model-compat'].schemaVersion)),
  baseline: z.optional(model()),
  candidate: z.optional(model()),
  summary: z.optional(counts()),
  entries: z.optional(
    recordList(
      z.object({
        id: z.optional(z.string()),
        classification: z.enum(Object.keys(CLASSIFICATIONS) as (keyof typeof CLASSIFICATIONS)[]),
        dimension: z.optional(z.string()),
        detail: z.optional(z.string()),
      }),
    ),
  ),
  counts: described(z.optional(counts()), 'another name for summary'),
});

/** A diff as written in the file. */
export type ModelCompatFile = z.infer<typeof modelCompatSchema>;
