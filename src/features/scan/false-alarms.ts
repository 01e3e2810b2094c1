import { own } from '../../values/own-property.ts';
import { MEASURED } from './measured.ts';

/** Rules that were not tried on catalogs of others: they judge a change, or a file of yours. */
const NOT_MEASURED = /^(?:pin|config)-/;

/** Returns in how many harmless tools a rule finds something, and in how many it was looked for; undefined if it was not. */
export function falseAlarmsOf(rule: string): { readonly found: number; readonly of: number } | undefined {
  if (NOT_MEASURED.test(rule)) return undefined;
  return { found: own(MEASURED.falseAlarms, rule) ?? 0, of: MEASURED.harmless };
}
