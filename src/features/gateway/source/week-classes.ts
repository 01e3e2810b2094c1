import type { RuleContext } from '../rules/model.ts';
import { compileWindows, isInside, MINUTES_A_WEEK } from '../rules/time-windows.ts';

/** The minutes of the week in a time zone that are inside the same windows. */
export interface WeekClasses {
  readonly zone: string;
  /** Where the classes begin, in order; the first begins at minute 0, Monday 00:00. */
  readonly spans: readonly WeekSpan[];
}

/** The minutes from one on, up to where the next span begins. */
export interface WeekSpan {
  readonly from: number;
  /** The number of the class: the same for all spans that are inside the same windows. */
  readonly class: number;
}

/** Returns the classes for each time zone of the rules. */
export function weekClasses(times: readonly NonNullable<RuleContext['time']>[]): readonly WeekClasses[] {
  const zones = [...new Set(times.map(({ tz }) => tz))].sort();
  return zones.map((zone) => {
    const masks = times.filter(({ tz }) => tz === zone).map(({ windows }) => compileWindows(windows));
    const classes = new Map<string, number>();
    const spans: WeekSpan[] = [];
    for (let from = 0; from < MINUTES_A_WEEK; from++) {
      const inside = masks.map((mask) => (isInside(mask, from) ? 1 : 0)).join('');
      const number = classes.get(inside) ?? classes.size;
      classes.set(inside, number);
      if (spans.at(-1)?.class !== number) spans.push({ from, class: number });
    }
    return { zone, spans };
  });
}
