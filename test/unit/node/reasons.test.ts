import { expect, it } from 'vitest';
import { reasonOf } from '../../../src/node/reasons.ts';

// not every reason can be had from a file: who runs the tests may be allowed everything
it.each([
  ['ENOENT', 'no such file or folder'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space is left on the device'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ELOOP', 'its links go in a circle'],
  ['ERR_FS_FILE_TOO_LARGE', 'it is larger than 2 GiB'],
  ['ENOTHEARDOF', 'ENOTHEARDOF'],
])('%s: %s', (code, reason) => {
  expect(reasonOf(Object.assign(new Error('text of the system'), { code }))).toBe(reason);
});

it('throws a fault of ours on', () => {
  const fault = new TypeError('x is not a function');
  expect(() => reasonOf(fault)).toThrow(fault);
});
