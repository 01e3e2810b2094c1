import type { Assume } from '../../../artifacts/audit-log/log-reading.ts';
import type { AuditRecord } from '../../../artifacts/audit-log/model.ts';
import { publicPartOfCall } from '../../../artifacts/audit-log/public-part.ts';
import { recordReader } from '../../../artifacts/audit-log/read-record.ts';
import { auditRecordSchema } from '../../../artifacts/audit-log/schema.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { parseJson } from '../../../documents/json.ts';
import { readJson } from '../../../documents/read-json.ts';
import { validate } from '../../../documents/validate.ts';
import { InputError } from '../../../errors.ts';
import type { TableRow } from '../../../table-port.ts';
import { formatInstant, isInstant } from '../../../time/instant.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { FIELDS, type Field } from './fields.ts';

/** What a row turned out to be. */
export type ReadRow =
  | { readonly kind: 'record'; readonly record: AuditRecord; readonly isAssumed: boolean }
  /** A denial that no rule decided, which is left out. */
  | { readonly kind: 'fault' }
  | { readonly kind: 'unreadable'; readonly value: Readonly<Record<string, unknown>> };

/** Reads rows as the reader of logs reads lines: what is a record there is one here. */
export class RowReader {
  readonly #fields: readonly Field[];
  readonly #assume: Assume | undefined;
  readonly #readRecord = recordReader();

  constructor(fields: readonly Field[], assume: Assume | undefined) {
    this.#fields = fields;
    this.#assume = assume;
  }

  /**
   * Reads a row that begins with the values of the fields.
   * @param at the time, if it is not among the fields: in milliseconds, or as it is written
   */
  read(row: TableRow, at: unknown): ReadRow {
    const value = this.#valueOf(row, at);
    const record = this.#readRecord(value);
    if (record) return { kind: 'record', record, isAssumed: false };
    if (value.fault != null && value.decision === 'deny') return { kind: 'fault' };
    const assumed =
      this.#assume && value.decision == null && this.#readRecord({ ...value, decision: 'allow' });
    if (!assumed || !this.#assume) return { kind: 'unreadable', value };
    return { kind: 'record', record: { ...assumed, decision: this.#assume(assumed) }, isAssumed: true };
  }

  #valueOf(row: TableRow, at: unknown): Record<string, unknown> {
    const fields: Partial<Record<Field, unknown>> = { at: timeText(at) };
    for (const [index, field] of this.#fields.entries()) fields[field] = fieldValue(field, row[index]);
    const { tool, server, ip, risk, signals, enforced, decision, fault, id } = fields;
    const state = fields['approval.state'];
    return {
      ...{ id, at: fields.at, tool, server, ip, risk, signals, enforced, decision, fault },
      agent: {
        id: fields['agent.id'],
        labels: fields['agent.labels'],
        mlThreatClass: fields['agent.mlThreatClass'],
      },
      resource: {
        environment: fields['resource.environment'],
        type: fields['resource.type'],
        host: fields['resource.host'],
      },
      approval: state == null ? null : { state },
    };
  }
}

/** Returns the value of a column as the JSON of a record would have it. */
function fieldValue(field: Field, value: unknown): unknown {
  if (value == null) return null;
  switch (FIELDS[field]) {
    case 'time':
      return timeText(value);
    case 'text':
      // a list or an object is no text: the record cannot be read
      return typeof value === 'object' || typeof value === 'string' ? value : scalarText(value);
    case 'number':
      return typeof value === 'string' && /^-?\d{1,15}(\.(0+|\d{1,9}))?$/.test(value)
        ? Number(value)
        : plainNumber(value);
    case 'json':
      return typeof value === 'string' ? (readJson(value, 'nearest').value ?? value) : value;
  }
}

function plainNumber(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  // JSON has no such numbers: as a text, it is found wrong and shown
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** Returns a time as RFC 3339: text as it is written, and milliseconds since 1970 if that is a year with four digits. */
function timeText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const time = value instanceof Date ? value.getTime() : value;
  return typeof time === 'number' && isInstant(Math.floor(time)) ? formatInstant(Math.floor(time)) : null;
}

/** Says what keeps a row from being a record, without its place: a table has no lines. */
export function problemOfRow(value: Readonly<Record<string, unknown>>, file: string): Diagnostic {
  try {
    validate(
      auditRecordSchema,
      parseJson(JSON.stringify(value), file, 'nearest', publicPartOfCall),
      publicPartOfCall,
    );
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { position: _, ...problem } = error.diagnostics[0] as Diagnostic;
    return problem;
  }
  // the schema and the reader accept the same, see test/property/audit-log.test.ts
  throw new Error(`a row of ${file} fits the schema of a record and cannot be read`);
}
