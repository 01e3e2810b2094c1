import * as z from 'zod/mini';
import { described } from '../../../documents/described.ts';
import { count } from '../../../documents/schema-parts.ts';

const optionalText = (description: string) => described(z.optional(z.string()), description);

/** A run call by call. A long one has its beginning, its end, and calls that were not legal. */
export const trajectorySchema = z.strictObject({
  calls: described(count(), 'all calls of the run'),
  steps: described(
    z.array(
      z.strictObject({
        turn: count(),
        index: count(),
        tool: described(z.string(), '`server/tool` where the recording names a server'),
        args: described(z.string(), 'the arguments, cut when they are long; empty when there are none'),
        kind: z.enum(['applied', 'refused', 'undecided', 'invalid', 'forbidden']),
        words: described(
          z.string(),
          'what the call did to the world, or why it did nothing; who made it, and that it was abandoned, come first',
        ),
        allowed: optionalText('what would have been allowed at this point, where the call was not'),
        changes: described(
          z.optional(
            z.array(
              z.strictObject({
                path: z.string(),
                before: optionalText('absent if there was nothing'),
                after: optionalText('absent if there is nothing any more'),
              }),
            ),
          ),
          'the places in the world that the call changed, the first 20, with their values as text, cut when they are long',
        ),
      }),
    ),
    'the calls that are shown, in order',
  ),
});

/** A run call by call. Its texts are not escaped yet. */
export type Trajectory = z.infer<typeof trajectorySchema>;

/** One recorded call of a run. */
export type TrajectoryStep = Trajectory['steps'][number];

/** What a call did to one place in the world. */
export type WorldChange = NonNullable<TrajectoryStep['changes']>[number];
