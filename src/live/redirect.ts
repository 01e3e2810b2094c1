/** Thrown when a server answers a request with a redirect to another URL. */
export class RedirectError extends Error {
  /** The URL without its query, which may contain secrets from the requested URL. */
  readonly location: string;
  constructor(location: string) {
    super(`redirects to ${location}`);
    this.location = location;
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches without following redirects. Following one would send the request again, and the first call may already have
 * had its effect.
 * @throws RedirectError when the answer is a redirect
 */
export async function fetchWithoutRedirects(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const location = redirectOf(response.status, response.headers.get('location'), url);
  if (location === undefined) return response;
  await response.body?.cancel();
  throw new RedirectError(location);
}

/**
 * Returns where an answer redirects to, without its query; undefined if it does not.
 * @param location the header of that name
 * @param from the URL that was asked
 */
export function redirectOf(status: number, location: string | null, from: string | URL): string | undefined {
  return REDIRECTS.has(status) && location !== null ? withoutQuery(location, from) : undefined;
}

function withoutQuery(location: string, from: string | URL): string {
  if (!URL.canParse(location, from instanceof URL ? from.href : from)) return 'an invalid URL';
  const { origin, host, protocol, pathname } = new URL(location, from);
  return `${origin === 'null' ? `${protocol}//${host}` : origin}${pathname}`;
}
