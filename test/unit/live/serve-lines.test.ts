import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serveLines } from '../../../src/live/serve-lines.ts';

/** A server that echoes its lines, with streams in the place of standard input and output. */
function serving(given: { signal?: AbortSignal; output?: PassThrough; input?: PassThrough } = {}) {
  const {
    input = new PassThrough(),
    output = new PassThrough(),
    signal = new AbortController().signal,
  } = given;
  const unreadable: string[] = [];
  let send = (_: string) => {};
  const ended = serveLines((sendLine) => {
    send = sendLine;
    return {
      onLine: (line) => sendLine(`echo ${Buffer.from(line).toString()}`),
      onUnreadable: (why) => unreadable.push(why),
      signal,
      pipes: { input, output },
    };
  });
  return { input, output, unreadable, ended, send: (line: string) => send(line) };
}

const textOf = (stream: PassThrough) => (stream.read() as Buffer | null)?.toString() ?? '';

describe('lines on two streams', () => {
  it('are answered until the input ends, the last one without its end, too', async () => {
    const { input, output, ended } = serving();
    input.write('one\ntw');
    input.end('o\nthree');
    await ended;
    expect(textOf(output)).toBe('echo one\necho two\necho three\n');
  });

  it('are not read while the client does not read, and read on afterwards', async () => {
    const output = new PassThrough({ highWaterMark: 1 });
    const { input, ended } = serving({ output });
    input.write('one\n');
    await new Promise(setImmediate);
    expect(input.isPaused()).toBe(true);
    input.write('two\n');
    expect(textOf(output)).toBe('echo one\n');
    await new Promise(setImmediate);
    input.end();
    output.resume();
    await ended;
    expect(input.readableEnded).toBe(true);
  });

  it('are refused when they hold too many values', async () => {
    const { input, output, unreadable, ended } = serving();
    input.end(`[${'[],'.repeat(1_100_000)}[]]\nnext\n`);
    await ended;
    expect(unreadable).toHaveLength(1);
    expect(textOf(output)).toBe('echo next\n');
  });

  it.each([
    ['the signal is aborted', ({ controller }: Ends) => controller.abort()],
    ['the client does not read any more', ({ output }: Ends) => void output.destroy(new Error('EPIPE'))],
    ['the input fails', ({ input }: Ends) => void input.destroy(new Error('EIO'))],
  ])('end when %s', async (_, end) => {
    const controller = new AbortController();
    const { input, output, ended, send } = serving({ signal: controller.signal });
    input.write('one\n');
    await new Promise(setImmediate);
    end({ controller, input, output });
    await ended;
    expect(input.isPaused()).toBe(true);
    // an answer that comes too late goes nowhere
    send('late');
    if (!output.destroyed) expect(textOf(output)).toBe('echo one\nlate\n');
  });

  it('end at once when all is over before they begin', async () => {
    const input = new PassThrough();
    input.destroy();
    await serving({ input }).ended;
    await serving({ signal: AbortSignal.abort() }).ended;
  });
});

interface Ends {
  readonly controller: AbortController;
  readonly input: PassThrough;
  readonly output: PassThrough;
}
