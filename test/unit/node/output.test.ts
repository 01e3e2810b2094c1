import { beforeEach, describe, expect, it, vi } from 'vitest';
import { standardError, standardOutput } from '../../../src/node/output.ts';

const written = vi.hoisted(() => ({ texts: [] as [number, string][], code: '' }));
vi.mock('../../../src/node/write-stream.ts', () => ({
  writeAll(descriptor: number, text: string) {
    if (written.code !== '') throw Object.assign(new Error(written.code), { code: written.code });
    written.texts.push([descriptor, text]);
  },
}));
beforeEach(() => {
  written.texts = [];
  written.code = '';
});

describe('standard output', () => {
  it('is written to, and has no width when it is no terminal', () => {
    const output = standardOutput();
    output.write('a');
    expect(written.texts).toEqual([[1, 'a']]);
    expect({ isTerminal: output.isTerminal, columns: output.columns, isClosed: output.isClosed }).toEqual({
      isTerminal: false,
      columns: undefined,
      isClosed: false,
    });
  });

  it('is closed when its reader has gone, which is no failure', () => {
    const output = standardOutput();
    written.code = 'EPIPE';
    output.write('a');
    expect(output.isClosed).toBe(true);
  });

  it('fails when the answer is lost', () => {
    written.code = 'ENOSPC';
    expect(() => standardOutput().write('a')).toThrow('standard output cannot be written: no space is left');
  });
});

describe('standard error', () => {
  it('is written to, and nothing fails when that cannot be done', () => {
    const output = standardError();
    output.write('a');
    written.code = 'EIO';
    output.write('b');
    expect(written.texts).toEqual([[2, 'a']]);
  });
});
