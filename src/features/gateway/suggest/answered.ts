import { type Proposal, proposalId } from './proposal.ts';
import type { Answers, ToolTraffic, Traffic } from './traffic.ts';

type Outcome = 'approved' | 'denied';

/** How each outcome becomes a rule. */
const OUTCOMES = {
  denied: { kind: 'always-denied', action: 'deny', verb: 'Deny' },
  approved: { kind: 'always-approved', action: 'allow', verb: 'Allow' },
} as const;

/** Tools, or the siblings that a pattern covers, whose held calls always ended alike. */
interface Group {
  readonly pattern: string;
  readonly tools: readonly string[];
}

/** Rules for tools whose held calls were always approved, or always denied, by a person. */
export function answeredProposals(traffic: Traffic, minSupport: number): Proposal[] {
  return (['denied', 'approved'] as const).flatMap((outcome) =>
    groupsOf(traffic, outcome)
      .filter(({ tools }) => effectOf(tools, traffic, outcome) >= minSupport)
      .map((group) => toProposal(group, outcome, traffic)),
  );
}

/** Siblings are taken together where each tool of the log that the pattern covers ended so. */
function groupsOf({ tools }: Traffic, outcome: Outcome): Group[] {
  const inQuestion = new Set(
    [...tools.all].filter(([, tool]) => isAlike(tool, outcome)).map(([name]) => name),
  );
  const grouped = new Set<string>();
  const groups: Group[] = [];
  for (const [prefix, covered] of byPrefix(tools.all.keys())) {
    if (covered.length < 2 || !covered.every((tool) => inQuestion.has(tool) && !grouped.has(tool))) continue;
    // it would cover calls that nobody has counted
    if (!tools.knowsAllOf(prefix)) continue;
    for (const tool of covered) grouped.add(tool);
    groups.push({ pattern: `${prefix}*`, tools: covered });
  }
  // a star in the name of a tool would stand for more than itself
  const single = [...inQuestion].filter((tool) => !grouped.has(tool) && !tool.includes('*'));
  return [...groups, ...single.map((tool) => ({ pattern: tool, tools: [tool] }))];
}

/** So many parts of a name may be shared with siblings. */
const MOST_PARTS = 8;

/**
 * Tools by each part of their names that ends with a dot, slash, dash, colon or underscore. The most
 * tools come first, and of those that are the same, the longest part: a pattern should cover no more than was seen.
 */
function byPrefix(tools: Iterable<string>): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const tool of tools) {
    const ends = [...tool.matchAll(/[./_:-](?=[\s\S])/g)].slice(0, MOST_PARTS);
    for (const { index } of ends) {
      const prefix = tool.slice(0, index + 1);
      if (prefix.includes('*')) break;
      const group = groups.get(prefix);
      if (group) group.push(tool);
      else groups.set(prefix, [tool]);
    }
  }
  return [...groups].sort(
    ([a, some], [b, others]) => others.length - some.length || b.length - a.length || (a < b ? -1 : 1),
  );
}

function onlyApproved({ approved, denied, expired }: Answers): boolean {
  return approved > 0 && denied + expired === 0;
}

/** Whether a rule for a tool would suit all of its calls: a deny would stop those too that went through, asked or unasked. */
function isAlike({ answers, habits }: ToolTraffic, outcome: Outcome): boolean {
  return outcome === 'approved' ? onlyApproved(answers) : answers.denied > 0 && habits.calls === 0;
}

/** How many answers would not have been needed; none when the rules have changed and no longer ask. */
function effectOf(tools: readonly string[], traffic: Traffic, outcome: Outcome): number {
  return sum(tools, traffic, ({ answers, heldBy, undenied }) => {
    const asked = outcome === 'approved' ? [...heldBy.values()].reduce((a, b) => a + b, 0) : undenied;
    return Math.min(answers[outcome], asked);
  });
}

function sum(
  tools: readonly string[],
  { tools: { all } }: Traffic,
  count: (tool: ToolTraffic) => number,
): number {
  return tools.reduce((total, tool) => total + count(all.get(tool) as ToolTraffic), 0);
}

function toProposal({ pattern, tools }: Group, outcome: Outcome, traffic: Traffic): Proposal {
  const { kind, action, verb } = OUTCOMES[outcome];
  const countOf = (answer: keyof Answers) => sum(tools, traffic, ({ answers }) => answers[answer]);
  const calls = sum(tools, traffic, (tool) => tool.calls);
  const [answered, expired] = [countOf(outcome), countOf('expired')];
  const held = `${answered} held ${answered === 1 ? 'call' : 'calls'}`;
  const about = tools.length === 1 ? `\`${pattern}\`` : `\`${pattern}\` (${tools.length} tools)`;
  const { disables, note } = outcome === 'approved' ? holdersOf(tools, traffic) : { disables: [] };
  return {
    id: proposalId(kind, pattern),
    kind,
    summary: `${about}: ${held}, every answer was ${outcome}${expired > 0 ? `; ${expired} more expired` : ''}`,
    support: answered,
    evidence: { calls, [outcome]: answered, expired, unanswered: countOf('unanswered'), tools: tools.length },
    rule: {
      name: `${verb} ${pattern}`,
      toolPattern: pattern,
      action,
      description: `${held} ${answered === 1 ? 'was' : 'were'} ${outcome} by hand, and ${expired > 0 ? `${expired} expired` : 'none ended otherwise'}`,
    },
    disables,
    ...(note && { note }),
  };
}

/**
 * What holds these tools today. An allow never overrides a rule that holds: that one must go, and may go where it has held
 * these tools alone, and always in vain. Source: "How a verdict is reached".
 */
function holdersOf(tools: readonly string[], traffic: Traffic): { disables: string[]; note?: string } {
  const holders = [
    ...new Set(tools.flatMap((tool) => [...(traffic.tools.all.get(tool)?.heldBy.keys() ?? [])])),
  ].sort();
  const isNeeded = (name: string) => {
    const holder = traffic.rules.get(name);
    if (!holder?.tools.isComplete) return true;
    return !onlyApproved(holder.answers) || holder.tools.names.some((tool) => !tools.includes(tool));
  };
  const needed = holders.filter(isNeeded);
  if (needed.length === 0) return { disables: holders };
  const names = needed.map((name) => `\`${name}\``).join(', ');
  return {
    disables: [],
    note: `has no effect while ${names} holds these calls: require_approval is stricter than allow; narrow that rule`,
  };
}
