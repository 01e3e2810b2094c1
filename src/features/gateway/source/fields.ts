/** How a column is read: as text, as a time, as a number, or as JSON. */
export type FieldKind = 'text' | 'time' | 'number' | 'json';

/**
 * The fields of an audit record that a table may have as columns, and how each is read. What a field is missing in this list
 * for, no backtest looks at. Spec (scale): "Where logs outgrow one machine".
 */
export const FIELDS = {
  id: 'text',
  at: 'time',
  tool: 'text',
  'agent.id': 'text',
  'agent.labels': 'json',
  'agent.mlThreatClass': 'text',
  server: 'text',
  ip: 'text',
  'resource.environment': 'text',
  'resource.type': 'text',
  'resource.host': 'text',
  risk: 'number',
  signals: 'json',
  enforced: 'json',
  decision: 'text',
  'approval.state': 'text',
  fault: 'text',
} as const satisfies Record<string, FieldKind>;

/** A field of a record, by its path. */
export type Field = keyof typeof FIELDS;

/** All fields, in this order. */
export const FIELD_NAMES = Object.keys(FIELDS) as readonly Field[];

/** Fields without which nothing can be decided. */
export const REQUIRED_FIELDS: readonly Field[] = ['at', 'tool'];

/** Returns the column of a field by default: its path with underscores. */
export function defaultColumn(field: Field): string {
  return field.replace('.', '_');
}
