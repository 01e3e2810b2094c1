import { expect, it } from 'vitest';
import {
  isSameRepository,
  repositoryOf,
  withoutCredentials,
} from '../../../../../src/features/evidence/emit/repo-url.ts';
import { mustEnd } from '../../../../support/must-end.ts';

it.each([
  ['git@github.com:acme/weather.git', 'git@github.com:acme/weather.git'],
  ['ssh://git@git.example:2222/acme/weather.git', 'ssh://git@git.example:2222/acme/weather.git'],
  ['https://git.example/acme/weather', 'https://git.example/acme/weather'],
  ['https://[::1]:8443/a', 'https://[::1]:8443/a'],
  ['../weather', '../weather'],
  ['/srv/git/weather.git', '/srv/git/weather.git'],
  ['file:///srv/git/weather.git', 'file:///srv/git/weather.git'],
  ['https://git.example/@acme/weather', 'https://git.example/@acme/weather'],
])('keeps %s', (repo, kept) => {
  expect(withoutCredentials(repo)).toBe(kept);
});

it.each([
  ['https://TOKEN@git.example/a', 'https://git.example/a'],
  ['https://x-access-token:TOKEN@git.example/a', 'https://git.example/a'],
  ['HTTPS://me:TOKEN@git.example/a', 'HTTPS://git.example/a'],
  ['https://me@corp.example:TOK@EN@git.example:8443/a', 'https://git.example:8443/a'],
  ['https://git.example/a?private_token=TOKEN', 'https://git.example/a'],
  ['https://git.example/a#TOKEN', 'https://git.example/a'],
  ['https://git.example?t=TOKEN', 'https://git.example'],
  ['https://me:TOKEN@git.example', 'https://git.example'],
  ['ssh://git:TOKEN@git.example/a', 'ssh://git@git.example/a'],
  ['git+ssh://git:TOKEN@git.example/a', 'git+ssh://git@git.example/a'],
  ['ftp://me:TOKEN@git.example/a', 'ftp://git.example/a'],
  ['me:TOKEN@git.example:a/b.git', 'me@git.example:a/b.git'],
  [' https://me:TOKEN@git.example/a\n', 'https://git.example/a'],
])('takes the secret out of %s', (repo, kept) => {
  expect(withoutCredentials(repo)).toBe(kept);
});

it.each([
  'https://me:TO/KEN@git.example/a',
  'https://me:TO#KEN@git.example/a',
  'https://me:TO?KEN@git.example/a',
])('gives nothing for %s, where a password cannot be told from the rest', (repo) => {
  expect(withoutCredentials(repo)).toBeUndefined();
});

it.each([
  ['https://github.com/acme/weather', 'github.com/acme/weather'],
  ['https://github.com/acme/weather.git/', 'github.com/acme/weather'],
  ['https://me:secret@GitHub.com/acme/weather.git', 'github.com/acme/weather'],
  ['ssh://git@github.com/acme/weather', 'github.com/acme/weather'],
  ['git@github.com:acme/weather.git', 'github.com/acme/weather'],
  ['https://github.com/acme/Weather', 'github.com/acme/Weather'],
  ['https://git.example:8443/a', 'git.example:8443/a'],
  ['https://git.example:443/a', 'git.example/a'],
  ['ssh://git@git.example:22/a', 'git.example/a'],
  ['ssh://git@git.example:2222/a', 'git.example:2222/a'],
  ['acme/weather', 'acme/weather'],
])('%s is the repository %s', (address, repository) => {
  expect(repositoryOf(address)).toBe(repository);
});

it.each([
  'oauth2:SECRET@github.com/acme/x.git',
  'u:SECRET@h/x',
  'SECRET@github.com/acme/x',
  'u:SECRET@h',
  '//u:SECRET@h/x',
  'https:/u:SECRET@h/x',
  'https:u:SECRET@h/x',
  'https:\\\\u:SECRET@h\\x',
  'https://u:SECRET@h\\x',
  'https:///u:SECRET@h/x',
  'https://ghproxy.example/https://u:SECRET@github.com/a/b',
  'https://ghproxy.example/https%3A%2F%2Fu%3ASECRET%40github.com%2Fa',
  'https://SEC#RET@h/x',
  'https://SEC?RET@h/x',
  'https://h/x;token=SECRET',
  'git@h:x?token=SECRET',
  'git@h:/x/y#SECRET',
  'u:a/SECRET@h:x',
  'url=https://u:SECRET@h/x',
  '<https://u:SECRET@h/x>',
  'git clone https://u:SECRET@h/x',
  'ext::sh -c "curl u:SECRET@h"',
  '\u202ehttps://u:SECRET@h/x',
  '\u001bhttps://u:SECRET@h/x',
  'https://h/x\nhttps://u:SECRET@h/y',
  'file://u:SECRET@h/x',
  'foo://h/SECRET',
])('refuses %j, which has no form that is known to be safe', (repo) => {
  expect(withoutCredentials(repo)).toBeUndefined();
});

it.each([
  ['ssh://SECRET@h/x', 'ssh://h/x'],
  ['SECRET@h:x', 'h:x'],
  ['h:x', 'h:x'],
  ['C:\\git\\weather', 'C:\\git\\weather'],
  ['/srv/my projects/@acme/weather', '/srv/my projects/@acme/weather'],
])('publishes %s as %s', (repo, published) => {
  expect(withoutCredentials(repo)).toBe(published);
});

it.each([
  'https://evil.example?@github.com/acme/weather',
  'https://evil.example#@github.com/acme/weather',
  'https://evil.example\\@github.com/acme/weather',
  'https://evil.example/?@github.com/acme/weather',
  'https://evil.example/@github.com/acme/weather',
  'ssh://evil.example?@github.com/acme/weather',
  'https://github.com:x@evil.example/acme/weather',
  'https://github.com\t/acme/weather',
  'file:///github.com/acme/weather',
  '/github.com/acme/weather',
])('%j is not the repository that it looks like', (address) => {
  expect(isSameRepository(address, 'https://github.com/acme/weather')).toBe(false);
});

it.each([
  `https://h/a${'/'.repeat(2_000_000)}x`,
  `a${'@'.repeat(2_000_000)}`,
  `https://${':'.repeat(2_000_000)}`,
  'a/'.repeat(2_000_000),
])('is done with a long address at once', (address) => {
  mustEnd(() => {
    withoutCredentials(address);
    repositoryOf(address);
  });
});
