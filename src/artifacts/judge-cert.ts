import type { FilesPort } from '../ports.ts';
import type { Instant } from '../time/instant.ts';
import type { Reading } from './load.ts';

/** A judge's certification (`mcptest.dev/judge-cert/v1`), reduced to what the program uses. */
export interface JudgeCert {
  readonly certified?: boolean;
  readonly ece?: number;
  readonly brier?: number;
  /** Valid from `from` (always, when absent) up to and without `until`; absent when there is no end. */
  readonly validity?: { readonly from?: Instant; readonly until: Instant };
}

export function readJudgeCert(_path: string, _files: FilesPort): Reading<JudgeCert> {
  throw new Error('not built yet');
}
