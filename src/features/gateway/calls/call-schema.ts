import * as z from 'zod/mini';
import { DECISIONS } from '../../../artifacts/audit-log/model.ts';
import { described } from '../../../documents/described.ts';

/** What a file of calls may say of a call beside what it is: the verdict that it must get. */
export const expectationSchema = z.object({
  expect: described(z.optional(z.nullable(z.enum(DECISIONS))), 'what the rules must say of the call'),
});
