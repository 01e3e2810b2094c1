/** A server that is elsewhere: it answers a request by naming another address. */
export class RedirectError extends Error {
  /** Without its query, which may hold secrets of the address that was asked. */
  readonly location: string;
  constructor(location: string) {
    super(`redirects to ${location}`);
    this.location = location;
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * A `fetch` that follows no redirect: whoever follows one sends the request again, and a call may have had its effect
 * by then.
 * @throws RedirectError for an answer that names another address
 */
export async function fetchWithoutRedirects(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const location = response.headers.get('location');
  if (!REDIRECTS.has(response.status) || location === null) return response;
  await response.body?.cancel();
  throw new RedirectError(withoutQuery(location, url));
}

function withoutQuery(location: string, from: string | URL): string {
  if (!URL.canParse(location, String(from))) return 'an address that is none';
  const { origin, host, protocol, pathname } = new URL(location, from);
  return `${origin === 'null' ? `${protocol}//${host}` : origin}${pathname}`;
}
