import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FrameRow, TAPE_VERSION, type Tape } from '../../../../src/artifacts/tape/model.ts';
import { readTape } from '../../../../src/artifacts/tape/read.ts';
import { writeTape } from '../../../../src/artifacts/tape/write.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const HEADER = `{"schema_version":"${TAPE_VERSION}","era":"legacy","transport":"stdio","client":{},"server":{},"redaction":{"env":[],"values":0}}`;
const ROW = '{"t":1,"dir":"to_server","stream":0,"frame":{"jsonrpc":"2.0","id":1,"method":"ping"}}';
const CLOSED = '{"t":2,"closed":{"by":"server","code":1}}';

const read = (text: string) => readTape('t.jsonl', memoryFiles({ 't.jsonl': text }));

describe('a tape', () => {
  it('is read', async () => {
    expect(await read(`${HEADER}\n${ROW}\n\n${CLOSED}\n`)).toEqual({
      header: {
        era: 'legacy',
        transport: 'stdio',
        client: {},
        server: {},
        redaction: { env: [], values: 0 },
      },
      frames: [
        {
          kind: 'frame',
          t: 1,
          dir: 'to_server',
          stream: 0,
          frame: { jsonrpc: '2.0', id: 1, method: 'ping' },
        },
      ],
      closed: { kind: 'closed', t: 2, by: 'server', code: 1 },
    });
  });

  it.each([
    ['', 'is empty: expected the header of a tape'],
    ['\n\n', 'is empty: expected the header of a tape'],
    [HEADER, 'records no message'],
    [`${HEADER}\n${CLOSED}`, 'records no message'],
    [ROW, 'is not a tape'],
    ['[]', 'is not a tape'],
    [HEADER.replace('tape/v1', 'tape/v2'), 'is not a tape'],
    [`${HEADER}\n${ROW}\n${ROW.slice(0, 40)}`, 'cut off'],
    [`${HEADER}\n${HEADER}`, 'second header'],
    [`${HEADER}\n${CLOSED}\n${ROW}`, 'follows the row `closed`'],
    [`${HEADER}\n${ROW}\n${ROW.replace('"t":1', '"t":0')}`, 'before the row above it'],
    [`${HEADER}\n${ROW.replace('to_server', 'sideways')}`, 'must be one of `to_server`, `to_client`'],
    [`${HEADER}\n${ROW.replace('"dir":"to_server",', '')}`, 'is missing'],
    [`${HEADER}\n${ROW.replace('"stream":0', '"stream":1')}`, 'stdio has one stream'],
    [`${HEADER}\n${ROW.replace('"stream":0', '"stream":0,"headers":{}')}`, 'stdio has no headers'],
    [`${HEADER}\n${ROW.replace('"stream":0', '"stream":0,"encoding":"base64"')}`, 'must be text in base64'],
    [`${HEADER}\n${ROW.replace(/"frame":.*/, '"frame":null}')}`, 'only headers travel without a message'],
    [`${HEADER}\n${ROW.replace(/"frame":.*/, '"frame":7}')}`, 'must be a message'],
    [`${HEADER}\n${ROW.replace('"t":1', '"t":1,"t":1')}`, 'twice'],
    [`${HEADER}\n${CLOSED.replace('server', 'nobody')}`, 'must be one of'],
    [HEADER.replace('legacy', 'old'), 'must be one of `legacy`, `modern`'],
  ])('is refused: %s', async (text, why) => {
    await expect(read(text)).rejects.toThrow(
      expect.objectContaining({
        diagnostics: [expect.objectContaining({ file: 't.jsonl' })],
      }),
    );
    const { diagnostics } = await read(text).catch((error) => error);
    expect(`${diagnostics[0].message} ${diagnostics[0].help}`).toContain(why);
  });

  it('names the line and the column of a fault', async () => {
    const { diagnostics } = await read(`${HEADER}\n${ROW}\n${ROW.replace('to_server', 'up')}`).catch(
      (e) => e,
    );
    expect(diagnostics[0]).toMatchObject({ position: { line: 3, column: 14 }, path: ['dir'] });
  });
});

const json = fc.jsonValue({ maxDepth: 3 });
const message = fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), json);
const party = fc.record(
  { name: fc.string(), version: fc.string(), protocol_version: fc.string() },
  { requiredKeys: [] },
);
const headers = fc.dictionary(fc.string(), fc.string());

/** A row whose time is a step: times only grow. */
const rowOf = (transport: 'stdio' | 'http'): fc.Arbitrary<FrameRow> =>
  fc
    .record({
      t: fc.nat(1000),
      dir: fc.constantFrom('to_server' as const, 'to_client' as const),
      stream: transport === 'stdio' ? fc.constant(0) : fc.nat(9),
      sent: fc.oneof(
        fc.record({ frame: fc.oneof(message, fc.array(json), fc.string({ unit: 'binary' })) }),
        fc.record({ frame: fc.base64String(), encoding: fc.constant('base64' as const) }),
        ...(transport === 'http' ? [fc.record({ frame: fc.constant(null), headers })] : []),
      ),
    })
    .map(({ sent, ...row }) => ({ kind: 'frame', ...row, ...sent }) as FrameRow);

const tape: fc.Arbitrary<Tape> = fc.constantFrom('stdio' as const, 'http' as const).chain((transport) =>
  fc
    .record({
      header: fc.record({
        era: fc.constantFrom('legacy' as const, 'modern' as const),
        transport: fc.constant(transport),
        client: party,
        server: party,
        redaction: fc.record({ env: fc.array(fc.string()), values: fc.nat() }),
      }),
      frames: fc.array(rowOf(transport), { minLength: 1, maxLength: 5 }),
      closed: fc.option(
        fc.record({
          kind: fc.constant('closed' as const),
          by: fc.constantFrom('client' as const, 'server' as const),
        }),
        { nil: undefined },
      ),
    })
    .map(({ header, frames, closed }) => {
      let t = 0;
      const timed = frames.map((row) => {
        t += row.t;
        return { ...row, t };
      });
      return { header, frames: timed, ...(closed && { closed: { kind: closed.kind, t, by: closed.by } }) };
    }),
);

it('reads what it writes', async () => {
  await fc.assert(
    fc.asyncProperty(tape, async (given) => {
      const written = writeTape(given);
      expect(JSON.stringify(await read(written))).toBe(
        JSON.stringify({
          header: given.header,
          frames: given.frames,
          ...(given.closed && { closed: given.closed }),
        }),
      );
      expect(writeTape(await read(written))).toBe(written);
    }),
    { numRuns: 200 },
  );
});
