import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generated } from '../examples/loop/generate.ts';

const folder = join(import.meta.dirname, '../examples/loop');

it('has the labels and the recordings that its generator writes', () => {
  const files = generated();
  expect(Object.keys(files)).toHaveLength(5);
  for (const [path, text] of Object.entries(files))
    expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
});
