import { readJson } from '../../documents/read-json.ts';
import { formatInstant, type Instant } from '../../time/instant.ts';
import { isObject, present } from '../../values/own-property.ts';

/**
 * A call that was denied because nothing could be decided about it: a faulty rule set, an input that cannot be read, a
 * deadline. No rule denied it, so a backtest leaves it out. What could not be read is absent. Spec (enforcement): "Settled".
 */
export interface FaultRecord {
  readonly id?: string | undefined;
  readonly at: Instant;
  readonly agent?: { readonly id?: string | undefined } | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  /** Why nothing could be decided. */
  readonly fault: string;
}

/** Writes such a record as one line of JSON, without a line end. */
export function writeFault({ id, at, agent, server, tool, fault }: FaultRecord): string {
  return JSON.stringify({
    ...present({ id, at: formatInstant(at), agent, server, tool }),
    decision: 'deny',
    fault,
  });
}

/** Whether a line, which is no record of a decision, is such a record. */
export function isFaultLine(line: string): boolean {
  const { value } = readJson(line);
  return isObject(value) && typeof value.fault === 'string' && value.decision === 'deny';
}
