import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';

const text = () => z.string().check(z.regex(/\S/, 'non-empty text'));

const optional = <T extends z.ZodMiniType>(schema: T, description: string) =>
  described(z.optional(schema), description);

const server = z.union([
  z.strictObject({
    command: described(text(), 'the program that starts the server, on stdio'),
    args: optional(z.array(z.string()), 'its arguments'),
  }),
  z.strictObject({ url: described(text(), 'the address of a server that runs: streamable HTTP') }),
]);

const expectation = z.strictObject({
  outcome: described(
    z.enum(['ok', 'error']),
    'ok: a result that is no error; error: a tool error, or an error of the protocol',
  ),
  text: optional(z.string(), 'the text blocks of the content, joined by line ends'),
});

const test = z.strictObject({
  name: described(text(), 'unique in the suite'),
  tool: text(),
  args: described(z.record(z.string(), z.unknown()), 'the arguments of the call'),
  serial: optional(z.boolean(), 'true: runs alone, and once'),
  skip: optional(z.boolean(), 'true: does not run; a person takes it away after a review'),
  expect: expectation,
});

/** A suite for `mcptest run`, as `mcptest scaffold` begins one. */
export const testSuiteSchema = z.strictObject({
  version: z.literal('1'),
  server,
  tests: z.array(test),
});

/** How a suite names its server. */
export type SuiteServer = z.output<typeof server>;
