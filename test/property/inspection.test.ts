import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNAL_CATEGORIES } from '../../src/artifacts/audit-log/model.ts';
import { DETECTOR_IDS } from '../../src/inspection/detector-ids.ts';
import { inspect } from '../../src/inspection/inspect.ts';
import { maskArguments } from '../../src/inspection/mask-arguments.ts';
import { riskOf, SEVERITY_POINTS } from '../../src/inspection/risk.ts';
import { fake } from '../inspection/fake.ts';

const ON = { disabled: [] };

/** Text made of pieces that detectors look for. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          'rm -rf ',
          'DROP TABLE a',
          'delete from b ',
          "' or '1'='1",
          'ignore previous instructions',
          '../',
          'http://10.0.0.1/',
        ],
        ...[
          'password=',
          'bob@acme.io',
          '4111 1111 1111 1111',
          'ghp_',
          fake(36),
          '```',
          '`',
          '"',
          "'",
          '; ',
          '$(',
          '|',
          '\n',
          ' ',
        ],
        ...[
          'example ',
          'curl ',
          '/*',
          '--',
          '<|system|>',
          'SELECT * FROM ',
          '\u{e0041}',
          '\ud800',
          '__proto__',
          '\u0000',
        ],
      ),
      fc.string(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const key = fc.oneof(
  fc.constantFrom(
    'api_key',
    'body',
    'command',
    'sql',
    '__proto__',
    'constructor',
    'args',
    'webhook',
    'phone',
  ),
  fc.string(),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double(),
    fc.maxSafeInteger(),
    fc.constant(null),
    fc.boolean(),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
})).object as fc.Arbitrary<Record<string, unknown>>;

describe('inspection', () => {
  it('answers every call, within bounds and deterministically', () => {
    fc.assert(
      fc.property(value, text, (args, tool) => {
        const { risk, signals } = inspect({ tool, arguments: args }, ON);
        expect(Number.isInteger(risk) && risk >= 0 && risk <= 100).toBe(true);
        for (const { id = '', category, severity = 'low', points } of signals) {
          expect(DETECTOR_IDS).toContain(id);
          expect(SIGNAL_CATEGORIES).toContain(category);
          expect(points).toBe(SEVERITY_POINTS[severity]);
        }
        expect(inspect({ tool, arguments: args }, { disabled: [] })).toEqual({ risk, signals });
      }),
    );
  });

  it('masks nothing where it finds nothing', () => {
    fc.assert(
      fc.property(value, (args) => {
        const call = { tool: 't', arguments: args };
        fc.pre(inspect(call, ON).signals.length === 0);
        expect(maskArguments(call, ON)).toBe(args);
      }),
      { numRuns: 500 },
    );
  });

  it('shows no more than four characters of what it found', () => {
    fc.assert(
      fc.property(value, (args) => {
        for (const { evidence = '' } of inspect({ tool: 't', arguments: args }, ON).signals) {
          const shown = evidence.replace(/ ?\(?\d+ characters?\)?$/, '').replace('…', '');
          expect([...shown].length).toBeLessThanOrEqual(4);
        }
      }),
    );
  });

  it('finds a secret in any surrounding text', () => {
    const token = `ghp_${fake(36)}`;
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { signals } = inspect({ tool: 't', arguments: { note: `${before} ${token} ${after}` } }, ON);
        expect(signals.some(({ category }) => category === 'secret')).toBe(true);
      }),
    );
  });

  it('never gives less risk for more signals', () => {
    const signal = fc.record({
      category: fc.constantFrom(...SIGNAL_CATEGORIES),
      severity: fc.constantFrom('low', 'medium', 'high', 'critical'),
    } as const);
    fc.assert(
      fc.property(fc.array(signal), signal, (signals, one) => {
        expect(riskOf([...signals, one])).toBeGreaterThanOrEqual(riskOf(signals));
      }),
    );
  });
});

/** Texts that provoke catastrophic backtracking: repeated beginnings of a match without its end. */
const PIECES = [
  ...[
    'a',
    'a@',
    "'",
    "'\\",
    '/*',
    '"a" ',
    '../',
    '1 ',
    '1-',
    'eyJ',
    'eyJ.',
    'rm -r ',
    'UPDATE a SET a = ',
    'DELETE FROM a ',
    'a.',
    'http://a',
  ],
  ...[
    'http://',
    '$(',
    "' or ",
    'or 1=',
    'ignore all the ',
    'curl ',
    'sh <(',
    '`',
    '```\n',
    '> "',
    'password=',
    'server=a;',
    '((',
    'SK0',
    '4111 ',
  ],
  ...[
    '-----BEGIN A ',
    'Bearer ',
    'GB29 ',
    '+1 ',
    '\u{e0041}',
    'do not tell ',
    'you are now ',
    '%2e',
    '/',
    'SELECT * FROM ',
    '-',
    '\n',
    '= ',
    'nc -',
  ],
];

describe('a text of a million characters', () => {
  // the only limit is the timeout of the test; the test itself reads no clock
  it.each(PIECES)('of %j is inspected to its end', (piece) => {
    const long = piece.repeat(Math.ceil(1_000_000 / piece.length));
    for (const field of ['sql', 'body', 'api_key', 'command']) {
      const { signals } = inspect({ tool: 't', arguments: { [field]: long } }, ON);
      expect(signals.map(({ id }) => id)).toContain('egress.oversized_field');
    }
  });
});
