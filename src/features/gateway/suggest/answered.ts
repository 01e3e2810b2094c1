import { readNameStrictly } from '../../../exec-policy/read-name.ts';
import { READING_VERBS } from '../../../exec-policy/words.ts';
import { coversPattern } from '../rules/coverage.ts';
import { type Proposal, proposalId } from './proposal.ts';
import type { Answers, ToolTraffic, Traffic } from './traffic.ts';

type Outcome = 'approved' | 'denied';

/** The rule that each outcome suggests. */
const OUTCOMES = {
  denied: { kind: 'always-denied', action: 'deny', verb: 'Deny' },
  approved: { kind: 'always-approved', action: 'allow', verb: 'Allow' },
} as const;

/** A tool, or siblings that one pattern covers, whose held calls always ended the same way. */
interface Group {
  readonly pattern: string;
  readonly tools: readonly string[];
}

/** Suggests rules for tools whose held calls were always approved, or always denied. */
export function answeredProposals(traffic: Traffic, minSupport: number): Proposal[] {
  return (['denied', 'approved'] as const).flatMap((outcome) =>
    groupsOf(traffic, outcome)
      .filter(({ tools }) => effectOf(tools, traffic, outcome) >= minSupport)
      .map((group) => toProposal(group, outcome, traffic)),
  );
}

/** Groups siblings under a pattern if all tools in the log that the pattern covers ended that way. */
function groupsOf({ tools }: Traffic, outcome: Outcome): Group[] {
  const inQuestion = new Set(
    [...tools.all].filter(([, tool]) => isAlike(tool, outcome)).map(([name]) => name),
  );
  const grouped = new Set<string>();
  const groups: Group[] = [];
  for (const [prefix, covered] of byPrefix(tools.all.keys())) {
    if (covered.length < 2 || !covered.every((tool) => inQuestion.has(tool) && !grouped.has(tool))) continue;
    // the pattern would cover calls that were not counted
    if (!tools.knowsAllOf(prefix)) continue;
    for (const tool of covered) grouped.add(tool);
    groups.push({ pattern: `${prefix}*`, tools: covered });
  }
  // a pattern cannot match a literal star only
  const single = [...inQuestion].filter((tool) => !grouped.has(tool) && !tool.includes('*'));
  return [...groups, ...single.map((tool) => ({ pattern: tool, tools: [tool] }))];
}

/** Up to this many prefixes of a name are tried as patterns. */
const MOST_PARTS = 8;

/**
 * Groups tools by each prefix of their names that ends with a dot, slash, dash, colon or underscore. The largest groups
 * come first. Of groups of equal size the longest prefix comes first, so a pattern covers no more than necessary.
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

/** Whether a rule fits all calls of a tool. A deny would also stop calls that went through, whether held or not. */
function isAlike({ answers, habits }: ToolTraffic, outcome: Outcome): boolean {
  return outcome === 'approved' ? onlyApproved(answers) : answers.denied > 0 && habits.calls === 0;
}

/**
 * Returns how many answers the rule would have made unnecessary; none when the rules have changed and no longer hold
 * these calls.
 */
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
  const { disables, note } =
    outcome === 'approved' ? holdersOf({ pattern, tools }, traffic) : { disables: [] };
  return {
    id: proposalId(kind, pattern),
    kind,
    summary: `${about}: ${held}, ${answered === 1 ? '' : 'all '}${outcome}${expired > 0 ? `; ${expired} more expired` : ''}`,
    support: answered,
    evidence: { calls, [outcome]: answered, expired, unanswered: countOf('unanswered'), tools: tools.length },
    rule: {
      name: `${verb} ${pattern}`,
      toolPattern: pattern,
      action,
      description: `${held} ${answered === 1 ? 'was' : 'were'} ${outcome} by hand, and ${expired > 0 ? `${expired} expired` : 'none ended differently'}`,
    },
    disables,
    ...(note && { note }),
  };
}

/**
 * Finds the rules that hold the tools of a group now. An allow never overrides them, so they must be switched off for
 * the allow to take effect. That is safe only for a rule that can hold no other tool than those that the suggestion
 * names, and whose calls were always approved.
 * Spec (tool-call policies): "How a verdict is reached".
 */
function holdersOf({ pattern, tools }: Group, traffic: Traffic): { disables: string[]; note?: string } {
  const holders = [
    ...new Set(tools.flatMap((tool) => [...(traffic.tools.all.get(tool)?.heldBy.keys() ?? [])])),
  ].sort();
  const isNeeded = (name: string) => {
    const holder = traffic.rules.get(name);
    if (!holder || !isKnownHarmless(pattern)) return true;
    return !onlyApproved(holder.answers) || !coversPattern(pattern, holder.compiled.rule.toolPattern);
  };
  const needed = holders.filter(isNeeded);
  if (needed.length === 0) return { disables: holders };
  const names = needed.map((name) => `\`${name}\``).join(', ');
  return {
    disables: [],
    note: `has no effect while ${names} holds these calls, because require_approval is stricter than allow; it may also hold tools that the log does not contain: narrow that rule`,
  };
}

/**
 * Whether a pattern matches only tools that were seen, or tools whose names show that they only read: `github.read_*`.
 * `prod.*` may also match a `prod.destroy` that no one has called yet.
 */
function isKnownHarmless(pattern: string): boolean {
  if (!pattern.includes('*')) return true;
  // any word may follow: only a verb shows what the tools do, not a noun such as the one of `nodes_stats*`
  const { kind, word = '' } = readNameStrictly(pattern.replaceAll('*', ' x'));
  return kind === 'reading' && READING_VERBS.has(word);
}
