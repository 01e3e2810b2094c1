import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { IpAddress } from '../../../src/net/ip.ts';

const read = (text: string) => {
  const { family, a, b, c, d } = new IpAddress().read(text);
  return { family, words: [a, b, c, d].map((word) => (word >>> 0).toString(16)).join(' ') };
};

describe('an IP address', () => {
  it.each([
    ['0.0.0.0', 4, '0 0 0 0'],
    ['10.1.2.3', 4, 'a010203 0 0 0'],
    ['255.255.255.255', 4, 'ffffffff 0 0 0'],
    ['::', 6, '0 0 0 0'],
    ['::1', 6, '0 0 0 1'],
    ['2001:db8::8:800:200c:417a', 6, '20010db8 0 80800 200c417a'],
    ['1:2:3:4:5:6:7:8', 6, '10002 30004 50006 70008'],
    ['1:2:3:4:5:6:7::', 6, '10002 30004 50006 70000'],
    ['::2:3:4:5:6:7:8', 6, '2 30004 50006 70008'],
    ['FE80::ABCD', 6, 'fe800000 0 0 abcd'],
    ['fe80::1%eth0', 6, 'fe800000 0 0 1'],
    ['1:2:3:4:5:6:1.2.3.4', 6, '10002 30004 50006 1020304'],
    ['64:ff9b::1.2.3.4', 6, '64ff9b 0 0 1020304'],
    ['::1.2.3.4', 6, '0 0 0 1020304'],
    // mapped: the IPv4 address that it is
    ['::ffff:10.1.2.3', 4, 'a010203 0 0 0'],
    ['::FFFF:a01:203', 4, 'a010203 0 0 0'],
    ['0:0:0:0:0:ffff:10.1.2.3%eth0', 4, 'a010203 0 0 0'],
    // and what only looks like it
    ['1::ffff:10.1.2.3', 6, '10000 0 ffff a010203'],
    ['0:0:0:1::ffff:10.1.2.3', 6, '0 1 ffff a010203'],
    ['::fffe:10.1.2.3', 6, '0 0 fffe a010203'],
    ['::ffff:0:10.1.2.3', 6, '0 0 ffff0000 a010203'],
  ])('reads %s', (text, family, words) => {
    const expected = words
      .split(' ')
      .map((word) => word.replace(/^0+(?=.)/, ''))
      .join(' ');
    expect(read(text)).toEqual({ family, words: expected });
  });

  it.each([
    '',
    ' ',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '1.2.3.-4',
    '01.2.3.4',
    '1.2.3.04',
    '0x1.2.3.4',
    '1.2.3.4 ',
    ' 1.2.3.4',
    '1.2.3.4\n',
    '1..3.4',
    '.1.2.3',
    '1.2.3.',
    '1.2.3.4%eth0',
    '1.2.3.4/32',
    '16909060',
    '999999999999.1.1.1',
    '١.2.3.4',
    ':',
    ':::',
    '::1::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    '00000::',
    'g::',
    '1:',
    ':1',
    '1:2:3:4:5:6:7:1.2.3.4',
    '1:2:3:4:5:6::1.2.3.4',
    '::1.2.3',
    '::1.2.3.4:5',
    '::ffff:01.2.3.4',
    '::1.2.3.400',
    '[::1]',
    '::1%',
    '::1%e th',
    '::1%é',
    '::1%a/64',
    '::1 ',
    '::1\n',
    '%',
    '%eth0',
    '::\u0000',
  ])('refuses %j, as net.isIP does', (text) => {
    expect(read(text).family).toBe(0);
    expect(isIP(text)).toBe(0);
  });

  it('forgets the previous address', () => {
    const address = new IpAddress();
    expect(address.read('::1').family).toBe(6);
    expect(address.read('nonsense').family).toBe(0);
    expect(address.read('').family).toBe(0);
    expect(address.read('10.0.0.1')).toMatchObject({ family: 4, d: 0 });
    expect(address.readAsWritten('::ffff:10.0.0.1').family).toBe(6);
    expect(address.read('::ffff:10.0.0.1').family).toBe(4);
  });
});
