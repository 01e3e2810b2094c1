import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { recordList } from '../../documents/record-list.ts';

/** The lanes of `mcptest all`, in the order of its report. Each is named as its command. */
export const LANES = [
  'run',
  'security',
  'conformance run',
  'judge certify',
  'model-compat diff',
  'scenario run',
  'evidence',
  'evidence verify',
  'policy simulate',
] as const;

/** The name of a lane. */
export type LaneName = (typeof LANES)[number];

/** How a lane ended. */
const ANSWERS = ['accepted', 'rejected', 'could-not-run'] as const;

const lane = z.strictObject({
  lane: described(z.enum(LANES), 'the command'),
  input: described(z.optional(z.string()), 'the suite of scenarios, or the server where a lane asks several'),
  answer: z.enum(ANSWERS),
  exit_code: described(z.int(), 'the exit code of the command'),
  says: described(z.string(), 'the first line of its report, or why it could not run'),
  reasons: described(
    z.array(z.strictObject({ message: z.string(), help: z.optional(z.string()) })),
    'why it did not accept, the first ones',
  ),
  more_reasons: described(z.int(), 'how many further reasons its own report has'),
  hint: described(z.optional(z.string()), 'what to add, so that it shows more; absent: nothing'),
  judged_by: described(
    z.array(z.string()),
    'the rules of the policy that decide about its artifact; if there is one, a rejected lane alone fails nothing',
  ),
  failed_rules: described(z.optional(z.array(z.string())), 'those of them that fail the gate; absent: none'),
  files: described(z.array(z.string()), 'what it wrote, in the folder'),
});

/** The report of `mcptest all`. */
export const allReportSchema = z.strictObject({
  schema_version: z.literal('mcptest.dev/all-report/v1'),
  verdict: described(z.enum(['pass', 'fail', 'unable']), 'unable: a lane could not run'),
  suite: z.string(),
  policy: described(z.optional(z.string()), 'absent: every lane must accept'),
  folder: described(z.string(), 'where the files of the lanes are'),
  lanes: recordList(lane),
});

/** The report of `mcptest all`, as data. */
export type AllReport = z.infer<typeof allReportSchema>;

/** A lane in the report. */
export type LaneReport = AllReport['lanes'][number];
