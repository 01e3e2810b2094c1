import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CAVEATS,
  type Cassette,
  type RecordedCall,
  type Turn,
  UNREAD_REASONS,
} from '../../src/artifacts/cassette/model.ts';
import { readCassette } from '../../src/artifacts/cassette/read.ts';
import { writeCassettes } from '../../src/artifacts/cassette/write.ts';
import type { Evidence } from '../../src/artifacts/evidence/model.ts';
import { readEvidence } from '../../src/artifacts/evidence/read.ts';
import { writeEvidence } from '../../src/artifacts/evidence/write.ts';
import { SCAN_SEVERITIES } from '../../src/artifacts/security/model.ts';
import type { StarterServer, StarterTest, SuiteSection } from '../../src/artifacts/test-suite/model.ts';
import { testSuiteSchema } from '../../src/artifacts/test-suite/schema.ts';
import { writeTestSuite } from '../../src/artifacts/test-suite/write.ts';
import { validate } from '../../src/documents/validate.ts';
import { parseYaml } from '../../src/documents/yaml.ts';
import { memoryFiles } from '../support/memory-files.ts';

// The rule for every format that mcptest writes: to read what was written gives the same model. So one command can
// always read what another command writes.

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '\u009b', '"\\', '-'),
);
const someText = text.filter((each) => each !== '');
const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
/** The value as JSON represents it, without -0. */
const json = fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** A value without the key `__proto__`. No reader keeps that key, so no model has it. */
const carried = json.filter(
  (value) => value !== null && !Object.hasOwn(Object(value), '__proto__'),
) as fc.Arbitrary<NonNullable<Evidence['tdqs']>>;

const optional = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;

const memory = (content: string) => memoryFiles({ 'file.json': content });

