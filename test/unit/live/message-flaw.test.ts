import { expect, it } from 'vitest';
import { flawOf } from '../../../src/live/message-flaw.ts';

const TWICE = 'is not acceptable JSON: a key occurs twice in one object';
const flaw = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') => flawOf(Buffer.from(text, encoding));

it.each([
  ['{"id":7,"result":{"a":1,"a":1}}', { id: 7, why: TWICE }],
  ['{"id":"x","result":{"a":1,"\\u0061":2}}', { id: 'x', why: TWICE }],
  ['{"id":1,"result":[{"a":1e400,"b":{"c":1,"c":2}}]}', { id: 1, why: TWICE }],
  ['{"id":1,"method":"x","method":"x"}', { id: undefined, why: TWICE }],
  ['{"id":null,"id":null}', { id: undefined, why: TWICE }],
  ['[{"id":1,"id":1}]', { id: undefined, why: TWICE }],
])('does not believe %s', (text, expected) => {
  expect(flaw(text)).toEqual(expected);
});

it('does not believe bytes that are no text', () => {
  expect(flaw('{"id":1,"result":"\xff\xfe"}', 'latin1')).toEqual({ id: 1, why: 'is not valid UTF-8' });
});

it.each([
  ['an answer', '{"id":1,"result":{"a":{"b":1},"c":{"b":1}}}'],
  ['a byte order mark', '\ufeff{"id":1}'],
  ['numbers beyond a double', '{"id":1,"result":[1e400,9007199254740993,9007199254740992.5]}'],
  ['half of a surrogate pair', '{"id":1,"result":"\\ud800"}'],
  ['what its reader refuses: no JSON', '{"id":1'],
  ['what its reader refuses: one that nests too deep', `{"id":1,"a":${'['.repeat(600)}${']'.repeat(600)}}`],
])('leaves %s alone', (_, text) => {
  expect(flaw(text)).toBeUndefined();
});
