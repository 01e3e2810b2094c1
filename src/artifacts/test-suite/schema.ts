import * as z from 'zod/mini';
import { described, exactlyOneOf } from '../../documents/described.ts';
import { PROTOCOL_VERSIONS } from '../../mcp/protocol.ts';
import { call, callKeys, calls, duration, masks, optional, REQUEST_KEYS, text } from './call-schema.ts';
import { laneKeys } from './lanes-schema.ts';
import { TRANSPORTS } from './model.ts';
import { serverSchema } from './server-schema.ts';

const test = exactlyOneOf(
  z.strictObject({
    name: described(text(), 'unique in the suite'),
    description: optional(z.string(), 'a note for people'),
    tags: optional(z.array(text()), 'words by which `--tag` selects tests'),
    ...callKeys,
    serial: optional(
      z.boolean(),
      'true: the test runs alone and makes one call, however many trials are asked for',
    ),
    skip: optional(
      z.union([z.boolean(), text()], '`true`, `false`, or the reason'),
      'true, or the reason: the test does not run; remove this key after you review the test',
    ),
    idempotent: optional(z.boolean(), 'true: the call may be repeated, so `--retry` applies to it'),
    before: calls('calls that are made before it; if one fails, the test is an error'),
    verify: described(
      z.optional(z.array(call).check(z.minLength(1))),
      'calls that are made after it, to see whether it did what it said',
    ),
    after: calls('calls that are made at the end, whatever happened'),
    trials: optional(
      z.int('a whole number, 1 or more').check(z.minimum(1, 'a whole number, 1 or more')),
      'how often the call is made; overrides `--trials`',
    ),
  }),
  ...REQUEST_KEYS,
);

const MATRIX_PROTOCOLS = ['legacy', 'modern', ...PROTOCOL_VERSIONS.modern, ...PROTOCOL_VERSIONS.legacy];

const PROTOCOL = `\`legacy\`, \`modern\`, or a version: ${MATRIX_PROTOCOLS.slice(2).join(', ')}`;

const keys = {
  version: described(z.literal('1'), 'the version of this format'),
  server: optional(serverSchema, 'the only server of the suite'),
  servers: optional(z.record(text(), serverSchema), 'the servers of the suite, by name'),
  defaults: optional(
    z.strictObject({
      timeout: optional(duration(), 'how long a call may take; progress restarts the time'),
      max_time: optional(duration(), 'how long a call may take in all, whatever progress it reports'),
      start_timeout: optional(
        duration(),
        'how long a server may take to start, and to list what it has; 30s by default, or `timeout` if that is longer',
      ),
      server: optional(text(), 'the server of the calls that name none'),
      mask: optional(masks(), 'what is masked in every snapshot'),
    }),
    'what holds for calls that say nothing else',
  ),
  setup: calls('calls that are made first, in this order, such as a login'),
  teardown: calls('calls that are made last, whatever happened'),
  matrix: optional(
    z.strictObject({
      protocol: optional(
        z.array(z.enum(MATRIX_PROTOCOLS, PROTOCOL)).check(z.minLength(1)),
        `the protocols with which every test runs: ${PROTOCOL}`,
      ),
      transport: optional(
        z.array(z.enum(TRANSPORTS)).check(z.minLength(1)),
        'the transports over which every test runs; each server must have them',
      ),
    }),
    'every test runs once in each combination, under the name `NAME [modern http]`',
  ),
};

/** A suite of tests for `mcptest run`, and what `mcptest all` does beside them. `mcptest scaffold` writes a first one. */
export const testSuiteSchema = exactlyOneOf(
  z.strictObject({ ...keys, tests: described(z.array(test), 'the tests, in order'), ...laneKeys }),
  'server',
  'servers',
);

/** A suite of which only `setup` is used: the server and the tests may be missing. */
export const setupSuiteSchema = z.strictObject({
  ...keys,
  setup: z.array(call),
  tests: z.optional(z.array(test)),
});

/** A suite as it is written. */
export type WrittenSuite = z.output<typeof testSuiteSchema>;
/** A test as it is written. */
export type WrittenTest = WrittenSuite['tests'][number];
/** A call as it is written. */
export type WrittenCall = NonNullable<WrittenSuite['setup']>[number];
/** A server as it is written. */
export type WrittenServer = NonNullable<WrittenSuite['server']>;
