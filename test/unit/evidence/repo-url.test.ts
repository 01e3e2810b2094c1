import { expect, it } from 'vitest';
import { repositoryOf, withoutCredentials } from '../../../src/evidence/repo-url.ts';

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
