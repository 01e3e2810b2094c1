import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { countsOf } from '../../documents/schema-parts.ts';
import { classifiedToolSchema } from '../../exec-policy/classification-schema.ts';
import { OUTCOME_KINDS, SKIP_REASON_CODES, STABILITIES } from './outcomes.ts';

const toolSchema = z.extend(classifiedToolSchema, {
  arguments: described(
    z.nullable(z.record(z.string(), z.unknown())),
    'what it was called with, made up from its input schema or given; null when it was not to be called',
  ),
  outcome: described(z.enum(OUTCOME_KINDS), 'what became of the tool'),
  reason: described(z.nullable(z.enum(SKIP_REASON_CODES)), 'why it was skipped; null when it was not'),
  message: described(z.nullable(z.string()), 'what there is to say of the outcome, in words'),
  stability: described(z.enum(STABILITIES), 'whether a second call was made to compare, and what it showed'),
  calls: described(z.int(), 'how many calls were made; in a dry run, would be made'),
  latency_ms: described(z.array(z.number()), 'how long each call took'),
});

/** What `probe --format json` prints. */
export const probeReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/probe-report/v1'),
  target: described(z.string(), 'the command, or the address without its query'),
  transport: z.enum(['stdio', 'http']),
  server: z.strictObject({
    name: z.nullable(z.string()),
    version: z.nullable(z.string()),
    protocol: described(z.nullable(z.string()), 'the revision of the protocol that both sides agreed on'),
  }),
  dry_run: z.boolean(),
  strict: z.boolean(),
  execute_destructive: z.boolean(),
  max_calls: described(z.nullable(z.int()), 'null: no limit'),
  calls: described(z.int(), 'how many calls were made in all; in a dry run, would be made'),
  accepted: described(z.boolean(), 'false with a fault of the protocol or an unstable tool'),
  counts: countsOf(OUTCOME_KINDS),
  notes: described(z.array(z.string()), 'what a person should know of the server'),
  tools: z.array(toolSchema),
});

/** A probe for programs. */
export type ProbeReport = z.infer<typeof probeReportSchema>;
