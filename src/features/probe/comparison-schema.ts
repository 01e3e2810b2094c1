import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { probeReportSchema } from './report-schema.ts';

/** The report that `probe --protocol both --format json` prints. */
export const probeComparisonSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/probe-comparison/v1'),
  accepted: described(z.boolean(), 'whether both probes are accepted, and nothing differs between them'),
  differences: described(
    z.array(z.strictObject({ tool: z.string(), message: z.string() })),
    'the tools that are listed in one protocol only, or do something else in the other',
  ),
  reports: described(z.array(probeReportSchema), 'the two probes: the modern protocol, then the legacy one'),
});

/** What a server does in two protocols. */
export type ProbeComparison = z.infer<typeof probeComparisonSchema>;
