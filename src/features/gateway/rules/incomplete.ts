import type { Signal, ToolCall } from '../../../artifacts/audit-log/model.ts';
import { CUT_DETECTORS, type InspectionSettings } from '../../../inspection/settings.ts';

/** Whether the rules on signals and risk close against calls that were not inspected to their end. */
export function closes({ incomplete }: InspectionSettings): boolean {
  return incomplete === 'deny';
}

/** Whether the arguments of a call were not inspected to their end, as its signals say. */
export function isCut({ signals }: ToolCall): boolean {
  return signals?.some(({ id }) => id !== undefined && CUT_DETECTORS.includes(id)) ?? false;
}

/** Whether a log may have left out that the arguments were cut: it names only the category of a signal. */
export function mayBeCut({ signals }: ToolCall): boolean {
  return signals?.some(isUnnamed) ?? false;
}

function isUnnamed({ id, category }: Signal): boolean {
  return id === undefined && category === 'egress';
}
