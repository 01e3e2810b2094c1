import * as z from 'zod/mini';
import { MATCHER_NAMES, MATCHERS } from '../../../assertions/matcher-table.ts';
import { described, withKeywords } from '../../../documents/described.ts';

const text = () => z.string().check(z.regex(/\S/, 'non-empty text'));
const texts = () => z.array(text());
// the content is read by hand, since its keys are paths
const mapping = () => z.looseObject({});

/** A matcher, which is read by hand; an editor offers its keys, and marks any other. */
const matcher = withKeywords(mapping(), {
  properties: Object.fromEntries([
    ...MATCHER_NAMES.map((name) => [name, { description: MATCHERS[name].description }]),
    ['contains-all', { description: MATCHERS.contains_all.description }],
  ]),
  additionalProperties: false,
});

const agent = () =>
  described(
    z.optional(text()),
    'the agent that makes the call, or a glob; `*` is any agent that the recording names',
  );

const closed = (named: string) =>
  described(
    z.optional(z.union([z.literal(true), texts().check(z.minLength(1))], '`true`, or a list of paths')),
    `the call may have no arguments but those that ${named}, and those of the list`,
  );

const rule = {
  tool: described(text(), 'the name of a tool, or a glob; `*` matches every name'),
  server: described(z.optional(text()), 'the server that offers the tool'),
  agent: agent(),
  args: described(z.optional(mapping()), 'guards on arguments of the call, by dotted path'),
  when: described(z.optional(mapping()), 'guards on the world, by dotted path'),
};

const transition = z.strictObject({
  ...rule,
  closed: closed('the transition names'),
  effect: described(z.optional(mapping()), 'what the call does to the world, by dotted path'),
  on_error: described(
    z.optional(z.enum(['ignore', 'apply'])),
    'what a call does that the server refused; ignore (default): nothing, apply: its effects',
  ),
  description: described(z.optional(z.string()), 'a note for people'),
});

const forbidden = z.strictObject({
  ...rule,
  reason: described(text(), 'why the call must never be made'),
  only: described(
    z.optional(z.enum(['succeeded'])),
    'succeeded: an attempt that the server refused is not a violation',
  ),
});

const namedStep = () =>
  [
    text(),
    z.strictObject({
      tool: described(text(), 'the name of a tool'),
      server: described(z.optional(text()), 'the server that offers the tool'),
      agent: agent(),
      args: described(z.optional(mapping()), 'guards on arguments of the call, by dotted path'),
      closed: closed('`args` names'),
      is_error: described(
        z.optional(z.boolean()),
        'whether the call has to fail (true) or to succeed (false)',
      ),
      optional: described(z.optional(z.boolean()), 'whether leaving the call out costs nothing'),
    }),
  ] as const;

const goldenStep = z.union(
  [
    ...namedStep(),
    z.strictObject({
      any_order: described(
        z.array(z.union(namedStep(), 'the name of a tool, or a mapping with `tool`')).check(z.minLength(1)),
        'steps that may be taken in any order',
      ),
    }),
  ],
  'the name of a tool, a mapping with `tool`, or one with `any_order`',
);

const scenario = z.strictObject({
  name: described(text(), 'the name of the scenario; unique in the suite'),
  description: described(z.optional(z.string()), 'a note for people'),
  cassette: described(
    z.union([text(), texts().check(z.minLength(1))], 'the path of a recording, or a list of them'),
    'the recording to replay, relative to the suite; a list, a glob or a file with many runs gives trials',
  ),
  seed: described(z.optional(mapping()), 'the world at the start'),
  transitions: described(z.optional(z.array(transition)), 'the legal calls and what they do'),
  forbidden: described(z.optional(z.array(forbidden)), 'the calls that must never be made'),
  refusal: described(
    z.optional(
      z.strictObject({
        markers: described(
          texts(),
          'texts; letter case, typeset signs and invisible characters do not matter',
        ),
      }),
    ),
    '`markers`: a final response that contains any of these texts is a refusal',
  ),
  escalation: described(
    z.optional(z.strictObject({ tools: z.optional(texts()), markers: z.optional(texts()) })),
    '`tools` and `markers`: calls to these tools (names or globs), and final responses with these texts, hand over to a human',
  ),
  golden: described(
    z.optional(
      z.strictObject({
        calls: described(z.array(goldenStep), 'the ideal calls, in order'),
        alternates: described(
          z.optional(z.array(z.array(goldenStep))),
          'other sequences that are just as good',
        ),
        retries: described(
          z.optional(z.enum(['free', 'count'])),
          'what a failed call costs that the agent repeated with success; free (default): nothing, count: as much as any other',
        ),
      }),
    ),
    'the ideal calls, and acceptable alternates',
  ),
  expect_state: described(
    z.optional(mapping()),
    'the values that the world must have at the end, by dotted path',
  ),
  expect_unchanged: described(
    z.optional(z.union([z.literal(true), texts().check(z.minLength(1))], '`true`, or a list of paths')),
    'nothing else may change: anywhere (`true`), or at and below the listed paths',
  ),
  expect: described(
    z.optional(
      z.array(
        z.strictObject({
          target: described(text(), 'a value of the report, by dotted path'),
          matcher: described(matcher, 'what the value must be; all keys must hold'),
          message: described(z.optional(z.string()), 'what to report when it is not'),
        }),
      ),
    ),
    'assertions on the report: a `target`, a `matcher`, a `message`',
  ),
  rubric: described(
    z.optional(z.unknown()),
    'evidence for a judge; reported as deferred, never part of the verdict',
  ),
  allow_invalid: described(z.optional(z.boolean()), 'whether the scenario may pass despite invalid actions'),
  unanswered_calls: described(
    z.optional(z.enum(['fail', 'succeed', 'error'])),
    'what a call without a recorded answer means; fail (default): the run fails, succeed: the call took effect, error: it did not',
  ),
});

const dollars = () =>
  z.number('a number of US dollars, 0 or more').check(z.minimum(0, 'a number of US dollars, 0 or more'));

/**
 * The suite file.
 *
 * Spec (scenario worlds): "The model".
 */
export const suiteSchema = z.strictObject({
  rates: described(
    z.optional(
      z.record(
        z.string(),
        z.strictObject({
          input: dollars(),
          output: dollars(),
          cache_read: z.optional(dollars()),
          cache_write: z.optional(dollars()),
        }),
      ),
    ),
    'prices by model, in US dollars per million tokens',
  ),
  scenarios: described(z.array(scenario).check(z.minLength(1)), 'the worlds, and what must hold in them'),
});

/** The content of a suite. */
export type SuiteFile = z.output<typeof suiteSchema>;
/** One scenario of a suite, as it is written. */
export type ScenarioEntry = SuiteFile['scenarios'][number];
