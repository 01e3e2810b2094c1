import { describe, expect, it } from 'vitest';
import { daily, mined, record } from '../../../../support/traffic.ts';

const OTHER = { name: 'Other', toolPattern: 'other', action: 'deny' };

const hours = (
  records: readonly object[],
  rules: readonly object[] = [OTHER],
  servers: readonly object[] = [],
) => mined(rules, records, { kind: 'usual-hours', servers });
const networks = (records: readonly object[], rules: readonly object[] = [OTHER]) =>
  mined(rules, records, { kind: 'usual-networks' });
const windowOf = (records: readonly object[]) => hours(records)[0]?.rule.context?.time?.windows[0];

describe('usual hours', () => {
  it('are a window of at most twelve hours', () => {
    expect(windowOf(daily('t', [8, 19]))).toEqual({ start: '08:00', end: '20:00' });
    expect(windowOf(daily('t', [8, 20]))).toBeUndefined();
  });

  it('may wrap past midnight, or end at it', () => {
    expect(windowOf(daily('t', [22, 3]))).toEqual({ start: '22:00', end: '04:00' });
    expect(windowOf(daily('t', [20, 23]))).toEqual({ start: '20:00', end: '24:00' });
    expect(windowOf(daily('t', [0, 1]))).toEqual({ start: '00:00', end: '02:00' });
  });

  it('need five days, and the support that is asked for', () => {
    expect(hours(daily('t', [9], 5))).toHaveLength(1);
    expect(hours(daily('t', [9], 4))).toEqual([]);
    expect(hours([...daily('t', [9], 4), ...daily('t', [9], 4)])).toEqual([]);
    expect(mined([OTHER], daily('t', [9], 9), { kind: 'usual-hours', minSupport: 10 })).toEqual([]);
  });

  it('are those of calls that went through, by whomever', () => {
    const denied = daily('t', [23], 5, { decision: 'deny' });
    expect(windowOf([...daily('t', [9]), ...denied])).toEqual({ start: '09:00', end: '10:00' });
    const held = daily('t', [11], 5, { decision: 'hold', approval: { state: 'approved' } });
    expect(windowOf([...daily('t', [9]), ...held])).toEqual({ start: '09:00', end: '12:00' });
    const expired = daily('t', [11], 5, { decision: 'allow', approval: { state: 'expired' } });
    expect(windowOf([...daily('t', [9]), ...expired])).toEqual({ start: '09:00', end: '10:00' });
  });

  it('are not looked for where a rule looks at the time already', () => {
    const at = (more: object) => ({
      name: 'Watch',
      toolPattern: 't',
      action: 'require_approval',
      context: { time: { windows: [{ start: '09:00', end: '10:00' }] } },
      ...more,
    });
    expect(hours(daily('t', [9]), [at({})])).toEqual([]);
    expect(hours(daily('t', [9]), [at({ toolPattern: 'u' })])).toHaveLength(1);
    expect(hours(daily('t', [9]), [at({ enabled: false })])).toHaveLength(1);
    expect(hours(daily('t', [9]), [at({ context: { ip: { anyOf: ['::1'] } } })])).toHaveLength(1);
    expect(hours(daily('t', [9]), [at({ context: null })])).toHaveLength(1);
  });

  it('of an environment are those that the record, or the registry, puts there', () => {
    const here = daily('*', [9], 10, { resource: { environment: 'production' } });
    const context = { resource: { environment: { anyOf: ['production'] } } };
    expect(hours(here)[0]?.rule).toMatchObject({ toolPattern: '*', context });
    const servers = [{ name: 'db', environment: 'production' }];
    const there = daily('*', [9], 10, { server: 'db' });
    expect(hours(there, [OTHER], servers)[0]?.rule).toMatchObject({ context });
    expect(hours(there)).toEqual([]);
    const elsewhere = { server: 'db', resource: { environment: 'staging' } };
    expect(hours(daily('*', [9], 10, elsewhere), [OTHER], servers)[0]?.summary).toContain('production');
  });
});

describe('usual networks', () => {
  const from = (...ips: readonly (string | undefined)[]) =>
    Array.from({ length: 12 }, (_, day) => daily('t', [day * 2], 1, { ip: ips[day % ips.length] })).flatMap(
      ([each], day) => ({ ...each, at: (record('t', {}, day * 26) as { at: string }).at }),
    );
  const addresses = (records: readonly object[]) => networks(records)[0]?.rule.context?.ip?.anyOf;

  it('are three at most', () => {
    expect(addresses(from('10.0.0.1', '10.0.1.9', '10.0.0.7', '10.0.2.4'))).toEqual([
      '10.0.0.0/24',
      '10.0.1.0/24',
      '10.0.2.0/24',
    ]);
    expect(networks(from('10.0.0.1', '10.0.1.9', '10.0.2.4', '10.0.3.4'))).toEqual([]);
  });

  it('are not known where one call does not say where it came from', () => {
    expect(networks(from('10.0.0.1', undefined))).toEqual([]);
    expect(networks(from('10.0.0.1', 'nowhere'))).toEqual([]);
  });

  it('of IPv6 are single addresses, whatever the interface', () => {
    expect(addresses(from('FE80::1%eth0', 'fe80::1'))).toEqual(['fe80::1']);
  });
});
