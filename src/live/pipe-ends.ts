import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** The two streams that a client on stdio is connected to. */
export interface PipeEnds {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Returns standard input and output for a protocol. Node writes to a pipe synchronously: a client that does not read would
 * stop this program, signals included. As a socket, a pipe is written to when it has room.
 */
export function standardPipes(): PipeEnds {
  return {
    input: process.stdin,
    output: isPipe(1) ? new Socket({ fd: 1, readable: false }) : process.stdout,
  };
}

function isPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

/** Lets the program end although its input may still be open. */
export function letGo({ input, output }: PipeEnds): void {
  input.pause();
  if (input === process.stdin) process.stdin.unref?.();
  if (output instanceof Socket) output.unref();
}
