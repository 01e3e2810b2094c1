import * as z from 'zod/mini';
import { atLeastOneKey, described, exactlyOneOf } from '../../documents/described.ts';
import { matcherSchema } from '../matcher-schema.ts';
import { OUTCOMES } from './model.ts';

/** A text with a visible character. */
export const text = () => z.string().check(z.regex(/\S/, 'non-empty text'));

/** An optional key with a description. */
export const optional = <T extends z.ZodMiniType>(schema: T, description: string) =>
  described(z.optional(schema), description);

const DURATION = 'a duration such as 500ms, 10s or 1m30s';

/** A length of time. */
export const duration = () =>
  z
    .string(DURATION)
    .check(z.regex(/^(\d{1,9}h)?(\d{1,9}m)?(\d{1,9}s)?(\d{1,9}ms)?$/, DURATION), z.minLength(1, DURATION));

/** What is masked in a snapshot. */
export const masks = () =>
  z.array(
    exactlyOneOf(
      z.strictObject({
        pointer: optional(
          z
            .string()
            .check(z.regex(/^(\/([^~/]|~[01])*)+$/, 'a JSON pointer such as `/structuredContent/id`')),
          'a place in the answer: a JSON pointer; the segment `*` is any key or index',
        ),
        pattern: optional(text(), 'the parts of texts that match this pattern; the syntax is RE2'),
      }),
      'pointer',
      'pattern',
    ),
  );

const expectation = atLeastOneKey(
  z.strictObject({
    outcome: optional(
      z.enum(OUTCOMES),
      'ok (default): a result without an error; tool_error: a result with `isError`; protocol_error: a JSON-RPC error; error: either of the two',
    ),
    text: optional(z.string(), 'the texts of the answer, joined by line ends'),
    error: optional(
      z.strictObject({
        code: optional(z.int(), 'the code of the JSON-RPC error'),
        message: optional(matcherSchema, 'what the message of the error must be'),
      }),
      'the error that must be answered; it needs no `outcome`',
    ),
    assertions: optional(
      z
        .array(
          z.strictObject({
            target: described(
              text(),
              'a value of the answer, by dotted path: `structuredContent.temp_c`, `content[0].text`',
            ),
            matcher: described(matcherSchema, 'what the value must be; all keys must hold'),
            message: optional(z.string(), 'what to report when it is not'),
          }),
        )
        .check(z.minLength(1)),
      'what must hold of the answer',
    ),
    output_schema: optional(
      z.boolean(),
      'whether `structuredContent` must be valid against the `outputSchema` of the tool; by default when the tool declares one',
    ),
    snapshot: optional(
      z.boolean(),
      'true: the answer must be that of the snapshot next to the suite, apart from what is masked',
    ),
    mask: optional(masks(), 'what changes from run to run, in addition to times, UUIDs, ids and local ports'),
    max_ms: optional(
      z.number('a number above 0').check(z.gt(0, 'a number above 0')),
      'the most milliseconds that the call may take; with several trials, their 95th percentile',
    ),
  }),
);

const settings = (description: string) => optional(z.looseObject({}), description);

const client = z.strictObject({
  capabilities: optional(
    z.strictObject({
      elicitation: settings('the client can ask its user'),
      sampling: settings('the client can ask its model'),
    }),
    'what the client declares; what its answers need is added',
  ),
  answers: optional(
    z.array(
      exactlyOneOf(
        z.strictObject({
          elicit: optional(
            exactlyOneOf(
              z.strictObject({
                accept: optional(z.record(z.string(), z.unknown()), 'the values of the form'),
                decline: optional(z.literal(true), 'the user says no'),
                cancel: optional(z.literal(true), 'the user closes the form'),
              }),
              'accept',
              'decline',
              'cancel',
            ),
            'the answer to a question to the user',
          ),
          sample: optional(
            z.strictObject({ text: described(z.string(), 'what the model says') }),
            'the answer to a question to the model',
          ),
        }),
        'elicit',
        'sample',
      ),
    ),
    'the answers to what the server asks during the call, in this order',
  ),
});

/** The keys of every call: of a test, and of the calls around it. */
export const callKeys = {
  server: optional(text(), 'the name of the server, where the suite has several'),
  tool: optional(text(), 'the tool to call'),
  prompt: optional(text(), 'the prompt to get'),
  resource: optional(text(), 'the URI of the resource to read'),
  args: optional(z.record(z.string(), z.unknown()), 'the arguments; an empty mapping by default'),
  client: optional(client, 'what the client can do, and what it answers when the server asks'),
  expect: optional(expectation, 'what the answer must be; by default a result without an error'),
  timeout: optional(duration(), 'how long the call may take; progress restarts the time'),
  unlisted: optional(
    z.boolean(),
    'true: the server may answer although it does not list the tool, prompt or resource',
  ),
};

/** Exactly one of these says what a call asks for. */
export const REQUEST_KEYS = ['tool', 'prompt', 'resource'] as const;

/** A call around the tests. */
export const call = exactlyOneOf(z.strictObject(callKeys), ...REQUEST_KEYS);

/** A list of calls that are made one after the other. */
export const calls = (description: string) => optional(z.array(call), description);
