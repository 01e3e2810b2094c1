import type { ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';

export async function policyInit(_options: unknown, _ports: Ports): Promise<ExitCode> {
  throw new Error('not built yet');
}
