import type { TimeWindow } from './model.ts';

const MINUTES_A_DAY = 1440;

/** The minutes of a week; minute 0 is Monday 00:00. */
export const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

/** The minutes of the week inside the windows, one bit each. */
export type WeekMask = Uint32Array;

/**
 * Compiles windows to minutes of the week; `start` is inside, `end` outside. A window whose end is not later than its
 * start reaches into the next day and belongs to the day on which it starts; with equal start and end it is 24 hours
 * long.
 * Spec (tool-call policies): "Attribute conditions (ABAC)", `time`.
 */
export function compileWindows(windows: readonly TimeWindow[]): WeekMask {
  const mask = new Uint32Array(MINUTES_A_WEEK / 32);
  for (const { days = [1, 2, 3, 4, 5, 6, 7], start, end } of windows) {
    const first = minuteOfDay(start);
    const last = minuteOfDay(end);
    const length = last > first ? last - first : last + MINUTES_A_DAY - first;
    for (const day of days) {
      const midnight = ((day + 6) % 7) * MINUTES_A_DAY;
      for (let offset = 0; offset < length; offset++)
        include(mask, (midnight + first + offset) % MINUTES_A_WEEK);
    }
  }
  return mask;
}

/** Whether a minute of the week is inside. */
export function isInside(mask: WeekMask, minute: number): boolean {
  return (((mask[minute >> 5] as number) >>> (minute & 31)) & 1) === 1;
}

function include(mask: WeekMask, minute: number): void {
  mask[minute >> 5] = (mask[minute >> 5] as number) | (1 << (minute & 31));
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Formats a minute of the week: `Mon 09:30`. */
export function formatMinute(minute: number): string {
  const time = minute % MINUTES_A_DAY;
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const day = DAY_NAMES[Math.floor(minute / MINUTES_A_DAY)];
  return `${day} ${twoDigits(Math.floor(time / 60))}:${twoDigits(time % 60)}`;
}

/** Formats a window: `09:00-18:00 on Mon, Tue`. */
export function formatWindow({ days, start, end }: TimeWindow): string {
  const names = days?.map((day) => DAY_NAMES[(day + 6) % 7]);
  return `${start}-${end}${names ? ` on ${[...new Set(names)].join(', ')}` : ''}`;
}
