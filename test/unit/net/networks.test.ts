import { describe, expect, it } from 'vitest';
import { IpAddress } from '../../../src/net/ip.ts';
import { compileNetworks, type Network, parseNetwork } from '../../../src/net/networks.ts';

const holds = (networks: string | readonly string[], address: string) => {
  const test = compileNetworks([networks].flat().map((text) => parseNetwork(text) as Network));
  return test(new IpAddress().read(address));
};

describe('a network', () => {
  it.each([
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.0/8', '9.255.255.255', false],
    ['10.9.8.7/8', '10.1.2.3', true],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '0.0.0.0', true],
    ['0.0.0.0/0', '::1', false],
    ['128.0.0.0/1', '200.0.0.1', true],
    ['128.0.0.0/1', '127.255.255.255', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.6', false],
    ['192.0.2.7/32', '192.0.2.7', true],
    ['192.0.2.7/32', '192.0.2.8', false],
    ['192.0.2.6/31', '192.0.2.7', true],
    ['192.0.2.6/31', '192.0.2.8', false],
    // mapped sources are IPv4
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:a01:203', true],
    ['::/0', '10.1.2.3', false],
    ['::/0', '::ffff:10.1.2.3', false],
    ['::/0', '2001:db8::1', true],
    // mapped entries from /96 on too
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '::ffff:10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '11.1.2.3', false],
    ['::ffff:0:0/96', '255.1.2.3', true],
    ['::ffff:10.1.2.3', '10.1.2.3', true],
    ['::ffff:10.1.2.3/128', '10.1.2.4', false],
    ['::ffff:0:0/95', '10.1.2.3', false],
    ['::ffff:0:0/95', '::fffe:10.1.2.3', true],
    ['::', '::', true],
    ['::', '::1', false],
    ['::1', '0:0::0:1', true],
    ['::1/128', '::1', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['2001:db8::dead:beef/32', '2001:db8::1', true],
    ['2001:db8::/33', '2001:db8:7fff::', true],
    ['2001:db8::/33', '2001:db8:8000::', false],
    ['2001:db8::/64', '2001:db8::ffff:ffff:ffff:ffff', true],
    ['2001:db8::/64', '2001:db8:0:1::', false],
    ['2001:db8::/127', '2001:db8::1', true],
    ['2001:db8::/127', '2001:db8::2', false],
    ['8000::/1', 'ffff::', true],
    ['8000::/1', '7fff::', false],
    ['fe80::1%eth0', 'fe80::1%eth1', true],
    ['fe80::%eth0/10', 'febf::1', true],
    [[], '10.1.2.3', false],
    [['10.0.0.0/8', '192.168.0.0/16', '2001:db8::/32', '::1'], '192.168.7.7', true],
    [['10.0.0.0/8', '192.168.0.0/16', '2001:db8::/32', '::1'], '::1', true],
    [['10.0.0.0/8', '192.168.0.0/16', '2001:db8::/32', '::1'], '::2', false],
    [['10.0.0.0/8'], 'nonsense', false],
  ])('%j on %s: %j', (network, address, expected) => {
    expect(holds(network, address)).toBe(expected);
  });

  it.each([
    '',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/8 ',
    '10.0.0.0/8/8',
    '10.0.0.0/1e1',
    '10.0.0.0/0x8',
    '10.0.0/8',
    '10/8',
    '010.0.0.0/8',
    '10.0.0.0 - 10.0.0.9',
    '::/129',
    '::/1000',
    'fe80::1/64%eth0',
    '*',
    'localhost',
    '[::1]/128',
  ])('is not %j', (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });
});
