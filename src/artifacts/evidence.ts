import type { FilesPort } from '../ports.ts';
import type { Reading } from './load.ts';

/** Portable run evidence (`mcptest.dev/evidence/v1`), reduced to what the release gate uses. */
export interface Evidence {
  readonly reproducible?: boolean;
  readonly unverifiable_origin?: boolean;
}

export function readEvidence(_path: string, _files: FilesPort): Reading<Evidence> {
  throw new Error('not built yet');
}
