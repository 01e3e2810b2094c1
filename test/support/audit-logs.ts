import fc from 'fast-check';
import {
  APPROVAL_STATES,
  DECISIONS,
  SIGNAL_CATEGORIES,
  THREAT_CLASSES,
} from '../../src/artifacts/audit-log/model.ts';

const TOOLS = ['db.write', 'db.read', 'db.drop', 'gmail.send', 'fs.read'];
const PATTERNS = ['*', 'db.*', 'db.write', 'gmail.*', '*.read', 'none.*'];

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Audit records as they are written, often without the attributes that rules use; few tools, so rules match. */
export const writtenRecords = fc.array(
  fc.record({
    tool: fc.constantFrom(...TOOLS),
    at: fc
      .integer({ min: 0, max: 14 * 24 * 60 })
      .map((minute) => new Date(Date.UTC(2026, 5, 1) + minute * 60_000).toISOString()),
    agent: maybe(
      fc.record({
        id: maybe(fc.constantFrom('ana', 'bob')),
        labels: maybe(fc.subarray(['ci', 'ops'])),
        mlThreatClass: maybe(fc.constantFrom(...THREAT_CLASSES.slice(0, 2))),
      }),
    ),
    ip: maybe(fc.constantFrom('10.0.0.1', '192.0.2.1', '::1', 'nonsense')),
    resource: maybe(
      fc.record({
        environment: maybe(fc.constantFrom('production', 'staging')),
        type: maybe(fc.constantFrom('database', 'other')),
      }),
    ),
    risk: maybe(fc.integer({ min: 0, max: 100 })),
    signals: maybe(
      fc.subarray([
        ...SIGNAL_CATEGORIES.slice(0, 2),
        'egress' as const,
        { category: 'egress' as const, id: 'egress.oversized_field' },
      ]),
    ),
    decision: fc.constantFrom(...DECISIONS),
    approval: maybe(fc.record({ state: fc.constantFrom(...APPROVAL_STATES) })),
  }),
  { minLength: 1, maxLength: 30 },
);

const context = fc.constantFrom(
  undefined,
  undefined,
  { ip: { anyOf: ['10.0.0.0/8'] } },
  { ip: { anyOf: ['10.0.0.0/8'], negate: true } },
  { resource: { environment: { anyOf: ['production'] } } },
  { resource: { environment: { anyOf: ['production'] }, type: { anyOf: ['database'], negate: true } } },
  { agent: { labels: { anyOf: ['ci'] } } },
  { mlThreatClass: { anyOf: ['prompt_injection'] } },
  { time: { windows: [{ start: '09:00', end: '18:00' }] } },
);

/** Rules as they are written, with names from a few letters. */
export function writtenRules(minLength: number, names = 'abcdef'): fc.Arbitrary<object[]> {
  return fc.uniqueArray(
    fc.record(
      {
        name: fc.constantFrom(...names),
        toolPattern: fc.constantFrom(...PATTERNS),
        action: fc.constantFrom(...DECISIONS),
        riskThreshold: fc.constantFrom(null, null, 50),
        signalCategory: fc.constantFrom(null, null, ...SIGNAL_CATEGORIES.slice(0, 2)),
        context: context.map((each) => each ?? null),
        priority: fc.integer({ min: 1, max: 3 }),
        enabled: fc.constantFrom(true, true, true, false),
      },
      { requiredKeys: ['name', 'toolPattern', 'action'] },
    ),
    { minLength, maxLength: 5, selector: ({ name }) => name },
  );
}

/** Returns records as the text of a log. */
export function toLog(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
