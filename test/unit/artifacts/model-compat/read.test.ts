import { describe, expect, it } from 'vitest';
import { load, refusal } from '../../../support/load.ts';

const read = (content: unknown) => load('model-compat', content);
const refused = (content: unknown) => refusal('model-compat', content);

const ENTRIES = [
  { id: 'a', classification: 'PASS' },
  { id: 'b', classification: 'PASS' },
  { id: 'c', classification: 'DRIFT', dimension: 'tone', detail: 'curt' },
  { id: 'd', classification: 'FAIL' },
];
const COUNTS = { total: 4, pass: 2, drift: 1, fail: 1 };
const FULL = {
  schema_version: 'mcptest.dev/model-compat/v1',
  baseline: { model: 'one' },
  candidate: { model: 'two' },
  summary: COUNTS,
  entries: ENTRIES,
};

describe('a model-compatibility diff', () => {
  it.each<[string, unknown, object]>([
    ['in full', FULL, COUNTS],
    ['as entries alone', { entries: ENTRIES }, COUNTS],
    ['as a summary alone', { summary: COUNTS }, COUNTS],
    ['as counts alone', { counts: COUNTS }, COUNTS],
    ['with both, in agreement', { counts: COUNTS, summary: COUNTS }, COUNTS],
    ['with some of the counts', { summary: { total: 4, fail: 0 } }, { total: 4, fail: 0 }],
    [
      'with all but the passes',
      { summary: { total: 4, drift: 1, fail: 1 } },
      { total: 4, drift: 1, fail: 1 },
    ],
    ['with all but the drift', { summary: { total: 4, pass: 1, fail: 1 } }, { total: 4, pass: 1, fail: 1 }],
    [
      'with all but the failures',
      { summary: { total: 4, pass: 1, drift: 1 } },
      { total: 4, pass: 1, drift: 1 },
    ],
    ['with nothing but failures', { summary: { total: 2, fail: 2 } }, { total: 2, fail: 2 }],
    ['with the drift alone', { summary: { drift: 2 } }, { drift: 2 }],
    ['with counts in two places', { summary: { total: 4 }, counts: { fail: 0 } }, { total: 4, fail: 0 }],
    ['with keys that nobody knows', { ...FULL, model: null, hasOwnProperty: 1 }, COUNTS],
  ])('%s is read', async (_, content, expected) => {
    expect(await read(content)).toStrictEqual({ counts: expected });
  });

  it.each([
    ['an empty object', {}, 'is not a model-compatibility diff: found an empty object'],
    ['an empty list', [], 'is not a model-compatibility diff: found an empty list'],
    [
      'the summary of another artifact',
      { summary: { total: 3, passed: 3 } },
      'is not a model-compatibility diff',
    ],
    ['a summary that is a text', { summary: 'fine' }, 'is not a model-compatibility diff'],
    [
      'an unknown word',
      { entries: [{ id: 'a', classification: 'pass' }] },
      'f.json:1:40: error: entries[0].classification: must be one of `PASS`, `DRIFT`, `FAIL`, found `"pass"`\n' +
        '  help: did you mean `PASS`?',
    ],
    ['an entry without a word', { entries: [{ id: 'a' }] }, 'entries[0].classification: is missing'],
    [
      'null for a count',
      { summary: { total: null, pass: 1 } },
      'summary.total: must be a whole number, 0 or more, found null',
    ],
    [
      'a negative count',
      { summary: { fail: -1 } },
      'summary.fail: must be a whole number, 0 or more, found `-1`',
    ],
    [
      'a count as text',
      { counts: { fail: '0' } },
      'counts.fail: must be a whole number, 0 or more, found `"0"`',
    ],
    ['a count beyond all entries', { summary: { pass: 2 ** 53 } }, 'summary.pass: must be a whole number'],
    ['null for the entries', { ...FULL, entries: null }, 'entries: must be a list, found null'],
    [
      'a summary that its entries deny',
      { ...FULL, summary: { ...COUNTS, pass: 3, fail: 0 } },
      'summary.fail: is 0, but the entries show 1',
    ],
    [
      'counts that its entries deny',
      { counts: { fail: 0 }, entries: ENTRIES },
      'counts.fail: is 0, but the entries show 1',
    ],
    [
      'two summaries that differ',
      { summary: COUNTS, counts: { ...COUNTS, total: 5 } },
      'counts.total: is 5, but summary.total is 4',
    ],
    [
      'a total above its parts',
      { summary: { ...COUNTS, total: 5 } },
      'summary.total: is 5, but pass, drift and fail add up to 4',
    ],
    [
      'a total below some of its parts',
      { counts: { total: 1, fail: 2 } },
      'counts.total: is 1, but pass, drift and fail add up to 2',
    ],
    ['no entries', { entries: [] }, 'compares no entries: nothing was checked'],
    ['a total of 0', { summary: { total: 0, pass: 0, drift: 0, fail: 0 } }, 'nothing was checked'],
    ['nothing but zeros', { summary: { drift: 0, fail: 0 } }, 'nothing was checked'],
    ['no counts', { schema_version: 'mcptest.dev/model-compat/v1' }, 'nothing was checked'],
  ])('is refused with %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });
});
