import { describe, expect, it } from 'vitest';
import type { JudgeCert } from '../../../../src/artifacts/judge-cert/model.ts';
import { extractFacts } from '../../../../src/facts/catalog.ts';
import { load, refusal } from '../../../support/load.ts';

const read = (content: unknown) => load('judge-cert', content);
const refused = (content: unknown) => refusal('judge-cert', content);

const FROM = '2026-01-01T00:00:00Z';
const UNTIL = '2026-07-01T00:00:00Z';
const EARLIER = '2025-12-01T00:00:00Z';
const [from, until] = [Date.parse(FROM), Date.parse(UNTIL)];

const FULL = {
  schema_version: 'mcptest.dev/judge-cert/v1',
  judge: { model: 'judge-1', provider: 'someone', prompt_sha256: 'ab' },
  certified: true,
  metrics: { ece: 0.04, brier: 0.1, accuracy: 0.9, samples: 100 },
  thresholds: { ece: 0.05, brier: 0.2, min_samples: 100 },
  certified_at: FROM,
  valid_from: FROM,
  valid_until: UNTIL,
};

async function expiredAt(now: string, content: unknown) {
  const value = await read(content);
  const artifact = { kind: 'judge-cert', path: 'f.json', format: '', warnings: [], value } as const;
  const facts = extractFacts(artifact, { now: Date.parse(now) });
  return facts.find(({ name }) => name === 'judge.expired')?.value;
}

