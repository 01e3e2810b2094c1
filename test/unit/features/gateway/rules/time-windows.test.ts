import { describe, expect, it } from 'vitest';
import type { TimeWindow } from '../../../../../src/features/gateway/rules/model.ts';
import {
  compileWindows,
  formatMinute,
  formatWindow,
  isInside,
  MINUTES_A_WEEK,
} from '../../../../../src/features/gateway/rules/time-windows.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `Mon 09:30` as a minute of the week. */
function minute(text: string): number {
  const [day = '', time = ''] = text.split(' ');
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return DAYS.indexOf(day) * 1440 + hours * 60 + minutes;
}

const holds = (window: TimeWindow, at: string) => isInside(compileWindows([window]), minute(at));
const minutesInside = (...windows: TimeWindow[]) => {
  const mask = compileWindows(windows);
  return Array.from({ length: MINUTES_A_WEEK }, (_, at) => isInside(mask, at)).filter(Boolean).length;
};

describe('a time window', () => {
  it.each([
    [{ start: '09:00', end: '18:00' }, 'Wed 09:00', true],
    [{ start: '09:00', end: '18:00' }, 'Wed 08:59', false],
    [{ start: '09:00', end: '18:00' }, 'Sun 17:59', true],
    [{ start: '09:00', end: '18:00' }, 'Wed 18:00', false],
    [{ days: [1], start: '09:00', end: '18:00' }, 'Mon 12:00', true],
    [{ days: [1], start: '09:00', end: '18:00' }, 'Tue 12:00', false],
    // both numbers of Sunday
    [{ days: [0], start: '09:00', end: '18:00' }, 'Sun 12:00', true],
    [{ days: [7], start: '09:00', end: '18:00' }, 'Sun 12:00', true],
    [{ days: [6], start: '09:00', end: '18:00' }, 'Sat 12:00', true],
    [{ days: [0], start: '09:00', end: '18:00' }, 'Mon 12:00', false],
    // past midnight: belongs to the day on which it starts
    [{ days: [5], start: '22:00', end: '06:00' }, 'Fri 22:00', true],
    [{ days: [5], start: '22:00', end: '06:00' }, 'Sat 05:59', true],
    [{ days: [5], start: '22:00', end: '06:00' }, 'Sat 06:00', false],
    [{ days: [5], start: '22:00', end: '06:00' }, 'Fri 05:00', false],
    [{ days: [5], start: '22:00', end: '06:00' }, 'Sat 22:00', false],
    [{ days: [0], start: '22:00', end: '06:00' }, 'Mon 05:59', true],
    [{ days: [7], start: '22:00', end: '06:00' }, 'Mon 05:59', true],
    [{ days: [1], start: '22:00', end: '06:00' }, 'Mon 05:59', false],
    // ends at midnight
    [{ days: [1], start: '22:00', end: '00:00' }, 'Mon 23:59', true],
    [{ days: [1], start: '22:00', end: '00:00' }, 'Tue 00:00', false],
    [{ days: [1], start: '22:00', end: '24:00' }, 'Mon 23:59', true],
    [{ days: [1], start: '22:00', end: '24:00' }, 'Tue 00:00', false],
    [{ days: [1], start: '00:00', end: '24:00' }, 'Mon 00:00', true],
    [{ days: [1], start: '00:00', end: '24:00' }, 'Sun 23:59', false],
    // the same start and end: a whole day
    [{ days: [1], start: '09:00', end: '09:00' }, 'Mon 09:00', true],
    [{ days: [1], start: '09:00', end: '09:00' }, 'Tue 08:59', true],
    [{ days: [1], start: '09:00', end: '09:00' }, 'Tue 09:00', false],
    [{ days: [1], start: '09:00', end: '09:00' }, 'Mon 08:59', false],
    [{ days: [1], start: '00:00', end: '00:00' }, 'Mon 23:59', true],
    [{ days: [1], start: '00:00', end: '00:00' }, 'Tue 00:00', false],
  ])('%j at %s: %j', (window, at, expected) => {
    expect(holds(window, at)).toBe(expected);
  });

  it('covers as many minutes as it says', () => {
    expect(minutesInside({ start: '00:00', end: '24:00' })).toBe(MINUTES_A_WEEK);
    expect(minutesInside({ start: '13:00', end: '13:00' })).toBe(MINUTES_A_WEEK);
    expect(minutesInside({ days: [0, 7], start: '23:59', end: '00:01' })).toBe(2);
    expect(
      minutesInside(
        { days: [1, 2], start: '09:00', end: '10:00' },
        { days: [2, 3], start: '09:30', end: '10:30' },
      ),
    ).toBe(210);
  });

  it('has words', () => {
    expect(formatWindow({ start: '09:00', end: '18:00' })).toBe('09:00-18:00');
    expect(formatWindow({ days: [0, 7, 1], start: '22:00', end: '06:00' })).toBe('22:00-06:00 on Sun, Mon');
    expect(formatMinute(0)).toBe('Mon 00:00');
    expect(formatMinute(MINUTES_A_WEEK - 1)).toBe('Sun 23:59');
  });
});
