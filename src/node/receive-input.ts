import { InputError } from '../errors.ts';
import type { FilesPort, Received } from '../ports.ts';
import { reasonOf } from './reasons.ts';

/**
 * Reads standard input as it comes. A read that waits in a thread would keep the process from ending in time, so this
 * goes through the stream, which can be destroyed.
 */
export const receiveInput: FilesPort['receive'] = ({ mostBytes, milliseconds }) =>
  new Promise<Received>((resolve, reject) => {
    const { stdin } = process;
    const pieces: Buffer[] = [];
    let length = 0;
    const end = (received: Received) => {
      clearTimeout(timer);
      stdin.destroy();
      resolve(received);
    };
    const timer = setTimeout(() => end({ missing: 'late' }), milliseconds);
    stdin.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length > mostBytes) end({ missing: 'too-long' });
    });
    stdin.on('end', () => end({ bytes: Buffer.concat(pieces) }));
    stdin.on('error', (error) => {
      clearTimeout(timer);
      reject(new InputError({ message: `standard input cannot be read: ${reasonOf(error)}` }));
    });
  });
