import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LONGEST_MESSAGE, TOO_LONG_TO_RECORD, TOO_MANY_TO_RECORD } from '../../../src/live/message-bound.ts';
import { RecordedBody } from '../../../src/live/recorded-body.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

function bodyOf(isStream = false) {
  const messages: (string | null)[] = [];
  const faults: string[] = [];
  const body = new RecordedBody({
    isStream,
    onMessage: (bytes) => messages.push(bytes === null ? null : Buffer.from(bytes).toString()),
    onFault: (fault) => faults.push(fault),
  });
  return { body, messages, faults };
}

describe('a body that is recorded', () => {
  it('is one message, or none, when it comes to its end', async () => {
    const { body, messages } = bodyOf();
    await body.take(Buffer.from('{"a"'));
    await body.take(Buffer.from(':1}'));
    body.end();
    expect(messages).toEqual(['{"a":1}']);
    const empty = bodyOf();
    empty.body.end();
    expect(empty.messages).toEqual([null]);
    const left = bodyOf();
    await left.body.take(Buffer.from('{'));
    left.body.drop();
    left.body.end();
    expect(left.messages).toEqual([]);
  });

  it('is a message for each event of a stream', async () => {
    const { body, messages } = bodyOf(true);
    await body.take(Buffer.from('data: 1\n\nid: 7\n\nda'));
    await body.take(Buffer.from('ta: 2\r\rdata: 3'));
    body.end();
    expect(messages).toEqual(['1', '2']);
  });

  it.each([
    [Buffer.from(`[${'1,'.repeat(250_000)}1]`), TOO_MANY_TO_RECORD],
    [Buffer.alloc(LONGEST_MESSAGE + 1, 'x'), TOO_LONG_TO_RECORD],
  ])('is given up once when it cannot be looked through', async (bytes, fault) => {
    const { body, messages, faults } = bodyOf();
    await body.take(bytes);
    await body.take(bytes);
    body.end();
    expect([messages, faults]).toEqual([[], [fault]]);
  });

  it('waits while others that began before it fill the memory', async () => {
    const [first, second] = [bodyOf(), bodyOf()];
    for (let count = 0; count < 8; count++) await first.body.take(MEGABYTE);
    let isTaken = false;
    const taking = second.body.take(MEGABYTE).then(() => {
      isTaken = true;
    });
    await setImmediate();
    expect(isTaken).toBe(false);
    first.body.end();
    await taking;
    second.body.end();
    expect(second.messages[0]).toHaveLength(MEGABYTE.length);
  });

  it('is not held up while it is short, whatever others hold', async () => {
    const [first, second] = [bodyOf(), bodyOf()];
    for (let count = 0; count < 9; count++) await first.body.take(MEGABYTE);
    await second.body.take(Buffer.from('{}'));
    second.body.end();
    expect(second.messages).toEqual(['{}']);
    first.body.drop();
  });

  it.each([true, false])('is given up when it cannot be recorded (stream: %s)', async (isStream) => {
    const faults: string[] = [];
    const onMessage = () => {
      throw new TypeError('a bug');
    };
    const body = new RecordedBody({ isStream, onMessage, onFault: (fault) => faults.push(fault) });
    await body.take(Buffer.from('data: 1\n\n'));
    await body.take(Buffer.from('data: 2\n\n'));
    body.end();
    expect(faults).toEqual(['a message cannot be recorded: a bug']);
  });
});
