import { parseInstant } from '../../../../time/instant.ts';
import { scalarText } from '../../../../values/scalar-text.ts';

type Json = Readonly<Record<string, unknown>>;

/** When a span began, in milliseconds; 0 when it does not say. */
export function startOf(value: Json): number {
  return timeOf(value, ['startTimeUnixNano', 'start_time_unix_nano'], ['start_time', 'startTime']);
}

/** A time in milliseconds: nanoseconds, a date and time, milliseconds, or seconds and nanoseconds. */
function timeOf(value: Json, nanos: readonly string[], others: readonly string[]): number {
  for (const key of nanos) {
    const each = value[key];
    if (typeof each === 'number') return each / 1e6;
    if (typeof each === 'string' && /^\d{1,30}$/.test(each)) return Number(each) / 1e6;
  }
  for (const key of others) {
    const each = value[key];
    if (typeof each === 'string') return parseTime(each);
    if (typeof each === 'number') return each > 1e17 ? each / 1e6 : each > 1e14 ? each / 1e3 : each;
    if (Array.isArray(each)) return timeOfPair(each);
  }
  return 0;
}

/** Seconds and nanoseconds, as numbers or as texts of them; 0 when they are neither. */
function timeOfPair([seconds, nanos]: readonly unknown[]): number {
  const time = Number(scalarText(seconds)) * 1e3 + Number(scalarText(nanos ?? 0)) / 1e6;
  return Number.isNaN(time) ? 0 : time;
}

/** A date and time to the fraction of a millisecond. Without an offset it is in UTC. */
function parseTime(text: string): number {
  if (/^\d{10,}$/.test(text)) return Number(text) / (text.length > 17 ? 1e6 : text.length > 14 ? 1e3 : 1);
  const iso = text.replace(' ', 'T');
  const instant = parseInstant(iso) ?? parseInstant(`${iso}Z`) ?? 0;
  const fraction = /\.\d{3}(\d+)/.exec(text)?.[1];
  return fraction === undefined ? instant : instant + Number(`0.${fraction}`);
}

/** When a span ended, in milliseconds; its start when it does not say. */
export function endOf(value: Json): number {
  return timeOf(value, ['endTimeUnixNano', 'end_time_unix_nano'], ['end_time', 'endTime']) || startOf(value);
}
