const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  ENAMETOOLONG: 'its name is too long',
  EPIPE: 'its reader has closed it',
  EBADF: 'it is not open for this',
  ELOOP: 'its links go in a circle',
  Z_DATA_ERROR: 'it is damaged',
  Z_BUF_ERROR: 'it ends too early',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
};

/** Returns why the system refused. An error without a code of the system is a bug of mcptest, and is rethrown. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return REASONS[code] ?? code;
}
