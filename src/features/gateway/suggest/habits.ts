import type { RuleContext } from '../rules/model.ts';
import type { HabitsTally } from './habits-tally.ts';
import { type Proposal, proposalId, type SuggestedRule } from './proposal.ts';
import type { Traffic } from './traffic.ts';

/** The minimum number of days for a habit. */
const FEWEST_DAYS = 5;

/** A longer window may be coincidence. */
const LONGEST_WINDOW = 12;

interface Subject {
  readonly kind: 'tool' | 'environment';
  readonly name: string;
  readonly habits: HabitsTally;
}

/** Suggests rules that hold calls outside of the usual hours or networks of a tool or an environment. */
export function habitProposals(traffic: Traffic, minSupport: number): Proposal[] {
  const subjects: Subject[] = [
    ...[...traffic.tools.all].map(([name, { habits }]) => ({ kind: 'tool', name, habits }) as const),
    ...[...traffic.environments.all].map(
      ([name, habits]) => ({ kind: 'environment', name, habits }) as const,
    ),
  ];
  return subjects
    .filter(({ habits }) => habits.calls >= minSupport && habits.days >= FEWEST_DAYS)
    .filter(({ kind, name }) => kind === 'environment' || !name.includes('*'))
    .flatMap((subject) => [
      ...(isWatched(subject, 'time', traffic) ? [] : hoursProposal(subject)),
      ...(isWatched(subject, 'ip', traffic) ? [] : networksProposal(subject)),
    ]);
}

/** Whether a rule already looks at the time, or the address, of these calls. */
function isWatched({ kind, name }: Subject, attribute: 'time' | 'ip', { rules }: Traffic): boolean {
  return [...rules.values()].some(({ compiled }) => {
    const { context } = compiled.rule;
    if (!context?.[attribute]) return false;
    return kind === 'tool'
      ? compiled.glob.matches(name)
      : context.resource?.environment?.anyOf.includes(name) === true;
  });
}

function hoursProposal(subject: Subject): Proposal[] {
  const { name, habits } = subject;
  const window = habits.isDated ? windowOf(habits.hours) : undefined;
  if (window === undefined) return [];
  const { start, end } = window;
  return [
    {
      id: proposalId('usual-hours', subject.kind, name),
      kind: 'usual-hours',
      summary: `${subject.kind} \`${name}\`: all ${habits.calls} calls that went through came between ${start} and ${end} UTC`,
      support: habits.calls,
      evidence: { calls: habits.calls, days: habits.days },
      rule: ruleOf(subject, `Hold ${nounOf(subject)} at unusual hours`, {
        time: { windows: [{ start, end }], tz: 'UTC', negate: true },
      }),
      disables: [],
    },
  ];
}

function networksProposal(subject: Subject): Proposal[] {
  const { name, habits } = subject;
  const { networks } = habits;
  if (networks === undefined) return [];
  return [
    {
      id: proposalId('usual-networks', subject.kind, name),
      kind: 'usual-networks',
      summary: `${subject.kind} \`${name}\`: all ${habits.calls} calls that went through came from ${networks.join(', ')}`,
      support: habits.calls,
      evidence: { calls: habits.calls, days: habits.days, networks: networks.length },
      rule: ruleOf(subject, `Hold ${nounOf(subject)} from unusual networks`, {
        ip: { anyOf: networks, negate: true },
      }),
      disables: [],
    },
  ];
}

function nounOf({ kind, name }: Subject): string {
  return kind === 'tool' ? name : `environment ${name}`;
}

function ruleOf({ kind, name, habits }: Subject, wanted: string, context: RuleContext): SuggestedRule {
  return {
    name: wanted,
    toolPattern: kind === 'tool' ? name : '*',
    action: 'require_approval',
    context:
      kind === 'tool' ? context : { ...context, resource: { environment: { anyOf: [name], negate: false } } },
    description: `based on all ${habits.calls} calls that went through`,
  };
}

/** Returns the shortest daily window of whole hours that contains all calls; undefined when it is too long. */
function windowOf(hours: readonly number[]): { start: string; end: string } | undefined {
  const gaps = hours.map((count, hour) => (count > 0 ? { hour, length: gapBefore(hours, hour) } : undefined));
  const longest = gaps.reduce(
    (best, gap) => (gap && gap.length > (best?.length ?? 0) ? gap : best),
    undefined,
  );
  if (!longest || 24 - longest.length > LONGEST_WINDOW) return undefined;
  const end = (longest.hour + 24 - longest.length) % 24;
  return { start: clock(longest.hour), end: end === 0 ? '24:00' : clock(end) };
}

/** Returns the number of hours without calls just before an hour. */
function gapBefore(hours: readonly number[], hour: number): number {
  let length = 0;
  while (length < 23 && hours[(hour + 23 - length) % 24] === 0) length++;
  return length;
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
