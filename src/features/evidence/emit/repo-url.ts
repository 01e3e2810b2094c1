/** The schemes of git's addresses; what follows others may be anything, a command among it. */
const SCHEMES = ['https', 'http', 'ssh', 'git', 'git+ssh', 'ssh+git', 'git+https', 'git+http', 'ftp', 'ftps'];

const HOST = /^(?:\[[\da-f:.]+\]|[\p{L}\p{N}][\p{L}\p{N}._-]*)(?::\d{1,5})?$/iu;

/** Parts of a path, in which nothing can hide that is no path: no other address, no parameters. */
const PATH = /^(?:[\p{L}\p{M}\p{N}._~%+() -]|[/\\]@?)*$/u;

/** A name to log in with; tokens are longer, or have capital letters. */
const LOGIN = /^[a-z_][a-z0-9_-]{0,15}$/;

/** Longer addresses are none, and would only be slow. */
const LONGEST = 4096;

/**
 * Where a repository is, as it may be published: an address of a form that is known to hold no secret, without password,
 * token, query and fragment. `git@host:path` and the user `git` of an ssh URL stay: they are no secrets. Paths stay as
 * they are.
 * @returns undefined for all that has another form; such a text must not be shown either, as it may hold a password
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
  // a password may hold ? and #: then what precedes them is a part of it
  if (rest.includes('@', location.length)) return undefined;
  const slash = location.indexOf('/');
  const [authority, path] = slash === -1 ? [location, ''] : [location.slice(0, slash), location.slice(slash)];
  // the last @: a password may hold others
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  if (!isUrlPath(path)) return undefined;
  if (/^(?:git\+)?file$/i.test(scheme)) {
    return at === -1 && (host === '' || HOST.test(host)) ? `${scheme}://${host}${path}` : undefined;
  }
  if (!SCHEMES.includes(scheme.toLowerCase()) || !HOST.test(host)) return undefined;
  const [user = ''] = authority.slice(0, Math.max(at, 0)).split(':');
  const login = /ssh/i.test(scheme) && LOGIN.test(user) ? `${user}@` : '';
  // what looks like a port may be the start of a password that holds a slash, and whoever reads the address has to wonder
  if (login === '' && host.includes(':') && path.includes('@')) return undefined;
  return `${scheme}://${login}${host}${path}`;
}

/** Without what a proxy takes for an address, and without an `@` in disguise. */
function isUrlPath(path: string): boolean {
  return PATH.test(path) && !/[\\ ]|%40/.test(path);
}

function isPath(text: string): boolean {
  // a drive of Windows has one letter
  const path = /^[a-z]:[/\\]/i.test(text) ? text.slice(2) : text;
  return PATH.test(path) && !path.includes('%40');
}

/** `host:path` and `user@host:path`. `user:password@host:path` is no form that git knows, but people write it. */
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

/** The port that a scheme uses when the URL names none. */
const USUAL_PORTS: Readonly<Record<string, string>> = {
  'https:': '443',
  'http:': '80',
  'ssh:': '22',
  'git:': '9418',
};

/** Whether two addresses lead to one repository; what has no form that is read alike everywhere leads nowhere. */
export function isSameRepository(one: string, other: string): boolean {
  if (one === other) return true;
  const repository = repositoryOf(one);
  return repository !== undefined && repository === repositoryOf(other);
}

/**
 * `github.com/acme/weather`: a repository under all its addresses, `https`, `ssh` and `git@host:path`. Letter case counts
 * in the path: two repositories that differ in it alone are two on some hosts. A port counts where it is not the usual one
 * of the scheme: another server may answer there.
 * @returns undefined when programs do not agree on what the address means: `https://a?@b/c` leads to a, and looks like b
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

// not a pattern: one that looks for slashes at the end starts anew at each of them
function withoutSlashes(path: string): string {
  let start = 0;
  while (path[start] === '/') start++;
  return path.slice(start);
}

function splitOnce(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
