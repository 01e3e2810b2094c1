import { describe, expect, it } from 'vitest';
import { compileHosts, hostFault, isLoopback, normalizeHost, readHost } from '../../../src/net/hosts.ts';

const holds = (entry: string, host: string) => compileHosts([entry])(normalizeHost(host));

describe('a host', () => {
  it.each([
    ['db.corp.com', 'db.corp.com', true],
    ['DB.corp.com', 'db.CORP.com', true],
    ['db.corp.com', 'db.corp.com:5432', true],
    ['db.corp.com', 'db.corp.com.', true],
    ['db.corp.com', 'db.corp.com.:5432', true],
    ['db.corp.com.', 'db.corp.com', true],
    ['db.corp.com', 'db.corp.com:', true],
    ['db.corp.com', 'db.corp.com:http', false],
    ['db.corp.com', 'x.db.corp.com', false],
    ['db.corp.com', 'db.corp.com..', true],
    ['db.corp.com', 'db.corp.com。．', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'BU\u0308CHER.example..', true],
    ['*.bücher.example', 'a。xn--bcher-kva。example', true],
    ['db.corp.com', 'ｄｂ.corp.com', true],
    ['db.corp.com', 'db.c\u00adorp.com', true],
    ['db.corp.com', 'db%2ecorp.com', true],
    ['127.0.0.1', '2130706433', true],
    ['127.0.0.1', '2130706433。。', true],
    ['127.0.0.1', '0x7f.1:80', true],
    ['127.0.0.1', '0177.0.0.01', true],
    ['127.0.0.1', '127.1.', true],
    ['127.0.0.1', '１２７.0.0.1', true],
    ['0x7f.1', '127.0.0.1', true],
    ['127.0.0.1', '256.0.0.1', false],
    ['fe80::1', '[fe80::1%eth0]:80', true],
    ['db.corp.com', 'db.corp.com.evil.com', false],
    ['*.corp.com', 'corp.com', true],
    ['*.corp.com', 'db.corp.com', true],
    ['*.corp.com', 'a.b.Corp.Com.:443', true],
    ['*.CORP.com', 'db.corp.com', true],
    ['*.corp.com', 'evilcorp.com', false],
    ['*.corp.com', 'corp.com.evil.com', false],
    ['*.corp.com', 'corpxcom', false],
    ['*.corp.com', 'com', false],
    ['*.corp.com', '', false],
    ['::1', '::1', true],
    ['::1', '[::1]', true],
    ['::1', '[::1]:443', true],
    ['[::1]', '0:0::1', true],
    ['::1', '[::1]x', false],
    ['::1', '[::1', false],
    ['::1', '::2', false],
    ['10.0.0.1', '[::ffff:10.0.0.1]:80', true],
    ['10.0.0.1', '10.0.0.1:80', true],
    ['10.0.0.1', '110.0.0.1', false],
    ['localhost', 'LOCALHOST:8080', true],
    ['__proto__', 'constructor', false],
    ['a:b:c', 'a:b:c', true],
    ['a', 'a:1:2', false],
    ['1234', '123', false],
    ['1:2::3', '1::2:3', false],
    ['11::', '1:1::', false],
  ])('%j on %j: %j', (entry, host, expected) => {
    expect(holds(entry, host)).toBe(expected);
  });

  it.each([
    ['*', 'has a `*`'],
    ['*.', 'is not a host name'],
    ['.', 'is not a host name'],
    ['.corp.com', 'is not a host name'],
    ['corp.*', 'has a `*`'],
    ['*corp.com', 'has a `*`'],
    ['*.*.com', 'has a `*`'],
    ['https://corp.com', 'is not a host name'],
    ['corp.com/path', 'is not a host name'],
    ['me@corp.com', 'is not a host name'],
    ['corp .com', 'is not a host name'],
    ['corp.com:443', 'has a port'],
    ['*.corp.com:443', 'has a port'],
    ['[::1]:443', 'has a port'],
  ])('is not %j in a rule: it %s', (entry, message) => {
    expect(hostFault(entry)?.message).toContain(message);
  });

  it.each([
    'corp.com',
    '*.corp.com',
    '*.com',
    'corp.com.',
    'localhost',
    '10.0.0.1',
    '::1',
    '[::1]',
    'bücher.de',
    'a_b',
  ])('may be %j in a rule', (entry) => {
    expect(hostFault(entry)).toBeUndefined();
  });
});

describe('readHost', () => {
  it.each([
    '',
    '.',
    '..',
    'a b',
    'a/b',
    'me@a',
    'a:http',
    '[::1',
    '[::1]x',
    'a^b',
    'xn--zzzzzz',
    '*.a',
    'a：80',
  ])('reads no host in %j', (written) => {
    expect(readHost(written)).toBeUndefined();
  });

  it.each(['server.1', '1.2.3.4.5', '-a.b', 'a_b', 'a..b'])(
    "keeps a name of a network of one's own: %j",
    (name) => {
      expect(readHost(name)).toBe(name);
    },
  );
});

describe('isLoopback', () => {
  it.each([
    'localhost',
    'LOCALHOST.',
    'app.localhost:80',
    '127.0.0.1',
    '127.9.8.7:443',
    '127.1',
    '0x7f000001',
    '[::1]',
    '::1',
    '[0:0::1]:80',
    '[::ffff:127.0.0.1]',
  ])('is this machine: %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    '127.attacker.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'notlocalhost',
    '0.0.0.0',
    '128.0.0.1',
    '[::2]',
    '[::ffff:10.0.0.1]',
    'a b',
    '',
  ])('is another: %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
