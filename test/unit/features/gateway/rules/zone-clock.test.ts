import { describe, expect, it } from 'vitest';
import { formatMinute } from '../../../../../src/features/gateway/rules/time-windows.ts';
import { isZone, ZoneClock, zoneNames } from '../../../../../src/features/gateway/rules/zone-clock.ts';
import { parseInstant } from '../../../../../src/time/instant.ts';

const wall = (zone: string, time: string) =>
  formatMinute(new ZoneClock(zone).minuteOfWeek(parseInstant(time) as number));

describe('the clock on the wall', () => {
  it.each([
    ['UTC', '1970-01-01T00:00:00Z', 'Thu 00:00'],
    ['UTC', '1969-12-31T23:59:59.999Z', 'Wed 23:59'],
    ['UTC', '0000-01-01T00:00:00Z', 'Sat 00:00'],
    ['UTC', '9999-12-31T23:59:59Z', 'Fri 23:59'],
    ['UTC', '2026-06-01T00:00:00Z', 'Mon 00:00'],
    ['UTC', '1969-12-29T00:00:00Z', 'Mon 00:00'],
    ['UTC', '2026-05-31T23:59:59Z', 'Sun 23:59'],
    ['utc', '2026-06-01T12:00:00Z', 'Mon 12:00'],
    ['America/New_York', '2026-06-01T12:00:00Z', 'Mon 08:00'],
    // spring: 02:00 to 03:00 is not on the wall
    ['America/New_York', '2026-03-08T06:59:59Z', 'Sun 01:59'],
    ['America/New_York', '2026-03-08T07:00:00Z', 'Sun 03:00'],
    // autumn: 01:00 to 02:00 is there twice
    ['America/New_York', '2026-11-01T05:59:59Z', 'Sun 01:59'],
    ['America/New_York', '2026-11-01T06:00:00Z', 'Sun 01:00'],
    ['America/New_York', '2026-11-01T06:59:59Z', 'Sun 01:59'],
    ['America/New_York', '2026-11-01T07:00:00Z', 'Sun 02:00'],
    // local mean time, with seconds in its offset of -4:56:02
    ['America/New_York', '1883-11-18T16:00:00Z', 'Sun 11:03'],
    // midnight itself does not exist, and a day begins at 01:00
    ['Asia/Amman', '2021-03-25T21:59:59Z', 'Thu 23:59'],
    ['Asia/Amman', '2021-03-25T22:00:00Z', 'Fri 01:00'],
    // summer time for good since October 2022
    ['Asia/Amman', '2022-10-28T00:00:00Z', 'Fri 03:00'],
    ['Asia/Amman', '2026-01-15T00:00:00Z', 'Thu 03:00'],
    ['America/Santiago', '2024-04-07T02:59:59Z', 'Sat 23:59'],
    ['America/Santiago', '2024-04-07T03:00:00Z', 'Sat 23:00'],
    ['America/Santiago', '2024-04-07T04:00:00Z', 'Sun 00:00'],
    ['America/Santiago', '2024-09-08T03:59:59Z', 'Sat 23:59'],
    ['America/Santiago', '2024-09-08T04:00:00Z', 'Sun 01:00'],
    // half an hour of summer time
    ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', 'Sun 01:59'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 'Sun 01:30'],
    ['Australia/Lord_Howe', '2026-04-04T15:29:59Z', 'Sun 01:59'],
    ['Australia/Lord_Howe', '2026-04-04T15:30:00Z', 'Sun 02:00'],
    ['Australia/Lord_Howe', '2026-10-03T15:29:59Z', 'Sun 01:59'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 'Sun 02:30'],
    // quarters of an hour
    ['Asia/Kathmandu', '2026-06-01T00:00:00Z', 'Mon 05:45'],
    ['Pacific/Chatham', '2026-06-01T12:00:00Z', 'Tue 00:45'],
    // a change away from any quarter of an hour
    ['Asia/Kathmandu', '1985-12-31T18:29:59Z', 'Tue 23:59'],
    ['Asia/Kathmandu', '1985-12-31T18:30:00Z', 'Wed 00:15'],
    ['Africa/Monrovia', '1972-01-07T00:44:29Z', 'Thu 23:59'],
    ['Africa/Monrovia', '1972-01-07T00:44:30Z', 'Fri 00:44'],
    // the day that Samoa left out
    ['Pacific/Apia', '2011-12-30T09:59:59Z', 'Thu 23:59'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 'Sat 00:00'],
    ['Etc/GMT+5', '2026-06-01T12:00:00Z', 'Mon 07:00'],
  ])('in %s at %s shows %s', (zone, time, expected) => {
    expect(wall(zone, time)).toBe(expected);
  });

  it('shows the same in whatever order it is asked', () => {
    const clock = new ZoneClock('America/New_York');
    const times = [
      '2026-03-08T06:59:00Z',
      '2026-03-08T07:00:00Z',
      '2026-03-08T06:45:00Z',
      '2026-01-01T00:00:00Z',
    ];
    const instants = [...times, ...times.toReversed()].map((time) => parseInstant(time) as number);
    expect(instants.map((at) => clock.minuteOfWeek(at))).toEqual(
      instants.map((at) => new ZoneClock('America/New_York').minuteOfWeek(at)),
    );
  });
});

describe('a time zone', () => {
  it.each([
    'UTC',
    'Etc/UTC',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'US/Eastern',
    'EST',
    'Etc/GMT+5',
    'Asia/Calcutta',
  ])('may be %s', (zone) => {
    expect(isZone(zone)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '+05:30',
    '-05',
    'America',
    'America/',
    'New York',
    'America/New_Yorc',
    'Mars/Olympus',
    '__proto__',
    'UTC\n',
  ])('is not %j', (zone) => {
    expect(isZone(zone)).toBe(false);
  });

  it('has names to suggest, each of which it knows', () => {
    expect(zoneNames()).toContain('UTC');
    expect(zoneNames().filter((name) => !isZone(name))).toEqual([]);
  });
});
