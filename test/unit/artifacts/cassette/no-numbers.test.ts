import { expect, it } from 'vitest';
import { readCassette } from '../../../../src/artifacts/cassette/read.ts';
import { readRun, refusalOfRun, sketch, warningsOf } from '../../../support/cassettes.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

const messages = [
  { role: 'user', content: 'Is B7 NaN?' },
  { role: 'assistant', content: 'It is.' },
];
const log = JSON.stringify({ samples: [{ id: 1, epoch: 1, messages, scores: { fit: 'SCORE' } }] });

it('is read as null with a warning where a program in Python writes a float that is no number', () => {
  const text = log.replace('"SCORE"', '[NaN, -Infinity]');
  expect(sketch(readRun(text))).toBe('Is B7 NaN?: "It is."');
  expect(warningsOf(text)).toEqual([
    'f.json: warning: 2 numbers are written as `NaN` or `Infinity`, and read as null\n  help: JSON has no such numbers; Python writes them',
  ]);
});

it('is read in rows too, in the first and in later ones', async () => {
  const rows = [
    { type: 'user', sessionId: 's', score: 'SCORE', message: { role: 'user', content: 'Go.' } },
    {
      type: 'assistant',
      sessionId: 's',
      score: 'SCORE',
      message: { id: 'm', role: 'assistant', content: 'Gone.' },
    },
  ];
  const text = rows.map((row) => `${JSON.stringify(row).replace('"SCORE"', 'NaN')}\n`).join('');
  const { value, warnings } = await readCassette('s.jsonl', memoryFiles({ 's.jsonl': text }));
  expect(value.map(({ cassette }) => sketch(cassette))).toEqual(['Go.: "Gone."']);
  expect(warnings[0]?.message).toBe('2 numbers are written as `NaN` or `Infinity`, and read as null');
  expect(sketch(readRun(text))).toBe('Go.: "Gone."');
});

it('hides no other fault', async () => {
  expect(await refusalOfRun(log.replace('"SCORE"', 'NaN, "fit": 1'))).toContain('fit');
  expect(await refusalOfRun(log.replace('"SCORE"', 'nan'))).toContain('expected a value');
  // what the agent asked for would be unknown
  const call = { id: 'c', type: 'function', function: { name: 'free', arguments: '{"berth": NaN}' } };
  const chat = [messages[0], { role: 'assistant', tool_calls: [call] }];
  expect(await refusalOfRun(chat)).toContain('must be JSON');
});
