import { coversHost, parseHost } from '../../../net/hosts.ts';
import { coversNetwork, parseNetwork } from '../../../net/networks.ts';
import { clip } from '../../../text/clip.ts';
import type { Rule } from '../rules/model.ts';
import { compileWindows, isInside, MINUTES_A_WEEK } from '../rules/time-windows.ts';
import type { RuleSetRemark } from './findings.ts';

/** Returns the findings about the context of a rule, independent of other rules. */
export function contextRemarks(rule: Rule): RuleSetRemark[] {
  const { ip, resource } = rule.context ?? {};
  return [
    ...windowRemarks(rule),
    ...coveredEntries(rule, 'ip', ip?.anyOf ?? [], parseNetwork, coversNetwork),
    ...coveredEntries(rule, 'resource.host', resource?.host?.anyOf ?? [], parseHost, coversHost),
  ];
}

function windowRemarks(rule: Rule): RuleSetRemark[] {
  const time = rule.context?.time;
  if (!time || !isWholeWeek(time.windows)) return [];
  if (!time.negate) {
    const message = 'the windows of `time` cover the whole week, so they have no effect';
    return [{ code: 'always-open', rule, message, help: 'remove `time`, or narrow the windows' }];
  }
  const message = 'never matches: its negated windows cover the whole week';
  return [{ code: 'never-open', rule, message, help: 'narrow the windows, or remove `time`' }];
}

function isWholeWeek(windows: Parameters<typeof compileWindows>[0]): boolean {
  const mask = compileWindows(windows);
  for (let minute = 0; minute < MINUTES_A_WEEK; minute++) if (!isInside(mask, minute)) return false;
  return true;
}

/** Finds entries that another entry of the list covers. Of two that cover each other, it reports the later one. */
function coveredEntries<T>(
  rule: Rule,
  key: string,
  entries: readonly string[],
  parse: (entry: string) => T,
  covers: (cover: T, entry: T) => boolean,
): RuleSetRemark[] {
  const parsed = entries.map(parse);
  return parsed.flatMap((entry, index): RuleSetRemark[] => {
    const cover = parsed.findIndex((other, place) => {
      if (place === index || !covers(other, entry)) return false;
      return place < index || !covers(entry, other);
    });
    if (cover === -1) return [];
    const [text = '', coverText = ''] = [entries[index], entries[cover]];
    const message = `\`${clip(text)}\` in \`${key}\` has no effect: \`${clip(coverText)}\` in the same list covers it`;
    return [{ code: 'covered-entry', rule, message, help: 'remove it, or narrow the other entry' }];
  });
}
