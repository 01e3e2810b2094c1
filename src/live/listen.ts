import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InputError } from '../errors.ts';
import type { Address } from '../mcp/address.ts';

/**
 * Lets a server listen, and returns the origin of its URLs.
 * @throws InputError when the address cannot be used
 */
export async function listen(server: Server, { host, port }: Address): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const isUsed = code === 'EADDRINUSE';
      reject(
        new InputError({
          message: `${host}:${port} ${isUsed ? 'is in use' : `cannot be used: ${message}`}`,
          help: 'pass another --listen, or port 0 for any free port',
        }),
      );
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** Ends a server and its connections. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
