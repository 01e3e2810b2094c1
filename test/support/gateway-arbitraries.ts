import fc from 'fast-check';
import {
  DECISIONS,
  RESOURCE_TYPES,
  SIGNAL_CATEGORIES,
  THREAT_CLASSES,
} from '../../src/artifacts/audit-log/model.ts';
import type { TimedCall } from '../../src/features/gateway/rules/attributes.ts';
import type { RegisteredServer, Rule, RuleContext } from '../../src/features/gateway/rules/model.ts';

/** Few values, so rules and calls often match; some of them are traps. */
const NAMES = ['db.read', 'db.write', 'db.', 'db', 'gmail.send', 'aws.delete_bucket', 'a', '__proto__', '😀'];
const PATTERNS = [
  '*',
  '**',
  'db.*',
  'db.write',
  'gmail.send',
  '*.*',
  '*delete_*',
  'a*',
  '*write',
  '__proto__',
  'd**e',
];
const ENVIRONMENTS = ['production', 'staging', 'test', ''];
const HOSTS = [
  'db.corp.com',
  'DB.corp.com:5432',
  'corp.com.',
  'evilcorp.com',
  'corp.com。',
  '0x0a000001',
  'not a host',
  '[::1]:80',
  '0:0::1',
  '10.0.0.1',
  'x',
];
const HOST_ENTRIES = ['*.corp.com', 'db.corp.com', '::1', '[::1]', '10.0.0.1', 'X'];
const LABELS = ['ci', 'CI', 'straße', 'STRASSE', 'dev'];
const ADDRESSES = [
  '10.1.2.3',
  '::ffff:10.1.2.3',
  '192.0.2.7',
  '2001:db8::7',
  '::1',
  '010.1.2.3',
  'fe80::1%eth0',
  '10.1.2.3:443',
  '[2001:db8::7]:443',
  ' 192.0.2.7 ',
  '10.1.2.3, 192.0.2.7',
  '',
];
const NETWORKS = [
  '10.0.0.0/8',
  '192.0.2.7',
  '0.0.0.0/0',
  '::/0',
  '2001:db8::/32',
  '::ffff:10.0.0.0/104',
  'fe80::/10',
];
const ZONES = ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Santiago'];
const SERVERS = ['pg', 'mail', 'nobody'];

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
/** For constraints: a rule that has all of them matches nothing. */
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const some = <T>(values: readonly T[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });

/** Removes keys whose value is undefined, as the readers do. */
function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never;
}

const anyOf = <T extends string>(values: readonly T[]) =>
  fc.record({ anyOf: some(values), negate: fc.boolean() });
const filled = <T extends object>(value: T) => (Object.keys(value).length > 0 ? value : undefined);

const minutes = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${twoDigits(quarter >> 2)}:${twoDigits((quarter & 3) * 15)}`;
});
const timeWindow = fc
  .record({
    days: maybe(fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 4 })),
    start: minutes,
    end: fc.oneof({ weight: 5, arbitrary: minutes }, { weight: 1, arbitrary: fc.constant('24:00') }),
  })
  .map((window) => present(window) as { days?: number[]; start: string; end: string });

const context: fc.Arbitrary<RuleContext | null> = fc
  .record({
    ip: seldom(anyOf(NETWORKS)),
    time: seldom(
      fc.record({
        windows: fc.array(timeWindow, { minLength: 1, maxLength: 2 }),
        tz: fc.constantFrom(...ZONES),
        negate: fc.boolean(),
      }),
    ),
    resource: seldom(
      fc
        .record({
          environment: maybe(anyOf(ENVIRONMENTS.slice(0, 3))),
          type: maybe(anyOf(RESOURCE_TYPES.slice(0, 2))),
          host: maybe(anyOf(HOST_ENTRIES)),
        })
        .map((resource) => filled(present(resource))),
    ),
    agent: seldom(anyOf(LABELS).map((labels) => ({ labels }))),
    mlThreatClass: seldom(fc.record({ anyOf: some(THREAT_CLASSES.slice(0, 2)) })),
  })
  .map((written) => (filled(present(written)) as RuleContext | undefined) ?? null);

/** Rules named by their index, most of them with a context. */
export const rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.record({
      toolPattern: fc.constantFrom(...PATTERNS),
      action: fc.constantFrom(...DECISIONS),
      riskThreshold: fc.constantFrom(0, 20, 50, 100),
      signalCategory: fc.constantFrom(null, null, ...SIGNAL_CATEGORIES.slice(0, 2)),
      context: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: context }),
      priority: fc.integer({ min: -1, max: 2 }),
      enabled: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 0),
    }),
    { minLength: 1, maxLength: 9, size: 'large' },
  )
  .map((written) =>
    written.map((rule, index) => ({
      ...rule,
      // most rules have no threshold
      riskThreshold: index % 4 === 3 ? rule.riskThreshold : null,
      name: `r${index}`,
      line: index + 1,
    })),
  );

/** What a registry may contain about the servers of {@link calls}. */
export const servers: fc.Arbitrary<RegisteredServer[]> = fc.constant([
  { name: 'pg', environment: 'production', type: 'database', host: 'db.corp.com' },
  { name: 'mail' },
]);

const HOUR = 3_600_000;

/** Instants around changes of summer time, and anywhere else in some years. */
const instants = fc.oneof(
  fc
    .integer({ min: -2 * 365 * 24 * 60, max: 2 * 365 * 24 * 60 })
    .map((minute) => Date.UTC(2026, 0, 1) + minute * 60_000),
  fc
    .tuple(
      fc.constantFrom(
        Date.UTC(2026, 2, 8, 7),
        Date.UTC(2026, 10, 1, 6),
        Date.UTC(2026, 3, 4, 15),
        Date.UTC(2026, 9, 3, 15, 30),
        Date.UTC(2024, 8, 8, 4),
      ),
      fc.integer({ min: -3 * HOUR, max: 3 * HOUR }),
    )
    .map(([change, offset]) => change + offset),
);

/** Calls with some of the attributes that rules use. */
export const calls: fc.Arbitrary<TimedCall> = fc
  .record({
    tool: fc.constantFrom(...NAMES),
    at: instants,
    ip: maybe(fc.constantFrom(...ADDRESSES)),
    server: maybe(fc.constantFrom(...SERVERS)),
    resource: maybe(
      fc
        .record({
          environment: maybe(fc.constantFrom(...ENVIRONMENTS)),
          type: maybe(fc.constantFrom('database', 'http_api', 'other', 'new')),
          host: maybe(fc.constantFrom(...HOSTS)),
        })
        .map(present),
    ),
    agent: maybe(
      fc
        .record({
          labels: maybe(fc.array(fc.constantFrom(...LABELS), { maxLength: 2 })),
          mlThreatClass: maybe(fc.constantFrom(...THREAT_CLASSES.slice(0, 3))),
        })
        .map(present),
    ),
    risk: maybe(fc.constantFrom(0, 19, 20, 50, 99, 100)),
    signals: maybe(
      fc.array(
        fc.constantFrom(...SIGNAL_CATEGORIES.slice(0, 3)).map((category) => ({ category })),
        { maxLength: 2 },
      ),
    ),
  })
  .map((call) => present(call) as TimedCall);