describe('a judge certification', () => {
  it.each<[string, unknown, JudgeCert]>([
    ['in full', FULL, { certified: true, ece: 0.04, brier: 0.1, validity: { from, until } }],
    ['with keys that nobody knows', { certified: false, constructor: 1, x: null }, { certified: false }],
    ['that only says what it is', { schema_version: 'mcptest.dev/judge-cert/v1' }, {}],
    ['with its scores at the top', { ece: 0, brier: 1 }, { ece: 0, brier: 1 }],
    [
      'with its scores twice, the same',
      { ece: 0.5, metrics: { ece: 0.5, brier: 0.25 } },
      { ece: 0.5, brier: 0.25 },
    ],
    [
      'that failed its thresholds',
      { ...FULL, certified: false, metrics: { ece: 1 } },
      {
        certified: false,
        ece: 1,
        validity: { from, until },
      },
    ],
    [
      'that meets its thresholds exactly',
      { certified: true, metrics: { ece: 0.05, samples: 10 }, thresholds: { ece: 0.05, min_samples: 10 } },
      { certified: true, ece: 0.05 },
    ],
  ])('%s is read', async (_, content, expected) => {
    expect(await read(content)).toStrictEqual(expected);
  });

  it.each<[string, object, JudgeCert['validity']]>([
    ['valid_until', { valid_until: UNTIL }, { until }],
    ['expires_at', { expires_at: UNTIL }, { until }],
    ['not_after', { not_after: UNTIL }, { until }],
    ['validity.until', { validity: { until: UNTIL } }, { until }],
    ['validity.not_after', { validity: { not_after: UNTIL } }, { until }],
    ['valid_from', { valid_from: FROM, valid_until: UNTIL }, { from, until }],
    ['not_before', { not_before: FROM, not_after: UNTIL }, { from, until }],
    ['validity.from', { validity: { from: FROM, until: UNTIL } }, { from, until }],
    ['validity.not_before', { validity: { not_before: FROM, not_after: UNTIL } }, { from, until }],
    ['days from the certification', { certified_at: FROM, valid_for_days: 181 }, { from, until }],
    [
      'the same end in several spellings and time zones',
      {
        valid_until: UNTIL,
        expires_at: '2026-07-01T02:00:00+02:00',
        certified_at: FROM,
        valid_for_days: 181,
      },
      { from, until },
    ],
    ['certified_at without a start', { certified_at: FROM, valid_until: UNTIL }, { from, until }],
    [
      'certified_at after its start',
      { valid_from: EARLIER, certified_at: FROM, valid_until: UNTIL },
      { from, until },
    ],
    [
      'certified_at before its start',
      { valid_from: FROM, certified_at: EARLIER, valid_until: UNTIL },
      { from, until },
    ],
    ['certified at the very end', { certified_at: UNTIL, valid_until: UNTIL }, { from: until, until }],
    ['no end', { valid_from: FROM, certified_at: FROM }, undefined],
    ['an empty window', { validity: {} }, undefined],
  ])('finds the window in %s', async (_, window, expected) => {
    expect((await read({ certified: true, ...window })).validity).toEqual(expected);
  });

  it.each([
    [FROM, false],
    ['2025-12-31T23:59:59.999Z', true],
    ['2026-06-30T23:59:59.999Z', false],
    [UNTIL, true],
  ])('at %s is expired: %s', async (now, expected) => {
    expect(await expiredAt(now, FULL)).toBe(expected);
  });

  it('that is certified in the future is expired', async () => {
    const future = { certified: true, certified_at: FROM, valid_until: UNTIL };
    expect(await expiredAt('2025-12-31T23:59:59Z', future)).toBe(true);
    expect(await expiredAt('2025-12-31T23:59:59Z', { ...future, valid_from: EARLIER })).toBe(true);
    expect(await expiredAt(FROM, future)).toBe(false);
  });

  it.each([
    ['an empty object', {}, 'f.json:1:1: error: is not a judge certification: found an empty object'],
    ['an empty list', [], 'found an empty list'],
    ['another artifact', { schema_version: 'mcptest.dev/run/v1' }, 'pass it with --run-report'],
    [
      'a newer version',
      { schema_version: 'mcptest.dev/judge-cert/v2' },
      'did you mean `mcptest.dev/judge-cert/v1`?',
    ],
    [
      'null for a known key',
      { certified: null },
      'f.json:1:14: error: certified: must be `true` or `false`, found null',
    ],
    ['a word for a truth', { certified: 'true' }, 'certified: must be `true` or `false`, found `"true"`'],
    ['an ece above 1', { ece: 1.01 }, 'ece: must be a number from 0 to 1, found `1.01`'],
    [
      'a negative brier',
      { metrics: { brier: -0.1 } },
      'metrics.brier: must be a number from 0 to 1, found `-0.1`',
    ],
    ['half a sample', { metrics: { samples: 0.5 } }, 'metrics.samples: must be a whole number, 0 or more'],
    ['two ece that differ', { ece: 0.1, metrics: { ece: 0.2 } }, 'ece: is 0.1, but metrics.ece is 0.2'],
    [
      'an ece above its threshold',
      { ...FULL, metrics: { ece: 0.06 } },
      'certified: is true, but ece 0.06 is above the threshold 0.05',
    ],
    [
      'a brier above its threshold, at the top',
      { certified: true, brier: 0.3, thresholds: { brier: 0.2 } },
      'certified: is true, but brier 0.3 is above the threshold 0.2',
    ],
    [
      'no samples at all',
      { certified: true, metrics: { samples: 0 } },
      'certified: is true, but the judge was measured on no samples',
    ],
    [
      'too few samples',
      { ...FULL, metrics: { samples: 99 } },
      'certified: is true, but 99 samples are fewer than the threshold 100',
    ],
    [
      'a threshold without its metric',
      { certified: true, thresholds: { ece: 0.05 } },
      'certified: is true, but the file states no ece to compare with the threshold 0.05',
    ],
    [
      'thresholds without the metrics',
      { ...FULL, metrics: { ece: 0.04 } },
      'the file states no samples to compare with the threshold 100',
    ],
  ])('is refused with %s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });

  it.each([
    [
      'a date without a time',
      { valid_until: '2026-07-01' },
      'valid_until: must be an RFC 3339 time, found `"2026-07-01"`',
    ],
    ['a local time', { expires_at: '2026-07-01T00:00:00' }, 'write it like 2026-12-31T00:00:00Z'],
    [
      'a number for a time',
      { not_after: 1782864000 },
      'not_after: must be an RFC 3339 time, found `1782864000`',
    ],
    [
      'a start that is not a time',
      { valid_from: 'now', valid_until: UNTIL },
      'valid_from: must be an RFC 3339 time',
    ],
    ['a certification at no time', { certified_at: 'yesterday' }, 'certified_at: must be an RFC 3339 time'],
    ['an invalid nested time', { validity: { until: '' } }, 'validity.until: must be an RFC 3339 time'],
    [
      'two ends that differ',
      { valid_until: UNTIL, expires_at: FROM },
      'expires_at: is 2026-01-01T00:00:00Z, but valid_until is 2026-07-01T00:00:00Z',
    ],
    [
      'days that lead elsewhere',
      { certified_at: FROM, valid_for_days: 1, valid_until: UNTIL },
      'valid_for_days: is 2026-01-02T00:00:00Z, but valid_until is 2026-07-01T00:00:00Z',
    ],
    [
      'two starts that differ',
      { valid_from: FROM, validity: { from: UNTIL }, valid_until: '2027-01-01T00:00:00Z' },
      'validity.from: is 2026-07-01T00:00:00Z, but valid_from is 2026-01-01T00:00:00Z',
    ],
    [
      'days from nowhere',
      { valid_for_days: 30 },
      'valid_for_days: counts from `certified_at`, which is missing',
    ],
    [
      'no days',
      { certified_at: FROM, valid_for_days: 0 },
      'valid_for_days: must be a whole number of days, 1 to',
    ],
    ['days beyond all calendars', { certified_at: FROM, valid_for_days: 4e6 }, 'a whole number of days'],
    ['a not_before that is not a time', { not_before: '' }, 'not_before: must be an RFC 3339 time'],
    ['a not_after that is not a time', { not_after: '' }, 'not_after: must be an RFC 3339 time'],
    [
      'another start that is not a time',
      { validity: { from: '' } },
      'validity.from: must be an RFC 3339 time',
    ],
    [
      'one more start that is not a time',
      { validity: { not_before: '' } },
      'validity.not_before: must be an',
    ],
    ['one more end that is not a time', { validity: { not_after: '' } }, 'validity.not_after: must be an'],
    [
      'a start at the end',
      { valid_from: UNTIL, valid_until: UNTIL },
      'valid_from: is not before the end of the validity',
    ],
    ['a start after the end', { valid_from: UNTIL, not_after: FROM }, 'valid_from: is not before the end'],
    [
      'a certification after the end',
      { certified_at: UNTIL, valid_until: FROM },
      'certified_at: is after the end of the validity, 2026-01-01T00:00:00Z',
    ],
  ])('has no window with %s', async (_, window, message) => {
    expect(await refused({ certified: true, ...window })).toContain(message);
  });
});
