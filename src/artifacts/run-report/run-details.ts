import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { count } from '../../documents/schema-parts.ts';

const optional = <T extends z.ZodMiniType>(schema: T, description: string) =>
  described(z.optional(schema), description);
const text = () => z.optional(z.string());

/** What `mcptest run` says of a test in addition to what every run report may say. */
export const testDetails = {
  attempts: optional(count(), 'how often it was run: once, and the retries'),
  tags: optional(z.array(z.string()), 'the tags of the test'),
  findings: optional(
    z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        line: z.optional(count()),
        column: z.optional(count()),
      }),
    ),
    'the expectations that were not met, and where they are in the suite',
  ),
  calls: optional(
    z.array(
      z.object({
        phase: z.string(),
        server: text(),
        kind: described(z.string(), 'tool, prompt or resource'),
        name: described(z.string(), 'the name of the tool or prompt, or the URI of the resource'),
        outcome: described(z.string(), 'ok, tool_error, protocol_error or fault'),
        duration_ms: z.number(),
        arguments: described(text(), 'what was sent, as text, where something is wrong; cut when it is long'),
        expected: optional(z.array(z.string()), 'the expectations that the answer did not meet'),
        answer: described(text(), 'what came, as text; cut when it is long'),
      }),
    ),
    'the calls that were made, in order',
  ),
};

/** What `mcptest run` says of a server. */
export const serverDetails = {
  client_capabilities: optional(z.array(z.string()), 'what the client declared that it can do'),
  noise: optional(
    z.object({ count: count(), lines: z.array(z.string()) }),
    'lines on standard output that are no messages: how many, and the first ones',
  ),
  violations: optional(
    z.object({ count: count(), lines: z.array(z.string()) }),
    'messages that the protocol does not allow: how many, and the first ones in words',
  ),
  unannounced: optional(
    z.array(z.string()),
    'tools that changed during the run, though the server did not say so',
  ),
  stderr: optional(
    z.object({ head: z.string(), tail: z.string() }),
    'the beginning and the end of its standard error',
  ),
  outlived: optional(
    z.boolean(),
    'true: a process that it started has left its process group, and still runs',
  ),
  died: optional(z.boolean(), 'true: it ended before it was closed'),
};

const covered = () =>
  z.object({
    listed: described(count(), 'how many the servers list'),
    called: described(count(), 'how many of them were called at least once'),
    not_called: optional(z.array(z.string()), 'the others'),
  });

/** What `mcptest run` says of the whole run. */
export const runDetails = {
  coverage: optional(
    z.object({
      tools: z.optional(covered()),
      prompts: z.optional(covered()),
      resources: z.optional(covered()),
    }),
    'how much of what the servers list was called',
  ),
  notes: optional(z.array(z.string()), 'what the reader should know, such as obsolete snapshots'),
};
