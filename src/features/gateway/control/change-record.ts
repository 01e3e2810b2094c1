import { formatInstant, type Instant } from '../../../time/instant.ts';
import { present } from '../../../values/own-property.ts';

/**
 * A request to change something, as `gateway serve --change-log` records it: once when it begins, before anything is changed,
 * and once when it has ended. One that never begins, since it is refused, has only an end. One without an end was cut off. Of
 * requests without a known token that come too fast, only what was done is recorded, without its begin.
 * Spec (enforcement): "Control plane".
 */
export interface ChangeRecord {
  /** Random; the records of one request share it. */
  readonly id: string;
  readonly at: Instant;
  /** `failed`: a fault of this program stopped it, so the change may have been made. */
  readonly state: 'begun' | 'done' | 'refused' | 'failed';
  /** The name of the token; absent if it is not known. */
  readonly by?: string | undefined;
  /** Method and path. */
  readonly request: string;
  /** What was sent, if it is short and no secret. */
  readonly body?: unknown;
  /** The SHA-256 of the rule set, in hexadecimal: before what has begun, after what is done. */
  readonly ruleSet?: string | undefined;
  /** The status of the answer, once there is one. */
  readonly status?: number | undefined;
  /** Why it was refused, or failed. */
  readonly why?: string | undefined;
  /** How many requests of strangers were not recorded before this one, since they came too fast. */
  readonly leftOut?: number | undefined;
}

/** Writes such a record as one line of JSON, without a line end. */
export function writeChange(record: ChangeRecord): string {
  const { id, at, state, by, request, body, ruleSet, status, why, leftOut } = record;
  return JSON.stringify({
    ...{ id, at: formatInstant(at), state },
    ...present({ by, request, body, ruleSet, status, why, leftOut }),
  });
}

/**
 * Writes the last record of a log as one line of JSON, without a line end.
 * @param leftOut how many requests of strangers were not recorded after the record before it
 */
export function writeClosed(at: Instant, leftOut: number): string {
  return JSON.stringify({ at: formatInstant(at), state: 'closed', leftOut });
}
