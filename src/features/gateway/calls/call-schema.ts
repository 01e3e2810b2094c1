import * as z from 'zod/mini';
import { DECISIONS } from '../../../artifacts/audit-log/model.ts';
import { described } from '../../../documents/described.ts';

/** The key that a call in a file may have in addition to the call itself: the verdict that it must get. */
export const expectationSchema = z.object({
  expect: described(z.optional(z.nullable(z.enum(DECISIONS))), 'the verdict that the call must get'),
});
