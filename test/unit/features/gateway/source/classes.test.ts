import { describe, expect, it } from 'vitest';
import { addressClasses } from '../../../../../src/features/gateway/source/address-classes.ts';
import { hostClasses } from '../../../../../src/features/gateway/source/host-classes.ts';
import { weekClasses } from '../../../../../src/features/gateway/source/week-classes.ts';
import { zoneOffsets, zoneRange } from '../../../../../src/features/gateway/source/zone-offsets.ts';
import { parseHost } from '../../../../../src/net/hosts.ts';
import { type Network, parseNetwork } from '../../../../../src/net/networks.ts';

const networks = (...written: string[]) => written.map((each) => parseNetwork(each) as Network);

describe('classes of addresses', () => {
  it('have one address for all that are in the same networks', () => {
    expect(addressClasses(networks('10.0.0.0/8', '10.1.0.0/16', '::/0'))).toEqual([
      { from: 0, address: '0.0.0.0' },
      { from: 10 * 2 ** 24, address: '10.0.0.0' },
      { from: 10 * 2 ** 24 + 2 ** 16, address: '10.1.0.0' },
      { from: 10 * 2 ** 24 + 2 * 2 ** 16, address: '10.0.0.0' },
      { from: 11 * 2 ** 24, address: '0.0.0.0' },
    ]);
    expect(addressClasses(networks('0.0.0.0/0', '255.255.255.255'))).toEqual([
      { from: 0, address: '0.0.0.0' },
      { from: 2 ** 32 - 1, address: '255.255.255.255' },
    ]);
  });

  it('are not told apart in a query that would be too long', () => {
    const many = Array.from({ length: 40 }, (_, index) => `10.${index * 2}.0.0/16`);
    expect(addressClasses(networks(...many))).toBeUndefined();
  });
});

describe('classes of hosts', () => {
  it('have the most specific name first, and a host below each that no name is', () => {
    expect(hostClasses(['*.corp.com', 'x.corp.com', 'db.corp.com'].map(parseHost))).toEqual([
      { name: 'db.corp.com', below: 'x.db.corp.com' },
      { name: 'x.corp.com', below: 'x.x.corp.com' },
      { name: 'corp.com', below: 'xx.corp.com' },
    ]);
  });

  it('are not told apart where there are many, or where a rule is on the host that stands for the others', () => {
    expect(hostClasses(Array.from({ length: 65 }, (_, index) => parseHost(`h${index}.com`)))).toBeUndefined();
    expect(hostClasses([parseHost('*.invalid')])).toBeUndefined();
    expect(hostClasses([parseHost('other.invalid')])).toBeUndefined();
  });
});

describe('classes of the week', () => {
  it('begin where a window opens or closes, for each zone', () => {
    const times = [
      { windows: [{ days: [1], start: '00:00', end: '06:00' }], tz: 'UTC', negate: true },
      { windows: [{ days: [7], start: '23:00', end: '24:00' }], tz: 'UTC', negate: false },
      { windows: [{ start: '00:00', end: '24:00' }], tz: 'Asia/Tokyo', negate: false },
    ];
    expect(weekClasses(times)).toEqual([
      { zone: 'Asia/Tokyo', spans: [{ from: 0, class: 0 }] },
      {
        zone: 'UTC',
        spans: [
          { from: 0, class: 0 },
          { from: 360, class: 1 },
          { from: 7 * 1440 - 60, class: 2 },
        ],
      },
    ]);
  });
});

describe('the offsets of a zone', () => {
  it('have each change in the range, to the millisecond', () => {
    const range = zoneRange(Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31));
    expect(zoneOffsets('America/New_York', range)).toEqual([
      { from: Date.UTC(2026, 0, 1), offset: -5 * 3_600_000 },
      { from: Date.UTC(2026, 2, 8, 7), offset: -4 * 3_600_000 },
      { from: Date.UTC(2026, 10, 1, 6), offset: -5 * 3_600_000 },
    ]);
    expect(zoneOffsets('UTC', range)).toHaveLength(1);
  });

  it('are computed for a limited number of years', () => {
    expect(zoneRange(-(10 ** 13), 10 ** 13)).toEqual({ from: 0, until: Date.UTC(2100, 0, 1) });
    const { from, until } = zoneRange(10 ** 13, 10 ** 13 + 5);
    expect(until).toBe(from);
  });
});
