import { foldCase } from '../../../assertions/fold-case.ts';
import { coversHost, parseHost } from '../../../net/hosts.ts';
import { coversNetwork, parseNetwork } from '../../../net/networks.ts';
import { clip, quote } from '../../../text/clip.ts';
import type { RegisteredAgent, RegisteredServer, Rule } from '../rules/model.ts';
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

/** Finds a rule on environments and types that no registered server has. */
export function unmatchedServer(rule: Rule, servers: readonly RegisteredServer[]): RuleSetRemark[] {
  const { environment, type } = rule.context?.resource ?? {};
  const asked = Object.entries({ environment, type }).filter(([, list]) => list?.negate === false);
  if (asked.length === 0 || servers.length === 0) return [];
  const isOne = (server: RegisteredServer) =>
    asked.every(([key, list]) =>
      list?.anyOf.some((value) => value === server[key as 'environment' | 'type']),
    );
  if (servers.some(isOne)) return [];
  const wanted = asked.map(([key, list]) => `${key} ${(list?.anyOf ?? []).map(quote).join(' or ')}`);
  const message = `no server in \`servers\` has ${wanted.join(' and ')}, so a hook or a proxy never matches it`;
  return [{ code: 'unmatched-server', rule, message, help: 'add the server, or correct one of the two' }];
}

/** Finds a rule on labels that no registered agent has. A hook and a proxy know no others, but for those of --labels. */
export function unmatchedAgent(rule: Rule, agents: readonly RegisteredAgent[]): RuleSetRemark[] {
  const asked = rule.context?.agent?.labels;
  if (!asked || asked.negate) return [];
  const wanted = new Set(asked.anyOf.map(foldCase));
  if (agents.some(({ labels = [] }) => labels.some((label) => wanted.has(foldCase(label))))) return [];
  const list = asked.anyOf.map(quote).join(' or ');
  const message = `no agent in \`agents\` has the label ${list}, so a hook or a proxy matches it only with --labels`;
  const help =
    'add the agent, as `agents: [{ id: ID, labels: [...] }]`, and pass --agent-id, or correct one of the two';
  return [{ code: 'unmatched-agent', rule, message, help }];
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
