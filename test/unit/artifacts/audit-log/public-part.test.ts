import { describe, expect, it } from 'vitest';
import { readLogs } from '../../../../src/artifacts/audit-log/read.ts';
import { formatDiagnostic } from '../../../../src/diagnostic.ts';
import { InputError } from '../../../../src/errors.ts';
import { type CallOptions, readCallOptions } from '../../../../src/features/gateway/calls/call-options.ts';
import { readCalls } from '../../../../src/features/gateway/calls/read-calls.ts';
import { fake } from '../../../inspection/fake.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const TOKEN = `ghp_${fake(36)}`;
const failureOf = (read: () => unknown) =>
  Promise.resolve()
    .then(read)
    .catch((error: unknown) => error);
const told = (error: unknown) =>
  error instanceof InputError ? error.diagnostics.map((each) => formatDiagnostic(each)).join('\n') : error;

const FAULTS: readonly [what: string, members: string, told: string][] = [
  ['JSON in a string', '"arguments":"{\\"password\\":\\"hunter2\\"}"', 'found text of 22 characters'],
  ['a token', `"arguments":"${TOKEN}"`, 'arguments: must be a mapping, found text of 40 characters'],
  ['a list', `"arguments":["${TOKEN}"]`, 'found a list of 1 item'],
  ['a number', '"arguments":4111111111111111', 'found a number'],
  [
    'evidence',
    '"signals":[{"category":"pii","evidence":4111111111111111}]',
    'evidence: must be text, found a number',
  ],
  ['a key twice', `"arguments":{"${TOKEN}":1,"${TOKEN}":2}`, 'arguments: a key occurs twice in one object'],
  ['a long number', '"arguments":{"hunter2":4111111111111111e999}', 'arguments: a number is too large'],
  ['a leading zero', '"arguments":{"hunter2":04111111111111111}', 'arguments: not a JSON number'],
  ['no number', '"arguments":{"hunter2":4.hunter2}', 'arguments: not a JSON number'],
  [
    'parameters',
    `"method":"tools/call","params":{"arguments":{"${TOKEN}":1,"${TOKEN}":2}}`,
    'params.arguments: a key',
  ],
  ['another name', `"args":{"${TOKEN}":1,"${TOKEN}":2}`, 'args: a key occurs twice'],
];

describe('what stands in arguments and evidence is in no message', () => {
  const expectDiscreet = (text: unknown, wanted: string) => {
    expect(text).toContain(wanted);
    expect(text).not.toMatch(/hunter2|411111|ghp_/);
  };

  it.each(FAULTS)('of a call: %s', async (_, members, wanted) => {
    for (const text of [
      `{"tool":"t",${members}}`,
      `[{"tool":"t",${members}}]`,
      `{"tool":"t"}\n{"tool":"t",${members}}`,
    ]) {
      expectDiscreet(told(await failureOf(() => readCalls(text, 'c'))), wanted);
    }
  });

  it.each(FAULTS.filter(([what]) => what !== 'another name'))('of a log: %s', async (_, members, wanted) => {
    const log = `{"at":"2026-06-01T12:00:00Z","tool":"t","decision":"allow",${members}}`;
    const failed = await failureOf(() => readLogs(['l'], memoryFiles({ l: log }), () => {}));
    expectDiscreet(told(failed), wanted);
  });

  it('of a log that is read all the same: the warnings', async () => {
    const good = '{"at":"2026-06-01T12:00:00Z","tool":"t","decision":"allow"}\n';
    const log = `${good.repeat(200)}{"at":"2026-06-01T12:00:00Z","tool":"t","decision":"allow","arguments":"hunter2"}`;
    const { problems } = await readLogs(['l'], memoryFiles({ l: log }), () => {});
    expectDiscreet(problems.map((each) => formatDiagnostic(each)).join(), 'found text of 7 characters');
  });

  it.each([`{"${TOKEN}":1,"${TOKEN}":2}`, '{"a":4111111111111111e999}', '"hunter2"'])(
    'of --args: %s',
    async (args) => {
      const failed = await failureOf(() => readCallOptions({ tool: 't', args } as CallOptions, undefined));
      expect(failed).toBeInstanceOf(InputError);
      expectDiscreet(told(failed), '');
    },
  );
});
