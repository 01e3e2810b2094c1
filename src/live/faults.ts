import {
  OAuthClientFlowError,
  OAuthError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Words } from '../diagnostic.ts';
import { InputError, messageOf } from '../errors.ts';
import type { CallFault } from '../mcp/call.ts';
import { wordsOfFault } from '../mcp/fault-words.ts';
import { nameOf, type Target } from '../mcp/target.ts';
import { clip } from '../text/clip.ts';
import type { Child } from './child.ts';
import { inOneLine } from './in-one-line.ts';
import { adviceOnCommand, lastWordsOf, wordsOfEnd } from './last-words.ts';
import { faultOfLost } from './lost-answer.ts';
import { RedirectError } from './redirect.ts';
import { wordsOfCode } from './words-of-code.ts';

/** Turns an error of the SDK into data that describes what went wrong with a request. */
export function toFault(error: unknown, timeout: number): CallFault {
  if (error instanceof ProtocolError) {
    const lost = faultOfLost(error);
    if (lost) return lost;
    return { kind: 'error-response', code: error.code, message: inOneLine(error.message) };
  }
  if (isUnauthorized(error)) {
    return { kind: 'unauthorized', message: clip(inOneLine(messageOf(error)), 200) };
  }
  if (error instanceof RedirectError) return { kind: 'redirect', location: clip(error.location, 200) };
  if (error instanceof SdkHttpError) return { kind: 'http', status: error.status };
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout) return { kind: 'timeout', milliseconds: timeout };
    if (CLOSED.has(error.code)) return { kind: 'closed' };
  }
  // `fetch failed`: the request did not reach its server
  if (error instanceof TypeError && error.cause !== undefined) return { kind: 'closed' };
  return { kind: 'malformed', message: clip(inOneLine(messageOf(error)), 200) };
}

/** Whether the authorization server gave no token. */
function isUnauthorized(error: unknown): boolean {
  return (
    error instanceof UnauthorizedError || error instanceof OAuthError || error instanceof OAuthClientFlowError
  );
}

const CLOSED = new Set<string>([
  SdkErrorCode.NotConnected,
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.SendFailed,
]);

/**
 * Returns the error for a server that was not reached.
 * @param noise the first line on its standard output that is not a message
 */
export function unreachable(
  target: Target,
  error: unknown,
  timeout: number,
  child?: Child,
  noise?: string,
): InputError {
  const name = `\`${clip(nameOf(target), 120)}\``;
  const message = `${name} ${whyUnreachable(error, timeout, child)}`;
  return new InputError({ message, ...(adviceOn(target, error, child) ?? lastWordsOf(child, noise)) });
}

function whyUnreachable(error: unknown, timeout: number, child: Child | undefined): string {
  // the state of the process does not matter here: the SDK ends it after a refusal
  const isClosed = toFault(error, timeout).kind === 'closed';
  return isClosed && child?.end ? wordsOfEnd(child.end) : whyNot(error, timeout);
}

/** Returns advice on common mistakes. */
function adviceOn(target: Target, error: unknown, child: Child | undefined): Pick<Words, 'help'> | undefined {
  if (target.kind === 'stdio') return adviceOnCommand(target, child?.end);
  if (error instanceof RedirectError) return ADVICE_ON_REDIRECT;
  return error instanceof SdkHttpError ? adviceOnStatus(target.url, error.status) : undefined;
}

/** Advice on a server that redirects. */
export const ADVICE_ON_REDIRECT = { help: 'redirects are not followed: pass that URL with --url' };

/** Returns advice on a URL that has no path, and does not exist; undefined for any other. @param status the one of HTTP */
export function adviceOnStatus(url: string, status: number): { help: string } | undefined {
  const { origin, pathname } = new URL(url);
  if (status !== 404 || pathname !== '/') return undefined;
  return { help: `most servers listen at ${origin}/mcp: pass that URL with --url` };
}

/** Says that a server refused to be talked to over HTTP. */
export function httpRefusal(status: number): string {
  return `refused the connection: HTTP ${status}${status === 401 ? ', pass --bearer-env or --header-env' : ''}`;
}

function whyNot(error: unknown, timeout: number): string {
  const fault = toFault(error, timeout);
  switch (fault.kind) {
    case 'timeout':
      return `did not answer within ${timeout / 1000} s`;
    case 'closed':
      return `cannot be reached: ${causeOf(error)}`;
    case 'http':
      return httpRefusal(fault.status);
    case 'redirect':
      return `redirects to \`${fault.location}\``;
    case 'error-response':
      return `refused the connection: ${clip(fault.message, 200)} (${fault.code})`;
    case 'unauthorized':
      return `refused the connection: ${wordsOfFault(fault)}`;
    case 'malformed':
      return `does not speak MCP: ${fault.message}`;
  }
}

/** Returns the cause of a failed request. A code such as `ECONNREFUSED` says more than `fetch failed`. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return wordsOfCode(code) ?? code ?? messageOf(cause ?? error);
}
