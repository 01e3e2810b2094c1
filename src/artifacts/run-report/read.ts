import type { FilesPort } from '../../ports.ts';
import type { Reading } from '../load.ts';
import type { RunReport } from './model.ts';

export function readRunReport(_path: string, _files: FilesPort): Reading<RunReport> {
  throw new Error('not built yet');
}
