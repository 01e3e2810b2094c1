import * as z from 'zod/mini';
import { ARTIFACTS } from '../../artifacts/kinds.ts';
import { recordList } from '../../documents/record-list.ts';
import { count, ordinal } from '../../documents/schema-parts.ts';
import { CALL_PHASES } from './run-model.ts';

const texts = () => z.array(z.string());

const seen = () => z.optional(z.object({ count: count(), lines: texts() }));

const covered = () => z.object({ listed: count(), called: count(), not_called: texts() });

/**
 * A report as `mcptest run` writes it: {@link RunResult}. A run report of another program may lack most of it, see
 * `runReportSchema`.
 */
export const runResultSchema = z.object({
  schema_version: z.literal(ARTIFACTS['run-report'].schemaVersion),
  mcptest_version: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  duration_ms: z.number(),
  summary: z.object({ total: count(), passed: count(), failed: count(), skipped: count() }),
  servers: z.array(
    z.object({
      name: z.string(),
      transport: z.string(),
      version: z.optional(z.string()),
      protocol_version: z.optional(z.string()),
      client_capabilities: texts(),
      noise: seen(),
      stderr: z.optional(z.object({ head: z.string(), tail: z.string() })),
      violations: seen(),
      unannounced: z.optional(texts()),
      outlived: z.optional(z.literal(true)),
      died: z.optional(z.literal(true)),
    }),
  ),
  coverage: z.object({ tools: covered(), prompts: covered(), resources: covered() }),
  tests: recordList(
    z.object({
      name: z.string(),
      status: z.enum(['pass', 'fail', 'error', 'skip']),
      server: z.optional(z.string()),
      file: z.string(),
      line: count(),
      duration_ms: z.number(),
      message: z.optional(z.string()),
      flaky: z.optional(z.literal(true)),
      attempts: z.optional(count()),
      tags: z.optional(texts()),
      findings: z.optional(
        z.array(
          z.object({
            code: z.string(),
            message: z.string(),
            line: z.optional(ordinal()),
            column: z.optional(ordinal()),
          }),
        ),
      ),
      calls: z.optional(
        z.array(
          z.object({
            phase: z.enum(CALL_PHASES),
            server: z.string(),
            kind: z.enum(['tool', 'prompt', 'resource']),
            name: z.string(),
            outcome: z.enum(['ok', 'tool_error', 'protocol_error', 'fault']),
            duration_ms: z.number(),
            arguments: z.optional(z.string()),
            expected: z.optional(texts()),
            answer: z.optional(z.string()),
          }),
        ),
      ),
    }),
  ),
  notes: texts(),
});
