import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { argumentsFor } from '../../src/arguments/arguments.ts';
import { readLogs } from '../../src/artifacts/audit-log/read.ts';
import { complete, readWhole } from '../../src/artifacts/cassette/read.ts';
import type { ArtifactKind } from '../../src/artifacts/kinds.ts';
import { loadArtifact } from '../../src/artifacts/load.ts';
import { TAPE_VERSION } from '../../src/artifacts/tape/model.ts';
import { readTape } from '../../src/artifacts/tape/read.ts';
import { readTestSuite } from '../../src/artifacts/test-suite/read.ts';
import { parseToolCatalog } from '../../src/artifacts/tool-catalog/read.ts';
import { InputError } from '../../src/errors.ts';
import { classify } from '../../src/exec-policy/classify.ts';
import { decide } from '../../src/exec-policy/decide.ts';
import { readCalls } from '../../src/features/gateway/calls/read-calls.ts';
import { parseRuleSet } from '../../src/features/gateway/rule-file/rule-set-file.ts';
import { parseMockFile } from '../../src/features/mock/mock-file.ts';
import { parsePolicy } from '../../src/features/policy/policy-file.ts';
import { answerClientText, readClientText } from '../../src/features/record/client-text.ts';
import { Redactor } from '../../src/features/record/redactor.ts';
import { Recorded, Replay } from '../../src/features/record/replay.ts';
import { parseSuite } from '../../src/features/scenario/suite/suite-file.ts';
import { ARTIFACT_SAMPLES } from '../support/artifact-samples.ts';
import { LOG_SAMPLES } from '../support/log-samples.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { poisoned } from '../support/poisoned.ts';
import { RECORDING_SAMPLES, textOfSample } from '../support/recording-samples.ts';
import { ctrfReport, playwrightReport, vitestReport } from '../support/run-reports.ts';

/** Where reading ends neither with a value nor with a refusal. */
async function crashesOf(document: unknown, read: (given: unknown) => unknown): Promise<string[]> {
  const crashes: string[] = [];
  for (const { what, document: given } of poisoned(document)) {
    try {
      await read(given);
    } catch (error) {
      if (error instanceof InputError) continue;
      const stack = error instanceof Error ? (error.stack?.split('\n').slice(0, 4) ?? []) : [];
      crashes.push([what, ...stack].join('\n'));
    }
  }
  return crashes;
}

const filesOf = (text: string) => memoryFiles({ f: text });
const lines = (rows: unknown) =>
  (Array.isArray(rows) ? rows : [rows])
    .map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
    .join('\n');

const ask = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add', arguments: { a: 1 } } };
const answer = { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'ok' }] } };
const sample = { jsonrpc: '2.0', id: 7, method: 'sampling/createMessage', params: { messages: [] } };
const TAPE = [
  {
    schema_version: TAPE_VERSION,
    era: 'modern',
    transport: 'stdio',
    client: { name: 'c', version: '1', protocol_version: '2026-07-28' },
    server: { name: 's', version: '1' },
    redaction: { env: ['TOKEN'], values: 1 },
  },
  { t: 1, dir: 'to_server', stream: 0, frame: ask },
  { t: 2, dir: 'to_client', stream: 0, frame: sample },
  { t: 3, dir: 'to_server', stream: 0, frame: { jsonrpc: '2.0', id: 7, result: {} } },
  { t: 4, dir: 'to_client', stream: 0, frame: answer },
  { t: 5, closed: { by: 'server', code: 0 } },
];

/** Plays messages of a client against a tape. */
async function play(tape: unknown, asked: readonly unknown[]): Promise<void> {
  const recorded = new Recorded(await readTape('f', filesOf(lines(tape))), new Redactor([]));
  const replay = new Replay(recorded, () => {});
  const outlet = { aside() {}, answer() {}, drop() {} };
  for (const each of asked)
    answerClientText(readClientText(Buffer.from(JSON.stringify(each))), replay, outlet);
}

const TOOL = {
  name: 'set_level',
  description: 'Sets a level.',
  annotations: { readOnlyHint: false, destructiveHint: true },
  inputSchema: {
    type: 'object',
    required: ['level', 'tags', 'more', 'both'],
    minProperties: 4,
    properties: {
      level: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$', enum: ['low', 'high'] },
      tags: { type: 'array', minItems: 1, items: { $ref: '#/$defs/tag' }, contains: { const: 'a' } },
      more: { anyOf: [{ type: 'integer', minimum: 3, multipleOf: 3 }, { type: 'null' }] },
      both: { allOf: [{ maxLength: 5 }, { maxLength: 3 }], type: 'string', default: 'a', format: 'email' },
    },
    $defs: { tag: { type: 'string' } },
  },
};

const SUITE = {
  version: '1',
  server: { command: 'node', args: ['server.js'], env: { A: { from_env: 'B' } } },
  defaults: { timeout: '1s', mask: [{ pattern: '[0-9]+' }] },
  tests: [{ name: 'one', tool: 't', args: { a: 1 }, expect: { snapshot: true, mask: [{ pointer: '/a' }] } }],
  matrix: { protocol: ['legacy'] },
};

