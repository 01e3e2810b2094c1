/**
 * Where a repository is, as it may be published: a URL without password, token, query and fragment. `git@host:path`
 * and the user of an ssh URL stay: they are no secrets. Other texts, paths among them, stay as they are.
 * @returns undefined when a password cannot be told from the rest; such a text must not be shown either
 */
export function withoutCredentials(repo: string): string | undefined {
  const [, scheme, rest] = /^([a-z][\w+.:-]*:\/\/)(.*)$/is.exec(repo.trim()) ?? [];
  if (scheme === undefined || rest === undefined) return scpWithoutPassword(repo.trim());
  const [location = ''] = rest.split(/[?#]/);
  const slash = location.search(/[/\\]/);
  const [authority, path] = slash === -1 ? [location, ''] : [location.slice(0, slash), location.slice(slash)];
  // the last @: a password may hold others
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  // what looks like a port and is none is the start of a password that holds a slash
  if (!/^(?:\[[\da-f:.%]+\]|[^:@[\]]*)(?::\d*)?$/i.test(host)) return undefined;
  const [user = ''] = authority.slice(0, Math.max(at, 0)).split(':');
  const isSsh = /ssh:\/\/$/i.test(scheme);
  return `${scheme}${isSsh && user !== '' ? `${user}@` : ''}${host}${path}`;
}

/** `user:password@host:path` is no form that git knows, but people write it. */
function scpWithoutPassword(location: string): string {
  return location.replace(/^([^/:@]+):[^/]*@(?=[^/@]+:)/, '$1@');
}

/** The port that a scheme uses when the URL names none. */
const USUAL_PORTS: Readonly<Record<string, string>> = { https: '443', http: '80', ssh: '22', git: '9418' };

/**
 * `github.com/acme/weather`: a repository under all its addresses, `https`, `ssh` and `git@host:path`. Letter case counts
 * in the path: two repositories that differ in it alone are two on some hosts. A port counts where it is not the usual one
 * of the scheme: another server may answer there.
 */
export function repositoryOf(address: string): string {
  const url = /^([a-z][a-z0-9+.-]*):\/\/(?:[^@/]*@)?([^/:]+)(?::(\d+))?\/(.*)$/i.exec(address);
  const scp = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.*)$/.exec(address);
  if (!url) return placeOf(scp?.[1] ?? '', scp?.[2] ?? address);
  const [, scheme = '', host = '', port, path = ''] = url;
  const isUsual = port === undefined || port === USUAL_PORTS[scheme.toLowerCase()];
  return placeOf(isUsual ? host : `${host}:${port}`, path);
}

function placeOf(host: string, path: string): string {
  const tidy = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return host === '' ? tidy : `${host.toLowerCase()}/${tidy}`;
}
