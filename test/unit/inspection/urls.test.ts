import { describe, expect, it } from 'vitest';
import { hostKind } from '../../../src/inspection/private-hosts.ts';
import { hostOf, urlsOf, withoutPort } from '../../../src/inspection/urls.ts';

describe('urlsOf', () => {
  const shown = (text: string) => urlsOf(text).map(({ start, end }) => text.slice(start, end));

  it.each([
    ['see https://a.example/b, please', ['https://a.example/b']],
    ['(http://a.example)', ['http://a.example']],
    ['http://[::1]:80/x', ['http://[::1]:80/x']],
    ['http://[::1]', ['http://[::1]']],
    ['<a href="http://a.example/?x=1">', ['http://a.example/?x=1']],
    ['https://a.example/?u=http://10.0.0.1/', ['https://a.example/?u=http://10.0.0.1/', 'http://10.0.0.1/']],
    ['://nothing and http:///x', []],
    ['postgres+x://h/db', ['postgres+x://h/db']],
  ])('reads %j', (text, urls) => {
    expect(shown(text)).toEqual(urls);
  });

  it('tells user, password and host apart at the last at sign', () => {
    expect(urlsOf('ftp://u:p@ss@H.example:21/x')[0]).toMatchObject({
      scheme: 'ftp',
      userInfo: 'u:p@ss',
      written: 'h.example:21',
      host: 'h.example',
    });
  });
});

describe('hostOf', () => {
  it.each([
    ['2130706433', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['[::1]:80', '::1'],
    ['[::FFFF:10.0.0.1]', '::ffff:a00:1'],
    ['a.example.', 'a.example'],
    ['ｅxample.com', 'example.com'],
    ['bad host', 'bad host'],
  ])('reads %s as %s', (written, host) => {
    expect(hostOf(written)).toBe(host);
  });

  it('takes the port off a host as it is written', () => {
    expect(withoutPort('a.example:80')).toBe('a.example');
    expect(withoutPort('[::1]:80')).toBe('::1');
    expect(withoutPort('::1')).toBe('::1');
  });
});

describe('hostKind', () => {
  it.each([
    ['169.254.169.254', 'metadata'],
    ['::ffff:a9fe:a9fe', 'metadata'],
    ['64:ff9b::a9fe:a9fe', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['metadata.google.internal', 'metadata'],
    ['169.254.169.254.nip.io', 'metadata'],
    ['127.255.255.255', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['::1', 'loopback'],
    ['::', 'loopback'],
    ['app.localhost', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.0', undefined],
    ['192.168.0.1', 'private'],
    ['192.169.0.1', undefined],
    ['100.64.0.1', 'private'],
    ['2002:a00:1::', 'private'],
    ['10-0-0-5.sslip.io', 'private'],
    ['fe80::1', 'private'],
    ['fc00::1', 'private'],
    ['2606:4700::1', undefined],
    ['8.8.8.8', undefined],
    ['example.com', undefined],
    ['10.example.com', undefined],
    ['__proto__', undefined],
  ])('calls %s %s', (host, kind) => {
    expect(hostKind(host)).toBe(kind);
  });
});
