import type { SuggestReport } from '../../gateway/suggest-schema.ts';
import { toJson } from '../json.ts';

/** What was found as JSON. */
export function formatSuggestJson(report: SuggestReport): string {
  return toJson(report);
}
