import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  APPROVAL_STATES,
  DECISIONS,
  NAME_MATCHING,
  RESOURCE_TYPES,
  SIGNAL_CATEGORIES,
  SIGNAL_SEVERITIES,
  THREAT_CLASSES,
  UNKNOWN_SERVER,
} from '../../src/artifacts/audit-log/model.ts';
import { recordReader } from '../../src/artifacts/audit-log/read-record.ts';
import { writeRecord } from '../../src/artifacts/audit-log/write.ts';
import { readJson } from '../../src/documents/read-json.ts';

const text = fc.string({ unit: 'binary' });
const name = fc.string({ unit: 'binary', minLength: 1 });
const filled = text.filter((each) => each.trim() !== '');
const at = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map(Number);

const signal = fc.record(
  {
    category: fc.constantFrom(...SIGNAL_CATEGORIES),
    id: text,
    severity: fc.constantFrom(...SIGNAL_SEVERITIES),
    location: text,
    points: fc.integer(),
    evidence: text,
  },
  { requiredKeys: ['category'] },
);

const record = fc.record(
  {
    tool: name,
    at,
    id: text,
    agent: fc.record(
      { id: text, labels: fc.array(text), mlThreatClass: fc.constantFrom(...THREAT_CLASSES) },
      { requiredKeys: [] },
    ),
    arguments: fc.dictionary(text, fc.jsonValue()).map((each) => JSON.parse(JSON.stringify(each))),
    ip: filled,
    server: filled,
    resource: fc.record(
      { environment: filled, type: fc.constantFrom(...RESOURCE_TYPES), host: filled },
      { requiredKeys: [] },
    ),
    risk: fc.integer({ min: 0, max: 100 }),
    signals: fc.array(signal, { maxLength: 3 }),
    enforced: fc.record({
      names: fc.constantFrom(...NAME_MATCHING),
      unknownServer: fc.constantFrom(...UNKNOWN_SERVER),
    }),
    decision: fc.constantFrom(...DECISIONS),
    approval: fc.record(
      { state: fc.constantFrom(...APPROVAL_STATES), by: text, at },
      { requiredKeys: ['state'] },
    ),
    policy: text,
    ruleSet: text,
  },
  { requiredKeys: ['tool', 'at', 'decision'] },
);

/** Reads a line as a log is read, strictly. */
function read(line: string): unknown {
  const { value, fault } = readJson(line);
  if (fault) throw new Error(fault.message);
  return recordReader()(value);
}

describe('the writer of audit records', () => {
  it('writes one line that is read as the same record', () => {
    fc.assert(
      fc.property(record, (written) => {
        const line = writeRecord(written);
        expect(line).not.toMatch(/[\r\n]/);
        expect(read(line)).toEqual(written);
      }),
      { numRuns: 2000 },
    );
  });

  it('writes what a reader found in no table', () => {
    const line =
      '{"tool":"t","at":"2026-06-01T12:00:00Z","agent":{"mlThreatClass":"odd"},"resource":{"type":"Database"},"decision":"allow"}';
    const once = read(line) as Parameters<typeof writeRecord>[0];
    expect(once.unclear).toHaveLength(2);
    expect(read(writeRecord(once))).toEqual(once);
  });
});
