import type { FilesPort } from '../../ports.ts';
import type { Reading } from '../load.ts';
import type { SecurityScan } from './model.ts';

export function readSecurityScan(_path: string, _files: FilesPort): Reading<SecurityScan> {
  throw new Error('not built yet');
}
