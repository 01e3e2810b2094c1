import {
  OAuthClientFlowError,
  OAuthError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { InputError, messageOf } from '../errors.ts';
import type { CallFault } from '../mcp/call.ts';
import { wordsOfFault } from '../mcp/fault-words.ts';
import { nameOf, type Target } from '../mcp/target.ts';
import { clip } from '../text/clip.ts';
import type { Child } from './child.ts';
import { inOneLine } from './in-one-line.ts';
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
  if (toFault(error, timeout).kind !== 'closed') return whyNot(error, timeout);
  switch (child?.end?.kind) {
    case 'not-started': {
      const isMissing = child.end.error.code === 'ENOENT';
      return `cannot be started: ${isMissing ? 'there is no such program' : messageOf(child.end.error)}`;
    }
    case 'exited':
      return `ended with code ${child.end.code} before it answered`;
    case 'killed':
      return `was ended by ${child.end.signal} before it answered`;
    default:
      return whyNot(error, timeout);
  }
}

/** Returns advice on common mistakes. */
function adviceOn(target: Target, error: unknown, child: Child | undefined): { help: string } | undefined {
  if (target.kind === 'stdio') {
    const isQuoted =
      child?.end?.kind === 'not-started' && /\s/.test(target.command) && target.args.length === 0;
    return isQuoted
      ? { help: 'pass the command and its arguments as separate words: remove the quotes' }
      : undefined;
  }
  if (error instanceof RedirectError) return { help: 'redirects are not followed: pass that URL with --url' };
  const { origin, pathname } = new URL(target.url);
  const isElsewhere = error instanceof SdkHttpError && error.status === 404 && pathname === '/';
  return isElsewhere ? { help: `most servers listen at ${origin}/mcp: pass that URL with --url` } : undefined;
}

/** How many lines of the beginning and of the end of a server's standard error a message shows. */
const FIRST_LINES = 3;
const LAST_LINES = 5;

/** Returns what a server printed before it ended: the first lines, the line that names an error, and the last lines. */
function lastWordsOf(child: Child | undefined, noise: string | undefined) {
  const { head = '', tail = '' } = child?.stderr ?? {};
  const lines = `${head}${tail}`.split('\n').filter((line) => line.trim() !== '');
  const said = shortened(lines);
  if (said.length > 0) {
    return {
      help: 'the server wrote to standard error:',
      said: said.map((line) => clip(line.trimEnd(), 200)),
    };
  }
  if (noise === undefined) return undefined;
  return {
    help: `the server printed to standard output, which is reserved for the protocol: ${clip(noise, 200)}`,
  };
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= FIRST_LINES + LAST_LINES + 1) return lines;
  const left = lines.slice(FIRST_LINES, -LAST_LINES);
  // a stack trace quotes the line of code that threw, above the message
  const error =
    left.find((line) => /^\s*[\w.]*error\b(?!\()/i.test(line)) ?? left.find((line) => /error/i.test(line));
  return [...lines.slice(0, FIRST_LINES), error ?? '...', ...lines.slice(-LAST_LINES)];
}

function whyNot(error: unknown, timeout: number): string {
  const fault = toFault(error, timeout);
  switch (fault.kind) {
    case 'timeout':
      return `did not answer within ${timeout / 1000} s`;
    case 'closed':
      return `cannot be reached: ${causeOf(error)}`;
    case 'http':
      return `refused the connection: HTTP ${fault.status}${fault.status === 401 ? ', pass --bearer-env or --header-env' : ''}`;
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
