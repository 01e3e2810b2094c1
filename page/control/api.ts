/** The token is known to this script alone: it is in no cookie, no storage and no URL. */
let token = '';

/** The ETag of the rules that the page shows. */
let etag = '';

/** A refusal of the server, in its words. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Uses a token from now on. */
export function useToken(given: string): void {
  token = given;
}

/** Remembers the rules that the page shows, so that a change of others is noticed. */
export function sawRules(tag: string): void {
  etag = tag;
}

/** An answer of the server. */
export interface Answer<T> {
  readonly body: T;
  readonly etag: string;
}

/** Sends a request. @throws Refused */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const headers: Record<string, string> = {};
  if (token !== '') headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (etag !== '') headers['if-match'] = etag;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(0, 'the server does not answer; is it still running?');
  }
  const text = await response.text();
  const value = text === '' ? undefined : JSON.parse(text);
  if (!response.ok)
    throw new Refused(response.status, inWords(value) ?? `the server answers ${response.status}`);
  return { body: value as T, etag: response.headers.get('etag') ?? '' };
}

function inWords(value: unknown): string | undefined {
  const { message, help } =
    (value as { error?: { message?: string; help?: string } } | undefined)?.error ?? {};
  return help === undefined ? message : `${message}. ${help}`;
}
