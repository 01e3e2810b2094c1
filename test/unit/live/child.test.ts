import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Child } from '../../../src/live/child.ts';

// it never reads its input
const FLOOD = `
  const line = 'x'.repeat(10_000) + '\\n';
  const pump = () => { while (process.stdout.write(line)); process.stdout.once('drain', pump); };
  pump();
`;

it('tells a program in which folder it is', async () => {
  const folder = realpathSync(tmpdir());
  let said = '';
  const program = {
    command: process.execPath,
    args: ['-p', '[process.cwd(), process.env.PWD].join()'],
    cwd: folder,
  };
  const child = new Child(program, (text) => {
    said += text;
  });
  await child.ended;
  await child.stop();
  expect(said.trim()).toBe(`${folder},${folder}`);
});

it('reads no more from a server that asks and never reads the answers', async () => {
  let received = 0;
  const child = new Child({ command: process.execPath, args: ['-e', FLOOD] }, (bytes) => {
    received += bytes.length;
    child.write(String(bytes));
  });
  try {
    while (received < 4 * 1024 * 1024) await setTimeout(20);
    await setTimeout(300);
    const before = received;
    await setTimeout(500);
    expect(received).toBe(before);
  } finally {
    await child.stop();
  }
});
