import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LONGEST_MESSAGE } from '../../../src/live/message-bound.ts';
import { recordStdio } from '../../../src/live/record-stdio.ts';
import { isRunning } from '../../support/processes.ts';

/** Records a program of Node between two streams. */
function recording(program: string, isAwaited = () => false) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const frames: string[] = [];
  const ending = new AbortController();
  let tooLong = 0;
  const ended = recordStdio({
    command: process.execPath,
    args: ['-e', program],
    signal: ending.signal,
    onPassed: ({ dir, bytes }) => frames.push(`${dir} ${Buffer.from(bytes ?? []).toString('latin1')}`),
    onFault: () => {
      tooLong += 1;
    },
    isAwaited,
    pipes: { input, output },
  });
  return { input, output, frames, ending, ended, tooLong: () => tooLong };
}

async function allOf(stream: PassThrough): Promise<Buffer> {
  const parts: Buffer[] = [];
  stream.on('data', (part) => parts.push(part));
  await new Promise((resolve) => stream.once('end', resolve));
  return Buffer.concat(parts);
}

const ECHO = 'process.stdin.pipe(process.stdout)';

describe('a recording on stdio', () => {
  it('passes every byte on, whatever it is, in pieces of any size', async () => {
    const { input, output, frames, ended } = recording(ECHO);
    const sent = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0"}\r\n\n  \n{broken\n"ä\u20ac'),
      Buffer.from([0xff, 0x00, 0x0a]),
      Buffer.from(`${'x'.repeat(300_000)}\n[1,2]\nno end`),
    ]);
    const got = allOf(output);
    for (let at = 0; at < sent.length; at += at < 60 ? 1 : 70_001) {
      input.write(sent.subarray(at, at < 60 ? at + 1 : at + 70_001));
      if (at < 60) await setTimeout(0);
    }
    input.end();
    expect(await ended).toMatchObject({ by: 'client' });
    output.end();
    expect((await got).equals(sent)).toBe(true);
    const binary = Buffer.concat([Buffer.from('"ä\u20ac'), Buffer.from([0xff, 0x00])]).toString('latin1');
    const lines = ['{"jsonrpc":"2.0"}', '{broken', binary, 'x'.repeat(300_000), '[1,2]', 'no end'];
    for (const dir of ['to_server', 'to_client']) {
      const passed = frames.filter((frame) => frame.startsWith(dir));
      expect(passed).toEqual(lines.map((line) => `${dir} ${line}`));
    }
  });

  it('passes on what is too long to be recorded', async () => {
    const { input, output, frames, ended, tooLong } = recording(ECHO);
    const long = Buffer.alloc(LONGEST_MESSAGE + 1, 'x');
    const got = allOf(output);
    input.write(long);
    input.end('\nshort\n');
    await ended;
    output.end();
    expect((await got).length).toBe(long.length + 7);
    expect(frames).toEqual(['to_server short', 'to_client short']);
    expect(tooLong()).toBe(2);
  });

  it('reads no faster than the other side does', async () => {
    const flood = `const line = 'x'.repeat(9999) + '\\n'; let sent = 0;
      const pump = () => { while (process.stdout.write(line)); process.stdout.once('drain', pump); }; pump();`;
    const { output, frames, ending, ended } = recording(flood);
    await setTimeout(1500);
    const before = frames.length;
    await setTimeout(500);
    expect(frames.length).toBe(before);
    expect(output.readableLength).toBeLessThan(2 ** 20);
    ending.abort();
    expect(await ended).toMatchObject({ by: 'user' });
  });

  it('passes on what a server says before it dies, and says how it died', async () => {
    const { output, ended, frames } = recording(
      'process.stdout.write("last words\\n", () => process.exit(3))',
    );
    const got = allOf(output);
    expect(await ended).toMatchObject({ by: 'server', how: { kind: 'exited', code: 3 } });
    output.end();
    expect(String(await got)).toBe('last words\n');
    expect(frames).toEqual(['to_client last words']);
  });

  it('waits for the answers that the client still waits for', async () => {
    let isAwaited = true;
    const late = 'process.stdin.resume().on("end", () => setTimeout(() => console.log("late"), 700))';
    const { input, output, ended, frames } = recording(late, () => isAwaited);
    output.on('data', () => {
      isAwaited = false;
    });
    input.end();
    expect(await ended).toMatchObject({ by: 'client' });
    expect(frames).toEqual(['to_client late']);
  });

  it('leaves no process, whatever the server does', async () => {
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},1000)'], {stdio: 'ignore'});
      console.log(process.pid + ' ' + child.pid);`;
    const { output, ended, ending } = recording(stubborn);
    const pids = await new Promise<number[]>((resolve) =>
      output.once('data', (text) => resolve(String(text).trim().split(' ').map(Number))),
    );
    ending.abort();
    await ended;
    expect(pids.map(isRunning)).toEqual([false, false]);
  });
});
