import { headerSecrets } from '../../mcp/header-secrets.ts';
import type { Target } from '../../mcp/target.ts';
import { Masker } from '../../values/masker.ts';

/** A server that a command talks to, and what hides its secrets in everything that the command writes. */
export interface ReachedServer {
  readonly target: Target;
  readonly masker: Masker;
}

/** Returns a server that the command line names. */
export function fromCommandLine(target: Target): ReachedServer {
  return { target, masker: new Masker(headerSecrets(target)) };
}