const artifacts: readonly (readonly [ArtifactKind, unknown])[] = [
  ...Object.entries(ARTIFACT_SAMPLES).flatMap(([kind, samples]) =>
    samples.map((each) => [kind as ArtifactKind, each] as const),
  ),
  [
    'run-report',
    { schema_version: 'mcptest.dev/run/v1', tests: [{ name: 'a', status: 'fail', message: 'm' }] },
  ],
  ['run-report', ctrfReport('passed', 'failed')],
  ['run-report', vitestReport('passed', 'failed')],
  ['run-report', playwrightReport('expected', 'unexpected')],
];

/** Files of examples/ that people write, and what reads them. */
const AUTHORED: readonly (readonly [string, (text: string, file: string) => unknown])[] = [
  ['policy/policy.yml', parsePolicy],
  ['gateway/every-constraint.yml', parseRuleSet],
  ['scenario-world/suite.yml', parseSuite],
  ['suite/mcptest.yml', readTestSuite],
  ['suite/library.yaml', parseMockFile],
];

describe('a value that cannot be made a text, or is named as an inherited member', () => {
  it.each(RECORDING_SAMPLES.map((each) => [each.format, each] as const))(
    'is read or refused anywhere in a recording: %s',
    async (_, { rows, document }) => {
      const read = (given: unknown) => {
        const text = textOfSample(rows && Array.isArray(given) ? { rows: given } : { document: given });
        complete(readWhole('f', filesOf(text)));
      };
      expect(await crashesOf(rows ?? document, read)).toEqual([]);
    },
  );

  it.each(LOG_SAMPLES.map(({ format, text }) => [format, text] as const))(
    'is read or refused anywhere in a log: %s',
    async (_, text) => {
      const rows = text.split('\n').map((line) => (line.startsWith('{') ? JSON.parse(line) : line));
      const read = (given: unknown) => readLogs(['f'], filesOf(lines(given)), () => {});
      expect(await crashesOf(rows, read)).toEqual([]);
    },
  );

  it.each(artifacts)('is read or refused anywhere in an artifact: %s', async (kind, document) => {
    const read = (given: unknown) => loadArtifact(kind, 'f', filesOf(JSON.stringify(given)));
    expect(await crashesOf(document, read)).toEqual([]);
  });

  it('is read or refused anywhere in events of go test', async () => {
    const event = { Time: '2026-06-01T12:00:00Z', Package: 'p' };
    const rows = [
      { ImportPath: 'q', Action: 'build-fail' },
      ...['run', 'output', 'pass'].map((Action) => ({ ...event, Action, Test: 'A', Output: 'o' })),
      { ...event, Action: 'fail' },
    ];
    const read = (given: unknown) => loadArtifact('run-report', 'f', filesOf(lines(given)));
    expect(await crashesOf(rows, read)).toEqual([]);
  });

  it('is read or refused anywhere in a tape, and played', async () => {
    expect(await crashesOf(TAPE, (given) => play(given, [ask, { ...answer, id: 7 }, ask]))).toEqual([]);
  });

  it('is answered anywhere in a message of a client', async () => {
    for (const message of [
      ask,
      { ...answer, id: 7 },
      { jsonrpc: '2.0', method: 'notifications/x', params: {} },
    ])
      expect(await crashesOf(message, (given) => play(TAPE, [ask, given]))).toEqual([]);
  });

  it('is read or refused anywhere in a suite', async () => {
    expect(await crashesOf(SUITE, (given) => readTestSuite(JSON.stringify(given), 'f'))).toEqual([]);
  });

  it('is read or refused anywhere in a catalog of tools', async () => {
    const read = (given: unknown) => parseToolCatalog(JSON.stringify(given), 'f');
    expect(await crashesOf({ tools: [TOOL] }, read)).toEqual([]);
  });

  it('is classified anywhere in a tool, and gets arguments or a reason', async () => {
    const read = async (given: unknown) => {
      const { value } = parseToolCatalog(JSON.stringify([given]), 'f');
      for (const tool of value.tools) {
        const { class: toolClass } = classify(tool, { strict: true });
        const decision = decide(toolClass, { strict: true, executeDestructive: true, context: 'live' });
        await argumentsFor(tool, decision);
      }
    };
    expect(await crashesOf(TOOL, read)).toEqual([]);
  });

  it.each(AUTHORED)('is read or refused anywhere in examples/%s', async (name, parseFile) => {
    const text = readFileSync(join(import.meta.dirname, '../../examples', name), 'utf8');
    expect(await crashesOf(parse(text), (given) => parseFile(JSON.stringify(given), 'f'))).toEqual([]);
  });

  it('is read or refused anywhere in calls', async () => {
    const calls = [
      {
        tool: 'a',
        server: 's',
        agent: { id: 'x', teams: ['t'] },
        arguments: { a: 1 },
        at: '2026-06-01T12:00:00Z',
      },
    ];
    expect(await crashesOf(calls, (given) => readCalls(JSON.stringify(given), 'f'))).toEqual([]);
  });
});
