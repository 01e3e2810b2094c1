import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventRewriter } from '../../../src/live/event-rewriter.ts';
import { LONGEST_MESSAGE } from '../../../src/live/message-bound.ts';

/** Pushes bytes in pieces, and returns the messages that were read and what was sent. */
function pass(pieces: readonly (string | Uint8Array)[], change?: string) {
  const seen: string[] = [];
  const events = new EventRewriter((message) => {
    seen.push(Buffer.from(message).toString('hex'));
    return { line: change ?? message, before: change === undefined ? [] : ['vorher ü'] };
  });
  const sent = Buffer.concat([...pieces.map((piece) => events.push(Buffer.from(piece))), events.end()]);
  return { seen, sent };
}

const hex = (text: string) => Buffer.from(text).toString('hex');

describe('a stream of events that passes', () => {
  it.each(['\n', '\r\n', '\r'])('is read whatever ends its lines (%j)', (end) => {
    const text = `id: 1${end}data: a${end}data:ü${end}${end}: ping${end}${end}data: b${end}${end}data: cut off`;
    const { seen, sent } = pass([text]);
    expect(seen).toEqual([hex('a\nü'), hex('b')]);
    expect(sent.toString()).toBe(text);
  });

  it('passes byte for byte, bytes that are no text included', () => {
    const bytes = Buffer.concat([Buffer.from('data: "'), Buffer.from([0xff, 0xc3]), Buffer.from('"\n\n')]);
    const { seen, sent } = pass([bytes]);
    expect(seen).toEqual(['22ffc322']);
    expect(sent.equals(bytes)).toBe(true);
  });

  it('hides no event behind a byte order mark', () => {
    const { seen, sent } = pass(['\ufeffdata: a\n\n\ufeffdata: b\n\n']);
    expect(seen).toEqual([hex('a')]);
    expect(sent.toString()).toBe('\ufeffdata: a\n\n\ufeffdata: b\n\n');
    expect(pass(['\ufeffdata: a\n\n'], 'ä').sent.toString()).toBe(
      '\ufeffevent: message\ndata: vorher ü\n\ndata: ä\n\n',
    );
  });

  it('is the same in pieces of any size', () => {
    const part = fc.constantFrom('data: ', 'x', 'ü', '\n', '\r', '\r\n', '\n\n', 'id: 1', ':', '\ufeff', ' ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const bytes = Buffer.from(parts.join(''));
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        expect(pass(pieces)).toEqual(pass([bytes]));
        expect(pass(pieces).sent.equals(bytes)).toBe(true);
      }),
    );
  });

  it('is not read any further when an event is too long', () => {
    const events = new EventRewriter((message) => ({ line: message, before: [] }));
    const piece = Buffer.alloc(LONGEST_MESSAGE / 16, 'x');
    for (let count = 0; count < 16; count++) events.push(piece);
    expect(() => events.push(piece)).toThrow(RangeError);
  });
});
