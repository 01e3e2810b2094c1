import type { FilesPort } from '../../ports.ts';
import type { Reading } from '../load.ts';
import type { Conformance } from './model.ts';

export function readConformance(_path: string, _files: FilesPort): Reading<Conformance> {
  throw new Error('not built yet');
}
