import type { Target } from '../mcp/target.ts';
import { Child } from './child.ts';
import { FrameLines } from './frame-lines.ts';
import { HttpWire } from './http-wire.ts';
import { Inbox } from './inbox.ts';
import { wordsOfEnd } from './last-words.ts';
import type { RawWire } from './raw-wire.ts';

/**
 * Opens a connection without the handshake of a protocol: the caller sends that too.
 * @param timeout how long {@link RawWire.receive} waits, in milliseconds
 */
export function openRawWire(target: Target, timeout: number, signal: AbortSignal): RawWire {
  const inbox = new Inbox(timeout, signal);
  return target.kind === 'stdio' ? stdioWire(target, inbox) : new HttpWire(target, inbox);
}

function stdioWire(target: Extract<Target, { kind: 'stdio' }>, inbox: Inbox): RawWire {
  const lines = new FrameLines(
    (line) => inbox.add(line),
    () => inbox.close(),
  );
  const child = new Child(target, (bytes) => lines.push(bytes));
  void child.ended.then(() => inbox.close());
  return {
    send: (message) => child.write(`${JSON.stringify(message)}\n`),
    begin: () => inbox.begin(),
    receive: () => inbox.receive(),
    get why() {
      return child.end && wordsOfEnd(child.end);
    },
    close: () => child.stop(),
  };
}
