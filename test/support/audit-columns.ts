import { valueAt } from '../../src/values/own-property.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  /** The value of a record as text, or as JSON if it is a list or an object; null if it has none. */
  readonly read: (record: Record<string, unknown>) => string | null;
}

const PATHS = [
  'id',
  'at',
  'tool',
  'agent.id',
  'agent.labels',
  'agent.mlThreatClass',
  'server',
  'ip',
  'resource.environment',
  'resource.type',
  'resource.host',
  'risk',
  'signals',
  'enforced',
  'decision',
  'approval.state',
  'fault',
];

/** The columns of a table of audit records, as the documentation has them. */
export function auditRecordColumns(dialect: 'duckdb' | 'clickhouse'): readonly Column[] {
  return PATHS.map((path) => ({
    name: path.replace('.', '_'),
    type: TYPES[dialect](path),
    read: (record) => {
      const value = valueAt(record, path.split('.'));
      if (value == null) return null;
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    },
  }));
}

const TYPES = {
  duckdb: (path: string) => (path === 'at' ? 'TIMESTAMP' : path === 'risk' ? 'INTEGER' : 'VARCHAR'),
  clickhouse: (path: string) => {
    if (path === 'at') return "DateTime64(3, 'UTC')";
    return path === 'tool' ? 'String' : `Nullable(${path === 'risk' ? 'Int16' : 'String'})`;
  },
};
