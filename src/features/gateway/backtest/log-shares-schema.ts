import * as z from 'zod/mini';
import { ASSUMPTIONS, LOG_FORMAT_NAMES } from '../../../artifacts/audit-log/model.ts';
import { described } from '../../../documents/described.ts';
import { count } from '../../../documents/schema-parts.ts';

/** What the reports on logs say about the files. */
export const logShape = {
  logs: described(
    z.array(
      z.strictObject({
        file: z.string(),
        format: described(z.enum(LOG_FORMAT_NAMES), 'as `--log-format` names it'),
        leftOut: described(
          z.array(z.strictObject({ what: z.string(), lines: count() })),
          'lines that are not calls, by kind',
        ),
      }),
    ),
    'how each log was read',
  ),
  assumed: described(
    z.nullable(z.strictObject({ decision: z.enum(ASSUMPTIONS), records: count() })),
    'the calls without a decision, and the decision that `--assume` gives to them; null: none was assumed',
  ),
};

const logSchema = z.strictObject(logShape);

/** What a report says about the logs that it was made from. */
export type LogShares = z.infer<typeof logSchema>;
