import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { countsOf } from '../../documents/schema-parts.ts';
import { classifiedToolSchema } from '../../exec-policy/classification-schema.ts';
import { CONCLUSION_CODES, OUTCOME_KINDS, SKIP_REASON_CODES, STABILITIES } from './outcomes.ts';

const toolSchema = z.extend(classifiedToolSchema, {
  arguments: described(
    z.nullable(z.record(z.string(), z.unknown())),
    'the arguments of the call, generated from the input schema or given; null when no call was planned',
  ),
  outcome: described(z.enum(OUTCOME_KINDS), 'the outcome of the tool'),
  reason: described(z.nullable(z.enum(SKIP_REASON_CODES)), 'why the tool was skipped; null when it was not'),
  message: described(
    z.nullable(z.string()),
    'an explanation of the outcome, for people; null when there is none',
  ),
  stability: described(
    z.enum(STABILITIES),
    'whether a second call was made to compare the answers, and what it showed',
  ),
  calls: described(z.int(), 'how many calls were made, or in a dry run would be made'),
  latency_ms: described(z.array(z.number()), 'how long each call took, in milliseconds'),
});

/** The report that `probe --format json` prints. */
export const probeReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/probe-report/v1'),
  target: described(z.string(), 'the command, or the URL without its query'),
  transport: z.enum(['stdio', 'http']),
  server: z.strictObject({
    name: z.nullable(z.string()),
    version: z.nullable(z.string()),
    protocol: described(z.nullable(z.string()), 'the protocol revision that both sides agreed on'),
  }),
  dry_run: z.boolean(),
  strict: z.boolean(),
  execute_destructive: z.boolean(),
  max_calls: described(z.nullable(z.int()), 'null: no limit'),
  calls: described(z.int(), 'how many calls were made in total, or in a dry run would be made'),
  accepted: described(
    z.boolean(),
    'whether the conclusion is no-faults or dry-run, or tool errors are allowed',
  ),
  conclusion: described(
    z.enum(CONCLUSION_CODES),
    'what the probe comes to; after no call, or only tool errors, nothing was checked',
  ),
  counts: countsOf(OUTCOME_KINDS),
  volatile: described(z.array(z.string()), 'the JSON pointers of --volatile: not compared'),
  expect_unstable: described(
    z.array(z.string()),
    'the tools of --expect-unstable: `ok`, although their stability is `different`',
  ),
  notes: described(z.array(z.string()), 'what you should know about the behaviour of the server'),
  tools: z.array(toolSchema),
});

/** The report of a probe. */
export type ProbeReport = z.infer<typeof probeReportSchema>;
