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
