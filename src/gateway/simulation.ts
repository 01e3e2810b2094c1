import type { Signal, ToolCall } from '../artifacts/audit-log/model.ts';
import { clip } from '../clip.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import { formatInstant, type Instant } from '../time/instant.ts';
import { explain } from './explain.ts';
import { inspect } from './inspection/inspect.ts';
import { mask } from './inspection/mask.ts';
import type { RuleSetFile, TraceMode, Verdict } from './model.ts';
import type { CallsFile } from './read-calls.ts';
import type { RuleSet, TimedCall } from './rule-set.ts';

/** One call and what the rules say of it. */
export interface SimulatedCall {
  readonly call: TimedCall;
  readonly verdict: Verdict;
}

/** What `gateway simulate` answers: for one call, or for each of many in their order. */
export interface Simulation {
  /** The path of the rule set. */
  readonly path: string;
  readonly many: boolean;
  readonly calls: readonly SimulatedCall[];
}

interface SimulationSettings {
  /** When calls are made that do not say it themselves. */
  readonly at: Instant;
  readonly trace: TraceMode;
}

/** Inspects each call for what it does not carry, and decides it. Source: `POST /api/policies/simulate`. */
export function simulate(
  ruleSet: RuleSet,
  { many, calls }: CallsFile,
  settings: SimulationSettings,
): Simulation {
  const { file } = ruleSet;
  return {
    path: file.path,
    many,
    calls: calls.map((each) => {
      const { risk, signals } = inspect(each, file.inspection);
      const call = { ...each, at: each.at ?? settings.at, risk, signals: signals.map(withMaskedEvidence) };
      return { call, verdict: explain(ruleSet, call, settings.trace) };
    }),
  };
}

/** `AK…LE (20 characters)`, `8 characters`: what inspection itself shows. */
const MASKED = /^(?:.{2,4}…)?.{0,4} ?\(?\d+ characters?\)?$/u;

/** What a call brings along may be masked in another way, or not at all: a report must not pass secrets on. */
function withMaskedEvidence(signal: Signal): Signal {
  const { evidence } = signal;
  return evidence === undefined || MASKED.test(evidence) ? signal : { ...signal, evidence: mask(evidence) };
}

/** A server that the registry does not know has no environment, type and host: perhaps it is misspelt. */
export function unknownServer(name: string, { path, servers }: RuleSetFile): Diagnostic[] {
  const names = servers.map((server) => server.name);
  if (names.length === 0 || names.includes(name)) return [];
  const near = nearest(name, names);
  const help = near && `did you mean \`${near}\`?`;
  return [
    { file: path, message: `\`servers\` has no \`${clip(name)}\`, so that nothing is known of it`, help },
  ];
}

/** A time for calls that have one is a contradiction. @throws InputError */
export function refuseOtherTimes(calls: readonly ToolCall[], at: Instant, file: string): void {
  const index = calls.findIndex((call) => call.at !== undefined && call.at !== at);
  const own = calls[index]?.at;
  if (own === undefined) return;
  throw new InputError({
    file,
    path: calls.length > 1 ? [index, 'at'] : ['at'],
    message: `a call says itself when it is made, at ${formatInstant(own)}; --at contradicts it`,
    help: 'leave out --at, or `at` in the call',
  });
}
