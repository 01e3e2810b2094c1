import type { Decision, Signal } from '../../../artifacts/audit-log/model.ts';
import { type Diagnostic, MOST_FINDINGS } from '../../../diagnostic.ts';
import { inspect } from '../../../inspection/inspect.ts';
import { mask } from '../../../inspection/mask.ts';
import { clip, quote } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import type { Instant } from '../../../time/instant.ts';
import type { CallsFile } from '../calls/read-calls.ts';
import { closes, isCut } from '../rules/incomplete.ts';
import type { CallVerdict, RuleSetFile, TraceMode } from '../rules/model.ts';
import type { RuleSet, TimedCall } from '../rules/rule-set.ts';
import { explain } from './explain.ts';

/** One call and its verdict. */
export interface SimulatedCall {
  readonly call: TimedCall;
  readonly verdict: CallVerdict;
  /** The verdict that the file of calls expects. */
  readonly expected?: Decision;
}

/** The result of `gateway simulate`: for one call, or for several in their order. */
export interface Simulation {
  /** The path of the rule set. */
  readonly path: string;
  readonly many: boolean;
  /** Whether the one call is alone on one line, so its file may be JSON Lines. */
  readonly isOneLine?: boolean;
  readonly calls: readonly SimulatedCall[];
}

interface SimulationSettings {
  /** The time for calls that do not state their own. */
  readonly at: Instant;
  readonly trace: TraceMode;
}

/**
 * Decides each call, after inspecting it for the signals and the risk that it does not carry. Spec (tool-call
 * policies): "POST /api/policies/simulate".
 */
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
      const { risk, signals } = inspect(ruleSet.attributes.withRegistry(each), file.inspection);
      const call = { ...each, at: each.at ?? settings.at, risk, signals: signals.map(withMaskedEvidence) };
      const verdict = explain(ruleSet, call, settings.trace);
      return { call, verdict, ...(expect !== undefined && { expected: expect }) };
    }),
  };
}

/** Evidence as inspection masks it: `AK…LE (20 characters)`, `8 characters`. */
const MASKED = /^(?:.{2,4}…)?.{0,4} ?\(?\d+ characters?\)?$/u;

/**
 * Masks the evidence in a signal that a call carries, which may be masked differently or not at all. A report must not
 * expose secrets.
 */
function withMaskedEvidence(signal: Signal): Signal {
  const { evidence } = signal;
  return evidence === undefined || MASKED.test(evidence) ? signal : { ...signal, evidence: mask(evidence) };
}

/** Whether a verdict differs from the expected one; false when the call has no expectation. */
export function isUnexpected({ verdict, expected }: SimulatedCall): boolean {
  return expected !== undefined && verdict.decision !== expected;
}

/** Returns a finding for each call whose verdict is not the expected one. */
export function unexpectedVerdicts({ calls }: Simulation, { placeOf }: CallsFile): Diagnostic[] {
  return calls
    .flatMap((call, index) => (isUnexpected(call) ? [{ ...call, index }] : []))
    .slice(0, MOST_FINDINGS + 1)
    .map(({ verdict, expected, index }) => ({
      ...placeOf(index, 'expect'),
      message: `expected ${expected}, but the verdict is ${verdict.decision}`,
      help: verdict.reason,
    }));
}

/** Warns about allowed calls that inspection saw only a part of, where a rule looks at what it finds. */
export function uncertainAllows(
  { calls }: Pick<Simulation, 'calls'>,
  { path, rules, inspection }: RuleSetFile,
): Diagnostic[] {
  const looks = rules.some(
    ({ enabled, signalCategory, riskThreshold }) =>
      enabled && (signalCategory !== null || riskThreshold !== null),
  );
  if (!looks || closes(inspection)) return [];
  const cut = calls.filter(({ call, verdict }) => verdict.decision === 'allow' && isCut(call)).length;
  if (cut === 0) return [];
  const which = cut === 1 ? '1 allowed call was' : `${cut} allowed calls were`;
  return [
    {
      file: path,
      message: `${which} not inspected to the end, so a rule on signals or risk may have missed something`,
      help: 'write `inspection: { incomplete: deny }` to let these rules match such calls',
    },
  ];
}

/** Warns about calls whose name looks like one that a rule denies: a hook or a proxy would deny them. */
export function lookAlikeCalls({ calls }: Pick<Simulation, 'calls'>, { file, rules }: RuleSet): Diagnostic[] {
  const denies = rules.filter(({ rule }) => rule.action === 'deny');
  const found = new Map<string, string>();
  for (const { call, verdict } of calls) {
    if (verdict.decision === 'deny' || found.has(call.tool) || found.size > MOST_FINDINGS) continue;
    const asked = { ...call, enforced: STRICT };
    const deny = denies.find((each) => each.matchesName(asked) === 'look-alike' && each.applies(call));
    if (deny) found.set(call.tool, deny.rule.name);
  }
  return [...found].map(([tool, rule]) => ({
    file: file.path,
    message: `${quote(tool)} looks like a name that the rule ${quote(rule)} denies; a hook and a proxy deny it`,
    help: 'write `names: strict` in the rule set to deny it here, too',
  }));
}

const STRICT = { names: 'strict', unknownServer: 'deny' } as const;

/** Warns about servers that are not in the registry: they have no environment, type and host, and may be misspelt. */
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
      const message = `\`servers\` has no \`${clip(name)}\`, so its environment, type and host are unknown`;
      return { file: path, message, help: near && `did you mean \`${near}\`?` };
    });
}
