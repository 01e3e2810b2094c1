import { expect, it } from 'vitest';
import { TapeFile } from '../../../../src/commands/record/tape-file.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

it('keeps no tape when a message could not be added because of a bug, and says which', async () => {
  const files = memoryFiles({});
  const bug = new TypeError('a bug');
  const tape = new TapeFile('out.jsonl', 'http', [], {
    ...files,
    draft: (path) => ({
      ...files.draft(path),
      append() {
        throw bug;
      },
    }),
  });
  const passed = { dir: 'to_server', t: 0, stream: 0, bytes: Buffer.from('{}') } as const;
  expect(() => tape.take(passed)).not.toThrow();
  tape.take(passed);
  await expect(tape.finish({ t: 1, by: 'user' })).rejects.toBe(bug);
  expect(files.texts).toEqual({});
});
