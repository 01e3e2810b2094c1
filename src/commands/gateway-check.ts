import { InputError } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';

export async function gatewayCheck(_file: string, _options: object, _ports: Ports): Promise<ExitCode> {
  throw new InputError({ message: 'not yet' });
}
