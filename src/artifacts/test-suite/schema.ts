import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';

const text = () => z.string().check(z.regex(/\S/, 'non-empty text'));

const optional = <T extends z.ZodMiniType>(schema: T, description: string) =>
  described(z.optional(schema), description);

const server = z.union([
  z.strictObject({
    command: described(text(), 'the program that starts the server on stdio'),
    args: optional(z.array(z.string()), 'the arguments of the program'),
  }),
  z.strictObject({ url: described(text(), 'the URL of a running server, over streamable HTTP') }),
]);

const expectation = z.strictObject({
  outcome: described(
    z.enum(['ok', 'error']),
    'ok: a result without an error; error: a tool error or a protocol error',
  ),
  text: optional(z.string(), 'the text blocks of the content, joined by line ends'),
});

const test = z.strictObject({
  name: described(text(), 'unique in the suite'),
  tool: text(),
  args: described(z.record(z.string(), z.unknown()), 'the arguments of the call'),
  serial: optional(z.boolean(), 'true: the test runs alone and once'),
  skip: optional(z.boolean(), 'true: the test does not run; remove this key after you review the test'),
  expect: expectation,
});

const setup = described(
  z.array(
    z.strictObject({
      tool: text(),
      args: optional(
        z.record(z.string(), z.unknown()),
        'the arguments of the call; an empty mapping by default',
      ),
    }),
  ),
  'calls that are made first, in this order, such as a login',
);

/** A suite of tool tests for `mcptest run`, as `mcptest scaffold` writes it. */
export const testSuiteSchema = z.strictObject({
  version: z.literal('1'),
  server,
  setup: z.optional(setup),
  tests: z.array(test),
});

/** A suite of which only `setup` is used: the server and the tests may be missing. */
export const setupSuiteSchema = z.strictObject({
  version: z.literal('1'),
  server: z.optional(server),
  setup,
  tests: z.optional(z.array(test)),
});
