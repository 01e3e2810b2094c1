import { InputError } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';

export async function listPolicies(_options: object, _ports: Ports): Promise<ExitCode> {
  throw new InputError({ message: 'not yet' });
}

export async function addPolicy(_options: object, _ports: Ports): Promise<ExitCode> {
  throw new InputError({ message: 'not yet' });
}

export async function editPolicy(
  _edit: string,
  _name: string,
  _options: object,
  _ports: Ports,
): Promise<ExitCode> {
  throw new InputError({ message: 'not yet' });
}
