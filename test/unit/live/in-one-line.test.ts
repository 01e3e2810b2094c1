import { expect, it } from 'vitest';
import { inOneLine } from '../../../src/live/in-one-line.ts';

const dump = (issues: unknown) => `Invalid result for tools/call: ${JSON.stringify(issues, null, 2)}`;

it.each([
  ['fetch failed', 'fetch failed'],
  ['one\ntwo', 'one'],
  ['list [1]\nmore', 'list [1]'],
  [
    dump([
      { code: 'invalid_type', path: ['content', 0], message: 'expected object' },
      { path: [], message: 'second' },
    ]),
    'Invalid result for tools/call: content.0: expected object',
  ],
  [
    dump([{ path: [], message: 'expected object\nat all' }]),
    'Invalid result for tools/call: expected object',
  ],
  [
    dump([{ path: ['content'], message: 'Invalid input: expected array, received undefined' }]),
    'Invalid result for tools/call: content: Invalid input: expected array, found nothing',
  ],
  [dump([{ path: [] }]), 'Invalid result for tools/call: ['],
  ['broken: [{\n', 'broken: [{'],
])('says in one line what %j says', (message, line) => {
  expect(inOneLine(message)).toBe(line);
});
