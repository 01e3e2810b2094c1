import { describe, expect, it } from 'vitest';
import { progressOn, watched } from '../../../../src/commands/gateway/progress.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const terminal = (isTerminal: boolean) => {
  const written: string[] = [];
  return { written, stderr: { isTerminal, write: (text: string) => void written.push(text) } };
};

describe('progress', () => {
  it('is written over one line of a terminal, only when it changes, and removed at the end', () => {
    const { written, stderr } = terminal(true);
    const progress = progressOn({ stderr });
    progress?.show({ rows: 1234, bytes: 5_600_000, of: 100_000 });
    progress?.show({ rows: 1234, bytes: 5_600_000, of: 100_000 });
    progress?.show({ rows: 5, of: 0 });
    progress?.end();
    progress?.end();
    expect(written).toEqual([
      '\r\u001b[K1,234 of 100,000 records, 6 MB',
      '\r\u001b[K5 records',
      '\r\u001b[K',
    ]);
  });

  it('is not written anywhere else', () => {
    expect(progressOn({ stderr: terminal(false).stderr })).toBeUndefined();
  });

  it('counts the lines of logs', async () => {
    const files = memoryFiles({ log: 'abcd\n'.repeat(140_000) });
    expect(watched(files, undefined)).toBe(files);
    const { written, stderr } = terminal(true);
    let lines = 0;
    for await (const batch of watched(files, progressOn({ stderr })).readLines('log')) lines += batch.length;
    expect(lines).toBe(140_000);
    expect(written.length).toBeGreaterThan(0);
    expect(written.at(-1)).toMatch(/K1\d\d,\d{3} records, 1 MB$/);
    expect(watched(files, progressOn({ stderr })).realPath('log')).toBe(files.realPath('log'));
  });
});
