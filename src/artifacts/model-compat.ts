import type { FilesPort } from '../ports.ts';
import type { Reading } from './load.ts';

/** A model-compatibility diff (`mcptest.dev/model-compat/v1`), reduced to what the program uses. */
export interface ModelCompat {
  readonly counts: {
    readonly total: number;
    readonly pass: number;
    readonly drift: number;
    readonly fail: number;
  };
}

export function readModelCompat(_path: string, _files: FilesPort): Reading<ModelCompat> {
  throw new Error('not built yet');
}
