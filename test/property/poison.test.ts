import { describe, expect, it } from 'vitest';
import { complete, readWhole } from '../../src/artifacts/cassette/read.ts';
import { InputError } from '../../src/errors.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { poisoned } from '../support/poisoned.ts';
import { RECORDING_SAMPLES, textOfSample } from '../support/recording-samples.ts';

/** Where reading ends neither with a value nor with a refusal. */
function crashesOf(document: unknown, read: (given: unknown) => unknown): string[] {
  const crashes: string[] = [];
  for (const { what, document: given } of poisoned(document)) {
    try {
      read(given);
    } catch (error) {
      if (error instanceof InputError) continue;
      const stack = error instanceof Error ? (error.stack?.split('\n').slice(0, 4) ?? []) : [];
      crashes.push([what, ...stack].join('\n'));
    }
  }
  return crashes;
}

describe('a value that cannot be made a text, or is named as an inherited member', () => {
  it.each(RECORDING_SAMPLES.map((sample) => [sample.format, sample] as const))(
    'is read or refused anywhere in a recording: %s',
    (_, { rows, document }) => {
      const read = (given: unknown) => {
        const text = textOfSample(rows && Array.isArray(given) ? { rows: given } : { document: given });
        complete(readWhole('f.json', memoryFiles({ 'f.json': text })));
      };
      expect(crashesOf(rows ?? document, read)).toEqual([]);
    },
  );
});
