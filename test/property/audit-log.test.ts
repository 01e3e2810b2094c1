import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { instantReader } from '../../src/artifacts/audit-log/instant-reader.ts';
import { LogLineReader } from '../../src/artifacts/audit-log/log-line-reader.ts';
import {
  APPROVAL_STATES,
  DECISIONS,
  NAME_MATCHING,
  SIGNAL_CATEGORIES,
  SIGNAL_SEVERITIES,
  UNKNOWN_SERVER,
} from '../../src/artifacts/audit-log/model.ts';
import { recordReader } from '../../src/artifacts/audit-log/read-record.ts';
import { auditRecordSchema } from '../../src/artifacts/audit-log/schema.ts';
import { JsonScanner, scanJson } from '../../src/documents/json-scan.ts';
import { parseInstant } from '../../src/time/instant.ts';

const oddity = fc.constantFrom<unknown>(
  null,
  undefined,
  '',
  'x',
  0,
  -1,
  100,
  101,
  0.5,
  true,
  [],
  {},
  [1],
  ['x'],
);
const or = <T>(...values: readonly fc.Arbitrary<T>[]) => fc.oneof(...values, oddity);
const text = or(fc.string());

const signal = or<unknown>(
  fc.constantFrom(...SIGNAL_CATEGORIES, 'secrets'),
  fc.record(
    {
      category: or(fc.constantFrom(...SIGNAL_CATEGORIES)),
      id: text,
      severity: or(fc.constantFrom(...SIGNAL_SEVERITIES)),
      location: text,
      points: or(fc.double({ noNaN: true, noDefaultInfinity: true })),
      evidence: text,
    },
    { requiredKeys: ['category'] },
  ),
);

const record = fc.record(
  {
    tool: or(fc.string({ minLength: 1 })),
    at: or(fc.constantFrom('2026-06-01T12:00:00Z', '2026-06-01', '2026-02-30T00:00:00Z')),
    agent: or(
      fc.record({ id: text, labels: or(fc.array(fc.string())), mlThreatClass: text }, { requiredKeys: [] }),
    ),
    arguments: or(fc.dictionary(fc.string(), fc.jsonValue())),
    ip: text,
    server: text,
    resource: or(fc.record({ environment: text, type: text, host: text }, { requiredKeys: [] })),
    risk: or(fc.integer({ min: -5, max: 105 })),
    signals: or(fc.array(signal, { maxLength: 3 })),
    decision: or(fc.constantFrom(...DECISIONS, 'hold', 'Allow')),
    approval: or(
      fc.record(
        {
          state: or(fc.constantFrom(...APPROVAL_STATES)),
          by: text,
          at: or(fc.constantFrom('2026-06-01T12:00:00.250Z', '2026-06-01', 'soon')),
        },
        { requiredKeys: ['state'] },
      ),
    ),
    enforced: or(
      fc.record({
        names: or(fc.constantFrom(...NAME_MATCHING)),
        unknownServer: or(fc.constantFrom(...UNKNOWN_SERVER)),
      }),
    ),
    ruleSet: text,
    id: text,
    policy: text,
    unknown: oddity,
  },
  { requiredKeys: ['tool', 'at', 'decision'] },
);

const good = { tool: 't', at: '2026-06-01T12:00:00Z', decision: 'allow' };

describe('the reader of audit records', () => {
  it('accepts what the schema accepts', () => {
    const read = recordReader();
    const near = fc.tuple(record, fc.subarray(Object.keys(good))).map(([odd, kept]) => ({
      ...odd,
      ...Object.fromEntries(Object.entries(good).filter(([key]) => kept.includes(key))),
    }));
    fc.assert(
      fc.property(near, (value) => {
        const written = JSON.parse(JSON.stringify(value));
        expect(read(written) !== undefined).toBe(z.safeParse(auditRecordSchema, written).success);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('the reader of lines', () => {
  it('reads the same as a parser of the line, whatever came before', () => {
    const reader = new LogLineReader();
    const whole = recordReader();
    const parsed = (line: string) => {
      if (scanJson(line)) return undefined;
      const record = whole(JSON.parse(line));
      return record?.arguments ? { ...record, arguments: {} } : record;
    };
    const line = fc
      .tuple(
        record,
        fc.boolean(),
        fc.constantFrom(undefined, 1),
        fc.nat(),
        fc.constantFrom('', '', '', '"', ',', '}', '\\u0061'),
      )
      .map(([odd, isGood, indent, seed, insert]) => {
        const text = JSON.stringify(isGood ? { ...odd, ...good } : odd, null, indent).replaceAll('\n', ' ');
        const at = seed % (text.length + 1);
        return text.slice(0, at) + insert + text.slice(at);
      });
    const lines = fc.oneof(
      line,
      fc.jsonValue().map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(lines, (text) => {
        expect(reader.read(text)).toEqual(parsed(text));
      }),
      { numRuns: 4000 },
    );
    expect(
      reader.read('{"to\\u006fl":"t","at":"2026-06-01T12:00:00Z","decision":"allow","__proto__":{"ip":"x"}}'),
    ).toEqual({
      tool: 't',
      at: Date.UTC(2026, 5, 1, 12),
      decision: 'allow',
    });
  });
});

describe('the reader of times', () => {
  it('gives the same answer as the parser, whatever came before', () => {
    const date = fc.constantFrom('2026-06-01', '2026-06-02', '2026-02-30', '0000-01-01', '2026-6-01x');
    const time = fc.tuple(
      fc.constantFrom('T', 't', ' '),
      fc.constantFrom('00', '12', '23', '24', '1x', ' 1'),
      fc.constantFrom('00', '59', '60', ':0'),
      fc.constantFrom('00', '59', '60', '61'),
      fc.constantFrom('', '.5', '.999', '.0a1', ',123', '.1234'),
      fc.constantFrom('Z', 'z', '+01:00', '-00:00', ''),
    );
    const texts = fc.array(
      fc.tuple(date, time).map(([day, [t, h, m, s, f, zone]]) => `${day}${t}${h}:${m}:${s}${f}${zone}`),
      { minLength: 2, maxLength: 6 },
    );
    fc.assert(
      fc.property(texts, (all) => {
        const read = instantReader();
        for (const each of all) expect([each, read(each)]).toEqual([each, parseInstant(each)]);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a reused scanner', () => {
  it('finds the same in each text as a new scanner', () => {
    const texts = fc.array(
      fc
        .tuple(fc.jsonValue({ maxDepth: 4 }), fc.nat(), fc.constantFrom('', '"', '{', '}', ',', ',"a":1'))
        .map(([value, seed, insert]) => {
          const whole = JSON.stringify(value);
          const at = seed % (whole.length + 1);
          return whole.slice(0, at) + insert + whole.slice(at);
        }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(texts, (all) => {
        const scanner = new JsonScanner();
        for (const each of all) expect(scanner.scan(each)).toEqual(scanJson(each));
      }),
      { numRuns: 2000 },
    );
  });
});
