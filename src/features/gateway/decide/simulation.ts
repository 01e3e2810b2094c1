import type { Decision, Signal } from '../../../artifacts/audit-log/model.ts';
import { type Diagnostic, MOST_FINDINGS } from '../../../diagnostic.ts';
import { inspect } from '../../../inspection/inspect.ts';
import { mask } from '../../../inspection/mask.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import type { Instant } from '../../../time/instant.ts';
import type { CallsFile } from '../calls/read-calls.ts';
import type { CallVerdict, RuleSetFile, TraceMode } from '../rules/model.ts';
import type { RuleSet, TimedCall } from '../rules/rule-set.ts';
import { explain } from './explain.ts';

/** One call and what the rules say of it. */
export interface SimulatedCall {
  readonly call: TimedCall;
  readonly verdict: CallVerdict;
  /** What the rules must say of it, by the file of calls. */
  readonly expected?: Decision;
}

/** What `gateway simulate` answers: for one call, or for each of many in their order. */
export interface Simulation {
  /** The path of the rule set. */
  readonly path: string;
  readonly many: boolean;
  /** Whether the file of calls may be meant as one call a line, as a file of many is. */
  readonly isOneLine?: boolean;
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
  { many, isOneLine = false, calls }: Pick<CallsFile, 'many' | 'isOneLine' | 'calls'>,
  settings: SimulationSettings,
): Simulation {
  const { file } = ruleSet;
  return {
    path: file.path,
    many,
    isOneLine,
    calls: calls.map(({ expect, ...each }) => {
      const { risk, signals } = inspect(each, file.inspection);
      const call = { ...each, at: each.at ?? settings.at, risk, signals: signals.map(withMaskedEvidence) };
      const verdict = explain(ruleSet, call, settings.trace);
      return { call, verdict, ...(expect !== undefined && { expected: expect }) };
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

/** Whether the rules say of a call what its file does not expect; false where it expects nothing. */
export function isUnexpected({ verdict, expected }: SimulatedCall): boolean {
  return expected !== undefined && verdict.decision !== expected;
}

/** Which calls get another verdict than their file expects. */
export function unexpectedVerdicts({ calls }: Simulation, { placeOf }: CallsFile): Diagnostic[] {
  return calls
    .flatMap((call, index) => (isUnexpected(call) ? [{ ...call, index }] : []))
    .slice(0, MOST_FINDINGS + 1)
    .map(({ verdict, expected, index }) => ({
      ...placeOf(index, 'expect'),
      message: `expected ${expected}, and the rules say ${verdict.decision}`,
      help: verdict.reason,
    }));
}

/** Servers that the registry does not know have no environment, type and host: perhaps they are misspelt. */
export function unknownServers(
  { calls }: Pick<CallsFile, 'calls'>,
  { path, servers }: RuleSetFile,
): Diagnostic[] {
  const names = new Set(servers.map((server) => server.name));
  if (names.size === 0) return [];
  const called = new Set(calls.flatMap(({ server }) => (server === undefined ? [] : [server])));
  return [...called]
    .filter((name) => !names.has(name))
    .slice(0, MOST_FINDINGS + 1)
    .map((name) => {
      const near = nearest(name, names);
      const message = `\`servers\` has no \`${clip(name)}\`, so that nothing is known of it`;
      return { file: path, message, help: near && `did you mean \`${near}\`?` };
    });
}
