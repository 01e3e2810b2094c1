/** The schemes of git URLs. After another scheme anything may follow, even a command. */
const SCHEMES = ['https', 'http', 'ssh', 'git', 'git+ssh', 'ssh+git', 'git+https', 'git+http', 'ftp', 'ftps'];

const HOST = /^(?:\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}._-]*)(?::\d{1,5})?$/iu;

/** A path in which nothing else can hide: no second address, no parameters. */
const PATH = /^(?:[\p{L}\p{M}\p{N}._~%+() -]|[/\\]@?)*$/u;

/** A login name. Tokens are longer, or have capital letters. */
const LOGIN = /^[a-z_][a-z0-9_-]{0,15}$/;

/** The longest text, in characters, that can be an address. Longer ones would only be slow to check. */
const LONGEST = 4096;

/**
 * Returns the address of a repository as it may be published: without password, token, query and fragment, in a form that
 * cannot contain a secret. `git@host:path` and the user `git` of an ssh URL stay, as they are not secret. Paths stay
 * unchanged.
 * @returns undefined for an address of any other form; do not show such a text, as it may contain a password
 */
export function withoutCredentials(repo: string): string | undefined {
  const text = repo.trim();
  if (text.length > LONGEST) return undefined;
  const [scheme, rest] = splitOnce(text, '://');
  if (rest !== undefined) return urlWithoutCredentials(scheme, rest);
  return isPath(text) ? text : scpWithoutPassword(text);
}

function urlWithoutCredentials(scheme: string, rest: string): string | undefined {
  const end = rest.search(/[?#]/);
  const location = end === -1 ? rest : rest.slice(0, end);
  // a password may contain ? and #: then the text before them is a part of it
  if (rest.includes('@', location.length)) return undefined;
  const slash = location.indexOf('/');
  const [authority, path] = slash === -1 ? [location, ''] : [location.slice(0, slash), location.slice(slash)];
  // the last @: a password may contain others
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  if (!isUrlPath(path)) return undefined;
  if (/^(?:git\+)?file$/i.test(scheme)) {
    return at === -1 && (host === '' || HOST.test(host)) ? `${scheme}://${host}${path}` : undefined;
  }
  if (!SCHEMES.includes(scheme.toLowerCase()) || !HOST.test(host)) return undefined;
  const [user = ''] = authority.slice(0, Math.max(at, 0)).split(':');
  const login = /ssh/i.test(scheme) && LOGIN.test(user) ? `${user}@` : '';
  // what looks like a port may be the start of a password that contains a slash: a reader could not tell
  if (login === '' && host.includes(':') && path.includes('@')) return undefined;
  return `${scheme}://${login}${host}${path}`;
}

/** Whether a text is the path of a URL: no backslash or space, which a proxy may rewrite, and no encoded `@`. */
function isUrlPath(path: string): boolean {
  return PATH.test(path) && !/[\\ ]|%40/.test(path);
}

function isPath(text: string): boolean {
  // a Windows drive has one letter
  const path = /^[a-z]:[/\\]/i.test(text) ? text.slice(2) : text;
  return PATH.test(path) && !path.includes('%40');
}

/** Cleans `host:path` and `user@host:path`. Git does not know `user:password@host:path`, but people write it. */
function scpWithoutPassword(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const [host, path] = splitOnce(text.slice(at + 1), ':');
  if (path === undefined || !HOST.test(host) || !isUrlPath(path) || path === '') return undefined;
  // `https:/host` has lost a slash
  if (SCHEMES.includes(host.toLowerCase())) return undefined;
  const userinfo = text.slice(0, Math.max(at, 0));
  if (/[/\\\s]/.test(userinfo)) return undefined;
  const [user] = splitOnce(userinfo, ':');
  return `${LOGIN.test(user) ? `${user}@` : ''}${host}:${path}`;
}

/** The port that each scheme uses when the URL names none. */
const USUAL_PORTS: Readonly<Record<string, string>> = {
  'https:': '443',
  'http:': '80',
  'ssh:': '22',
  'git:': '9418',
};

/** Whether two addresses lead to the same repository. An address that programs read differently matches no other. */
export function isSameRepository(one: string, other: string): boolean {
  if (one === other) return true;
  const repository = repositoryOf(one);
  return repository !== undefined && repository === repositoryOf(other);
}

/**
 * Returns one name, such as `github.com/acme/weather`, for all addresses of a repository: `https`, `ssh` and `git@host:path`.
 * The path is case-sensitive, since on some hosts two repositories differ only in case. A port other than the usual one of
 * the scheme counts: another server may answer there.
 * @returns undefined when programs disagree about the address: `https://a?@b/c` leads to a, but looks like b
 */
export function repositoryOf(address: string): string | undefined {
  if (/[?#\\\s\u0000-\u001f\u007f]/.test(address)) return undefined;
  const [, rest] = splitOnce(address, '://');
  if (rest !== undefined) return repositoryOfUrl(address);
  const slash = address.indexOf('/');
  const colon = address.indexOf(':');
  if (colon === -1 || (slash !== -1 && slash < colon)) return tidy(address);
  const [before, path = ''] = splitOnce(address, ':');
  const host = before.slice(before.indexOf('@') + 1);
  return HOST.test(host) ? `${host.toLowerCase()}/${tidy(withoutSlashes(path))}` : undefined;
}

function repositoryOfUrl(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(address);
  if (hostname === '') return undefined;
  const host = hostname.toLowerCase();
  const isUsual = port === '' || port === USUAL_PORTS[protocol];
  return `${isUsual ? host : `${host}:${port}`}/${tidy(withoutSlashes(pathname))}`;
}

function tidy(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  const bare = path.slice(0, end);
  return bare.endsWith('.git') ? bare.slice(0, -4) : bare;
}

// loops instead of patterns, here and in tidy: a pattern for slashes at the end starts again at each of them
function withoutSlashes(path: string): string {
  let start = 0;
  while (path[start] === '/') start++;
  return path.slice(start);
}

function splitOnce(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