describe('a recording', () => {
  const args = json.filter(isObject) as fc.Arbitrary<Record<string, unknown>>;
  // null means that there is no result, and an error without a result is the result
  const result = fc.oneof(
    json.filter((value) => value !== null),
    fc.record({ isError: fc.boolean(), content: json }),
  );
  const error = json.filter((value) => value !== null && typeof value !== 'boolean' && value !== '');
  const answer = fc.oneof(
    fc.record({ is_error: fc.boolean() }),
    fc.record({ is_error: fc.boolean(), result }),
    fc.record({ is_error: fc.constant(true), result: result.filter((value) => value !== ''), error }),
  );
  // an MCP result states whether it is an error, so the two always agree
  const agrees = ({ is_error, result }: Pick<RecordedCall, 'is_error' | 'result'>) =>
    !isObject(result) || typeof (result as { isError?: unknown }).isError !== 'boolean'
      ? true
      : (result as { isError: boolean }).isError === is_error;
  const call = fc
    .tuple(
      fc.record({ name: someText, args }),
      optional({ server: text, abandoned: fc.constant(true), agent: text, parallel: count }),
      fc.oneof(answer.filter(agrees), fc.constant({ is_error: false, unanswered: true })),
    )
    .map((parts): RecordedCall => Object.assign({}, ...parts));
  const unparsed = fc
    .tuple(
      fc.record({ name: someText, raw_args: text.map((rest) => `{"a": 1} ${rest}}`) }),
      answer.filter(agrees),
    )
    .map(([about, given]): RecordedCall => ({ ...about, ...given, args: {}, is_error: true }))
    .filter(agrees);
  const calls = fc.array(fc.oneof({ arbitrary: call, weight: 5 }, unparsed), { maxLength: 3 });
  const turn = fc
    .tuple(fc.record({ tool_calls: calls, final_response: someText }), optional({ user: text }))
    .map((parts): Turn => Object.assign({}, ...parts));
  const lastTurn = fc
    .tuple(fc.record({ tool_calls: calls.filter(({ length }) => length > 0) }), optional({ user: text }))
    .map((parts): Turn => Object.assign({}, ...parts));
  const turns = fc
    .tuple(fc.array(turn, { maxLength: 3 }), fc.oneof(turn, lastTurn))
    .map(([before, last]) => [...before, last]);
  const usage = fc
    .tuple(
      fc.record({ input_tokens: count, output_tokens: count }),
      optional({ cache_read_tokens: count, cache_write_tokens: count }),
    )
    .map((parts) => Object.assign({}, ...parts));
  const unread = fc.record({
    why: fc.constantFrom(...UNREAD_REASONS),
    count,
    examples: fc.array(text),
  });
  const cassette = fc
    .tuple(
      fc.record({ turns }),
      optional({
        model: text,
        provider: text,
        system_prompt: text,
        prompt: text,
        recorded_at: text,
        usage,
        cost_micros: count,
        caveats: fc.subarray([...CAVEATS], { minLength: 1 }),
      }),
      fc.option(
        fc.record({ caveats: fc.constant(['unread-calls']), unread: fc.array(unread, { minLength: 1 }) }),
        { nil: {} },
      ),
    )
    .map((parts): Cassette => Object.assign({}, ...parts));

  it('is read as it was written', () => {
    fc.assert(
      fc.asyncProperty(
        fc.array(cassette, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (all, isList) => {
          const reading = await readCassette('file.json', memory(writeCassettes(all, isList)));
          expect(reading.isList).toBe(isList);
          expect(reading.value.map((run) => run.cassette)).toEqual(isList ? all : all.slice(0, 1));
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('evidence', () => {
  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
  const source = optional({ repo: text, branch: text, commit_sha: fc.oneof(hex(40), hex(64)) });
  const grades = fc
    .tuple(
      fc.nat(1e6),
      fc.nat(1e6),
      fc.nat(1e6),
      optional(
        Object.fromEntries(SCAN_SEVERITIES.map((severity) => [severity, count])) as Record<
          (typeof SCAN_SEVERITIES)[number],
          typeof count
        >,
      ),
    )
    .map(([tests_passed, tests_failed, others, security_severity_counts]) => ({
      tests_total: tests_passed + tests_failed + others,
      tests_passed,
      tests_failed,
      security_severity_counts,
    }));
  const evidence = fc
    .tuple(
      optional({
        server_identity: fc.array(optional({ name: text, transport: text, auth: text }), { maxLength: 2 }),
        spec_version: text,
        corpus_version: text,
        source,
        generated_at: fc
          .date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString()),
        grades,
        reproducible: fc.boolean(),
        cassette_hash: text,
        cost_profile: carried,
        compliance_tier: text,
        tdqs: carried,
      }),
      fc.boolean(),
    )
    .map(([parts, hasOrigin]): Evidence => {
      const unverifiable_origin = parts.source?.commit_sha === undefined;
      return {
        schema_version: 'mcptest.dev/evidence/v1',
        ...parts,
        ...(hasOrigin && { unverifiable_origin }),
      };
    });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(evidence, (made) => {
        expect(readEvidence('file.json', memory(writeEvidence(made))).value).toEqual(made);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a suite', () => {
  const word = text.filter((each) => /\S/.test(each));
  const comments = fc.array(fc.oneof(text, fc.constant('line\n- name: another')), { maxLength: 2 });
  const server = fc.oneof(
    fc.record({ url: fc.webUrl() }),
    fc.record({ command: word, args: fc.array(text, { maxLength: 3 }) }, { requiredKeys: ['command'] }),
  ) as fc.Arbitrary<StarterServer>;
  const args = json.filter((value) => isObject(value) && !Object.hasOwn(Object(value), '__proto__'));
  const expectation = fc.record(
    { outcome: fc.constantFrom('ok', 'error'), text },
    { requiredKeys: ['outcome'] },
  );
  const test = fc.record(
    { name: word, tool: word, args, serial: fc.boolean(), skip: fc.boolean(), expect: expectation },
    { requiredKeys: ['name', 'tool', 'args', 'expect'] },
  ) as fc.Arbitrary<StarterTest>;
  const section: fc.Arbitrary<SuiteSection> = fc.record({
    comments,
    tests: fc.array(fc.record({ comments, test }), { maxLength: 2 }),
  });

  it('is read as it was written, whatever the comments say', () => {
    fc.assert(
      fc.property(comments, server, fc.array(section, { maxLength: 3 }), (head, server, sections) => {
        const written = writeTestSuite({ comments: head, server, sections });
        const read = validate(testSuiteSchema, parseYaml(written, 'suite.yml'));
        const tests = sections.flatMap((each) => each.tests.map(({ test }) => test));
        expect(read).toEqual({ version: '1', server, tests });
      }),
      { numRuns: 150 },
    );
  });
});
