import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';
import { time } from '../../documents/schema-parts.ts';
import { THREAT_CLASSES } from '../audit-log/model.ts';

/** A line of a file of threat assessments, for `--threats`. Spec (enforcement): "What holds for all". */
export const threatSchema = z.object({
  agent: described(z.string().check(z.minLength(1)), 'the identifier of the agent'),
  class: described(z.enum(THREAT_CLASSES), 'what it was assessed as'),
  at: described(time(), 'when'),
});
