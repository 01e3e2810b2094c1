import type { Approval, AuditRecord } from '../../../artifacts/audit-log/model.ts';
import { maskArguments } from '../../../inspection/mask-arguments.ts';
import type { InspectionSettings } from '../../../inspection/settings.ts';
import { present } from '../../../values/own-property.ts';
import type { TimedCall } from '../rules/attributes.ts';
import type { Decided } from './decider.ts';

/** How much of the arguments a record keeps: nothing, all but what detectors found, or everything. */
export const LOGGED_ARGUMENTS = ['none', 'masked', 'full'] as const;

/** One of these. */
export type LoggedArguments = (typeof LOGGED_ARGUMENTS)[number];

/** What a record has in addition to the decision. */
export interface EntrySettings {
  readonly logArguments: LoggedArguments;
  /** How the arguments were inspected: what that finds is masked. */
  readonly inspection: InspectionSettings;
  /** The SHA-256 of the text of the rule set, in hexadecimal. */
  readonly ruleSet: string;
  /** An identifier of the call, for finding it again. */
  readonly id?: string | undefined;
  /** How the call ended that was held. */
  readonly approval?: Approval | undefined;
}

/**
 * Returns the record of a call whose fate is known. A backtest of the same rules decides it as it was decided: what was
 * inspected is kept as signals and risk, whatever is kept of the arguments. Spec (enforcement): "Settled".
 */
export function toAuditRecord({ call, verdict }: Decided, settings: EntrySettings): AuditRecord & TimedCall {
  const { ruleSet, id, approval } = settings;
  const { arguments: _, ...rest } = call;
  return {
    ...rest,
    ...present({ id, arguments: loggedArguments(call, settings), approval, ruleSet }),
    decision: verdict.decision,
    ...(verdict.matchedPolicy !== null && { policy: verdict.matchedPolicy }),
  };
}

/** Whether all detectors have looked at a call and found nothing, so that nothing is to be masked. */
function isClean({ signals }: TimedCall, { disabled }: InspectionSettings): boolean {
  return signals?.length === 0 && disabled.length === 0;
}

function loggedArguments(
  call: TimedCall,
  { logArguments, inspection }: EntrySettings,
): TimedCall['arguments'] {
  if (logArguments === 'none') return undefined;
  return logArguments === 'full' || isClean(call, inspection)
    ? call.arguments
    : maskArguments(call, inspection);
}
