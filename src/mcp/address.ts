import { InputError } from '../errors.ts';

/** Where a server of this program listens. */
export interface Address {
  /** A name or an address, of this machine alone unless the user wants something else. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/**
 * Reads the value of `--listen`: a host of this machine and a port. Other hosts are refused, because nothing here asks
 * clients who they are, unless the user wants that.
 * @throws InputError
 */
export function readAddress(given: string, mayBeRemote: boolean | undefined = false): Address {
  const [, host = '', digits = ''] = /^(?:(.*):)?(\d{1,5})$/.exec(given) ?? [];
  const port = Number(digits);
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (digits === '' || port > 65_535) {
    throw new InputError({
      message: `--listen must be a host and a port, found \`${given}\``,
      help: 'write it like 127.0.0.1:3001, or 127.0.0.1:0 for any free port',
    });
  }
  if (!mayBeRemote && !['', '127.0.0.1', 'localhost', '::1'].includes(bare)) {
    throw new InputError({
      message: `--listen must be an address of this machine alone, found \`${given}\``,
      help: 'write it like 127.0.0.1:3001: anyone who can reach the address could use it',
    });
  }
  return { host: bare === '' || bare === 'localhost' ? '127.0.0.1' : bare, port };
}
